import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.suspendedToken";

export const volunteerSuspendedTokenIsRefusedToWrite = refusalCheck({
  id: "volunteer-suspended-token-is-refused-to-write",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "write",
  needs: [credential],
  few: 2,
  title: "The token of a suspended account writes nothing and gets 401",
  why: "Suspension has to take hold on every endpoint.",
  expected: [401],
  presented: () => inEitherCase("a suspended account's token", credential),
});
