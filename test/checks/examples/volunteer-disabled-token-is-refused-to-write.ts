import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "VOL-09: Creating a project looks at the token, not at whether API access is enabled": {
    "createProject with a token without API access": 201,
  },
});
