import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "CRM-32: Adding an event contact does not ask whether a key was revoked": {
    "addEventContact with a revoked key": 200,
  },
  "CRM-32: Replacing a note does not ask whether a key was revoked": {
    "replaceContactNote with a revoked key": 200,
  },
});
