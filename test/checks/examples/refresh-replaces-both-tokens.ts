import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        login: { body: { refresh_token: "token-6" } },
        refresh: { body: { access_token: "token-7", refresh_token: "token-8" } },
        "refresh again": { body: { access_token: "token-9", refresh_token: "token-10" } },
        "*": {},
      },
    },
  ],
  otherwise: [
    { assumes: "a login brings a refresh token", isUnjudged: true, answers: { login: { body: {} } } },
    {
      assumes: "a refresh rotates the refresh token",
      answers: {
        refresh: { body: { access_token: "token-7", refresh_token: "token-6" } },
        "refresh again": { body: { access_token: "token-9", refresh_token: "token-6" } },
      },
    },
    {
      assumes: "the account may read what is asked for with its token",
      answers: { "with the newest token": { status: 403 } },
    },
    {
      assumes: "a token that was rotated out is taken once more",
      answers: { "refresh with the first": { status: 401 } },
    },
  ],
  fails: [
    { what: "No refresh token is accepted", blames: "CRM-37", answers: { refresh: { status: 400 } } },
    {
      what: "The access token of every second refresh was never written to the store",
      blames: "CRM-37",
      answers: { "with the newest token": { status: 401 } },
    },
  ],
};
