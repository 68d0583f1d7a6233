import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

const credential = "donation.credentials.revokedToken";

export const donationRevokedTokenIsRefused = refusalCheck({
  id: "donation-revoked-token-is-refused",
  facts: ["DON-21"],
  interface: "donation",
  effect: "read",
  needs: [credential],
  few: 3,
  title: "A revoked donation token is refused",
  why: "A token is revoked because it leaked.",
  expected: "refusal",
  presented: () => [{ name: "a revoked token", authorization: bearer(credential) }],
});
