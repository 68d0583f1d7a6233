import { token } from "../kit/crm-models.ts";
import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const login: ExchangeExample = {
  operation: "issueToken",
  credential: "none",
  requestBody: { grant_type: "password", username: "one", password: "a password" },
  body: token,
};
const asked: ExchangeExample = { ...login, status: 202, body: { message: "A code is on its way." } };

export const examples: PassiveExamples = {
  pass: { operation: "issueToken", body: token },
  alsoPasses: [
    // Another account may have a second factor.
    { ...asked, requestBody: { grant_type: "password", username: "another" }, after: [login] },
    { ...login, after: [asked] },
  ],
  otherwise: { "names of accounts are addresses": { "/userName": "Robin" } },
  fails: {
    "CRM-20: A refreshed token is answered with 201": { status: 201 },
    "CRM-20: The same login is asked for a code the next time": { ...asked, after: [login] },
  },
};
