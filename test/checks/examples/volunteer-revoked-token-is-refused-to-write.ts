import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-09: A revoked token goes on working": { "createProject with a revoked token": 201 },
  "VOL-09: A revoked token passes behind bearer in small letters": {
    "updateProject with a revoked token behind bearer in small letters": 201,
  },
});
