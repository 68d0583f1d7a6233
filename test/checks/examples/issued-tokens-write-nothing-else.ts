import { tokenRefusals } from "../kit/refusals.ts";

export const examples = tokenRefusals({
  "CRM-30: A refresh token replaces notes": { "replaceContactNote with a refresh token": 200 },
  "GEN-04: An access token replaces projects": { "replaceProject with an access token of the CRM": 200 },
});
