import { donationStrangers } from "./support/other-callers.ts";
import { refusalCheck } from "./support/refusal.ts";

export const donationCredentialIsRequiredToWrite = refusalCheck({
  id: "donation-credential-is-required-to-write",
  facts: ["DON-21"],
  interface: "donation",
  effect: "write",
  title: "Every donation write without a donation token behind Bearer is refused",
  why: "One endpoint that forgets the check lets anybody replace records.",
  expected: "refusal",
  presented: donationStrangers,
});
