import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-09: A token of an account without API access gets 403 from the list of users": {
    "listUsers with a token without API access": 403,
  },
  "VOL-09: Reading a user does not ask whether API access is enabled": {
    "getUser with a token without API access": 200,
  },
});
