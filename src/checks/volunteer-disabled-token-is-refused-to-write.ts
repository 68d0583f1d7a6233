import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.accessDisabledToken";

export const volunteerDisabledTokenIsRefusedToWrite = refusalCheck({
  id: "volunteer-disabled-token-is-refused-to-write",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "write",
  needs: [credential],
  few: 2,
  title: "A token of an account without API access writes nothing and gets 401",
  why: "Access that was never enabled must not write.",
  expected: [401],
  presented: () => inEitherCase("a token without API access", credential),
});
