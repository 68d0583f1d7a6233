import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "issueToken", requestBody: { grant_type: "refresh_token" }, body: token },
  otherwise: { "a refresh is as long as the login": { "/expires_in": 60 } },
  fails: { "CRM-37: A refresh brings no refresh token": { "/refresh_token": undefined } },
};
