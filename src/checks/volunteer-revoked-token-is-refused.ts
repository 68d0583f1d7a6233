import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.revokedToken";

export const volunteerRevokedTokenIsRefused = refusalCheck({
  id: "volunteer-revoked-token-is-refused",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "read",
  needs: [credential],
  title: "A revoked volunteer token gets 401",
  why: "Rotation means nothing while the old token still works.",
  expected: [401],
  presented: () => inEitherCase("a revoked token", credential),
});
