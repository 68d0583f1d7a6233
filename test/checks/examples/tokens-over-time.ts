import type { ActiveExamples } from "../kit/example.ts";

const issued = (number: number) => ({
  body: { access_token: `access-${number}`, refresh_token: `refresh-${number}` },
});
const types = { body: ["Home Email"] };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([
      ["use", 1],
      ["refresh", 2],
      ["use", 1],
      ["worthless"],
      ["no-grant"],
      ["multipart"],
      ["login"],
      ["key"],
    ]),
    answers: {
      "1 begin: a login": issued(1),
      "2 use: use 1 of the newest access token": types,
      "3 refresh: refresh 1 with the newest refresh token": issued(2),
      "4 refresh: refresh 2 with the newest refresh token": issued(3),
      "5 use: use 1 of the newest access token": types,
      "6 worthless: a token with letters behind it, to be refused": 401,
      "7 no-grant: a token request of another grant type, to be refused": 400,
      "8 multipart: a multipart token request, to be refused": 415,
      "9 login: another login": issued(4),
      "10 key: the API key": types,
    },
  },
  otherwise: {
    "the account may read what is asked for with its token": {
      "2 use: use 1 of the newest access token": 403,
      "5 use: use 1 of the newest access token": 403,
    },
    "a refresh rotates the refresh token": {
      "3 refresh: refresh 1 with the newest refresh token": {
        body: { access_token: "access-2", refresh_token: "refresh-1" },
      },
    },
    "a multipart form is a client's mistake": {
      "8 multipart: a multipart token request, to be refused": 500,
    },
    "a multipart form is an unsupported media type": {
      "8 multipart: a multipart token request, to be refused": { status: 400, text: "No." },
    },
  },
  fails: {
    "CRM-37: The second refresh is refused": { "4 refresh: refresh 2 with the newest refresh token": 400 },
    "CRM-37: The access token of the second refresh is not accepted": {
      "5 use: use 1 of the newest access token": 401,
    },
    "CRM-31: The access token of a login is not accepted": { "2 use: use 1 of the newest access token": 401 },
    "CRM-20: The second login fails": { "9 login: another login": 401 },
    "CRM-30: A token with letters behind it is accepted once the token was": {
      "6 worthless: a token with letters behind it, to be refused": 200,
    },
    "CRM-33: A multipart request is taken after a form": {
      "8 multipart: a multipart token request, to be refused": 200,
    },
  },
};
