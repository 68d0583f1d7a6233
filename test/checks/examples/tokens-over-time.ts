import type { ActiveExamples } from "../kit/example.ts";

const issued = (number: number) => ({
  body: { access_token: `access-${number}`, refresh_token: `refresh-${number}` },
});
const types = { body: ["Home Email"] };

export const examples: ActiveExamples = {
  passes: [
    {
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
        "6 worthless: a token with letters behind it, to be refused": { status: 401 },
        "7 no-grant: a token request of another grant type, to be refused": { status: 400 },
        "8 multipart: a multipart token request, to be refused": { status: 415 },
        "9 login: another login": issued(4),
        "10 key: the API key": types,
      },
    },
  ],
  otherwise: [
    {
      assumes: "the account may read what is asked for with its token",
      answers: {
        "2 use: use 1 of the newest access token": { status: 403 },
        "5 use: use 1 of the newest access token": { status: 403 },
      },
    },
    {
      assumes: "a refresh rotates the refresh token",
      answers: {
        "3 refresh: refresh 1 with the newest refresh token": {
          body: { access_token: "access-2", refresh_token: "refresh-1" },
        },
      },
    },
    {
      assumes: "a multipart form is an unsupported media type",
      answers: { "8 multipart: a multipart token request, to be refused": { status: 400, text: "No." } },
    },
  ],
  fails: [
    {
      what: "The second refresh is refused",
      blames: "CRM-37",
      answers: { "4 refresh: refresh 2 with the newest refresh token": { status: 400 } },
    },
    {
      what: "The access token of the second refresh is not accepted",
      blames: "CRM-37",
      answers: { "5 use: use 1 of the newest access token": { status: 401 } },
    },
    {
      what: "The access token of a login is not accepted",
      blames: "CRM-31",
      answers: { "2 use: use 1 of the newest access token": { status: 401 } },
    },
    {
      what: "The second login fails",
      blames: "CRM-20",
      answers: { "9 login: another login": { status: 401 } },
    },
    {
      what: "A token with letters behind it is accepted once the token was",
      blames: "CRM-30",
      answers: { "6 worthless: a token with letters behind it, to be refused": { status: 200 } },
    },
    {
      what: "A multipart request is taken after a form",
      blames: "CRM-33",
      answers: { "8 multipart: a multipart token request, to be refused": { status: 200 } },
    },
  ],
};
