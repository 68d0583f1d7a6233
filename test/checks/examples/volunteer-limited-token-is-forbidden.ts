import { refusals } from "../kit/refusals.ts";

export const examples = refusals(403, {
  "VOL-09: A token without permission does not find the user": {
    "getUser with a token without permission": 404,
  },
  "VOL-09: A token without permission gets 401": { "getUser with a token without permission": 401 },
});
