import { inEitherCase, refusalCheck } from "./support/refusal.ts";

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
  presented: () => inEitherCase("a revoked token", credential),
});
