import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-08: A token that is malformed gets 400": { "createProject with a fourth part": 400 },
  "VOL-08: A request without a credential gets 403": {
    "createProject with no credential": 403,
    "createProject with a credential in other places, together": 403,
  },
});
