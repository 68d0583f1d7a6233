import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "issueToken", requestBody: { grant_type: "refresh_token" }, body: token }],
  otherwise: [{ assumes: "a refresh is as long as the login", changes: { "/expires_in": 60 } }],
  fails: [
    {
      what: "A refresh brings no refresh token",
      blames: "CRM-37",
      changes: { "/refresh_token": undefined },
      pointer: "/refresh_token",
    },
  ],
};
