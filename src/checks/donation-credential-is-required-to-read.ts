import { refusalCheck } from "./support/refusal.ts";

export const donationCredentialIsRequiredToRead = refusalCheck({
  id: "donation-credential-is-required-to-read",
  facts: ["DON-21"],
  interface: "donation",
  effect: "read",
  title: "Every donation read without a credential is refused",
  why: "One endpoint that forgets the check gives donors away.",
  expected: "refusal",
  presented: () => [{ name: "no credential", authorization: { kind: "none" } }],
});
