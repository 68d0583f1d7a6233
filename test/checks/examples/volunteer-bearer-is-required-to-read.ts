import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-08: A request without a credential gets 403": {
    "getUser with no credential": 403,
    "getUser with a credential in other places, together": 403,
  },
  "VOL-08: A token that is malformed gets 400": { "getUser with a fourth part": 400 },
});
