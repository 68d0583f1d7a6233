import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-09: A revoked token goes on working": { "getUser with a revoked token": 200 },
  "VOL-09: A revoked token passes behind bearer in small letters": {
    "listUsers with a revoked token behind bearer in small letters": 200,
  },
});
