import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "volunteer.credentials.accessDisabledToken";

export const volunteerDisabledTokenIsRefused = refusalCheck({
  id: "volunteer-disabled-token-is-refused",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "read",
  needs: [credential],
  title: "A token of an account without API access gets 401",
  why: "Access that was never enabled must not work.",
  expected: [401],
  presented: () => inEitherCase("a token without API access", credential),
});
