import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-09: The token of a suspended account gets 403": { "getUser with a suspended account's token": 403 },
});
