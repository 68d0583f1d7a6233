import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

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
  presented: () => [{ name: "a suspended account's token", authorization: bearer(credential) }],
});
