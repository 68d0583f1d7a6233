import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

const credential = "volunteer.credentials.limitedToken";

export const volunteerLimitedTokenIsForbiddenToWrite = refusalCheck({
  id: "volunteer-limited-token-is-forbidden-to-write",
  facts: ["VOL-09"],
  interface: "volunteer",
  effect: "write",
  needs: [credential],
  few: 2,
  title: "A valid token without the permission writes nothing and gets 403",
  why: "Clients tell a bad token from a missing permission by the status.",
  expected: [403],
  presented: () => [{ name: "a token without permission", authorization: bearer(credential) }],
});
