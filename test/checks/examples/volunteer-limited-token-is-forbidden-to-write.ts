import { refusals } from "../kit/refusals.ts";

export const examples = refusals(403, {
  "VOL-09: A token without permission gets 401": { "updateGroup with a token without permission": 401 },
});
