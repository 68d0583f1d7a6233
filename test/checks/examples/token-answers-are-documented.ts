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
  passes: [
    { operation: "issueToken", body: token },
    // Another account may have a second factor.
    { ...asked, requestBody: { grant_type: "password", username: "another" }, after: [login] },
    { ...login, after: [asked] },
  ],
  otherwise: [{ assumes: "names of accounts are addresses", changes: { "/userName": "Robin" } }],
  fails: [
    { what: "A refreshed token is answered with 201", blames: "CRM-20", status: 201 },
    {
      what: "The same login is asked for a code the next time",
      blames: "CRM-20",
      ...asked,
      after: [login],
    },
  ],
};
