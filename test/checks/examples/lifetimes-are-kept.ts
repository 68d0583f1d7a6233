import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "first login": { body: { access_token: "token-5" } },
        "refresh of the third login": { body: { access_token: "token-6", refresh_token: "token-7" } },
        "refresh of a refresh at once": { body: { access_token: "token-8", refresh_token: "token-9" } },
        "access token after 16 days": { status: 401 },
        "refreshed access token after 16 days": { status: 401 },
        "refresh after 366 days": { status: 401 },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "what a refresh has brought can be refreshed at once",
      answers: {
        "refresh of a refresh at once": { status: 400 },
        "refresh of a refresh after 364 days": { status: 400 },
      },
    },
    { assumes: "a grant that has expired is 401", answers: { "refresh after 366 days": { status: 400 } } },
    {
      assumes: "the account logs in without a code",
      isUnjudged: true,
      answers: { "first login": { status: 202, body: {} } },
    },
  ],
  fails: [
    {
      what: "A refresh token is refused a month after it was issued",
      blames: "CRM-35",
      answers: { "refresh after 364 days": { status: 401 } },
    },
    {
      what: "Access tokens are refused five days early",
      blames: "CRM-35",
      answers: { "access token after 14 days": { status: 401 } },
    },
    {
      what: "A refresh token that a refresh has brought lasts a fortnight",
      blames: "CRM-35",
      answers: { "refresh of a refresh after 364 days": { status: 401 } },
    },
    {
      what: "An access token that a refresh has brought never expires",
      blames: "CRM-35",
      answers: { "refreshed access token after 16 days": { status: 200 } },
    },
  ],
};
