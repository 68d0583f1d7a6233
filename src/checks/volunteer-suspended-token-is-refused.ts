import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.suspendedToken";

export const volunteerSuspendedTokenIsRefused = refusalCheck({
  id: "volunteer-suspended-token-is-refused",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "read",
  needs: [credential],
  title: "The token of a suspended account gets 401",
  why: "Suspension has to take hold on every endpoint.",
  expected: [401],
  presented: () => inEitherCase("a suspended account's token", credential),
});
