import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "donation.credentials.revokedToken";

export const donationRevokedTokenIsRefusedToWrite = refusalCheck({
  id: "donation-revoked-token-is-refused-to-write",
  facts: ["DON-21"],
  interface: "donation",
  effect: "write",
  needs: [credential],
  few: 2,
  title: "A revoked donation token writes nothing",
  why: "A token is revoked because it leaked.",
  expected: "refusal",
  presented: () => inEitherCase("a revoked token", credential),
});
