import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.revokedToken";

export const volunteerRevokedTokenIsRefusedToWrite = refusalCheck({
  id: "volunteer-revoked-token-is-refused-to-write",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "write",
  needs: [credential],
  few: 2,
  title: "A revoked volunteer token writes nothing and gets 401",
  why: "Rotation means nothing while the old token still writes.",
  expected: [401],
  presented: () => inEitherCase("a revoked token", credential),
});
