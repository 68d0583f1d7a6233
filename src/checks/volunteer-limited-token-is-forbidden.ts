import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

const credential = "volunteer.credentials.limitedToken";

export const volunteerLimitedTokenIsForbidden = refusalCheck({
  id: "volunteer-limited-token-is-forbidden",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "read",
  needs: [credential],
  title: "A valid token without the permission gets 403",
  why: "Clients tell a bad token from a missing permission by the status.",
  expected: [403],
  presented: () => [{ name: "a token without permission", authorization: bearer(credential) }],
});
