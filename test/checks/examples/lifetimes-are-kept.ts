import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "first login": { body: { access_token: "token-5" } },
    "refresh of the third login": { body: { access_token: "token-6", refresh_token: "token-7" } },
    "refresh of a refresh at once": { body: { access_token: "token-8", refresh_token: "token-9" } },
    "access token after 15 days and an hour": 401,
    "refreshed access token after 15 days and an hour": 401,
    "refresh after 366 days": 401,
    "*": 200,
  },
  otherwise: {
    "what a refresh has brought can be refreshed at once": {
      "refresh of a refresh at once": 400,
      "refresh of a refresh after 362 days": 400,
    },
    "the token of a two-factor login opens nothing at once": {
      "two-factor login": { body: { access_token: "token-10" } },
      "access token of a two-factor login at once": 401,
      "access token of a two-factor login after 14 days": 401,
    },
    "a grant that has expired is 401": { "refresh after 366 days": 400 },
    "the account logs in without a code": {
      isUnjudged: true,
      answers: { "first login": { status: 202, body: {} } },
    },
  },
  fails: {
    "CRM-35: A refresh token is refused a month after it was issued": { "refresh after 362 days": 401 },
    "CRM-35: Access tokens are refused five days early": { "access token after 14 days": 401 },
    "CRM-35: The access token of a refresh is refused after its session's window": {
      "refreshed access token after 14 days": 401,
    },
    "CRM-35: The access token of a two-factor login lasts a day": {
      "two-factor login": { body: { access_token: "token-10" } },
      "access token of a two-factor login after 14 days": 401,
    },
    "CRM-35: A refresh token that a refresh has brought lasts a fortnight": {
      "refresh of a refresh after 362 days": 401,
    },
    "CRM-35: Access tokens are accepted on the sixteenth day": {
      "access token after 15 days and an hour": 200,
    },
    "CRM-35: An access token that a refresh has brought ends 15 days after the login": {
      "refreshed access token after 14 days": 401,
    },
    "CRM-35: An access token that a refresh has brought never expires": {
      "refreshed access token after 15 days and an hour": 200,
    },
  },
};
