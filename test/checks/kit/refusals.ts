import type { ActiveExamples } from "./example.ts";

type Fails = ActiveExamples["fails"];

/** Examples of requests that are refused with a status, whatever else the refusal says; `more` is laid over the pass. */
export const refusals = (
  status: number,
  fails: Fails,
  more: {
    readonly pass?: Readonly<Record<string, object | number>>;
    readonly otherwise?: ActiveExamples["otherwise"];
  } = {},
): ActiveExamples => ({
  pass: { ...more.pass, "*": status },
  otherwise: {
    "a refusal says why, in JSON": { "*": { status, text: "<h1>Not here</h1>" } },
    "a refusal says nothing of what was asked": {
      "*": { status, body: { id: 1, path: "/1", message: "Not for you." } },
    },
    ...more.otherwise,
  },
  fails,
});

/** The donation interface may refuse for want of a token with either status. */
export const donationRefusals = (fails: Fails): ActiveExamples =>
  refusals(401, fails, {
    otherwise: { "the donation interface refuses for want of a token with 401": { "*": 403 } },
  });

/** An account that is issued tokens, twice. */
export const issuedTokens = {
  login: { body: { access_token: "token-1", refresh_token: "token-2" } },
  refresh: { body: { access_token: "token-3", refresh_token: "token-4" } },
};

/** A target whose account has a second factor. */
export const askingForACode: ActiveExamples["otherwise"] = {
  "the account logs in without a code": { isUnjudged: true, answers: { login: { status: 202, body: {} } } },
};

/** An account that is issued tokens, and operations that refuse all of them. */
export const tokenRefusals = (fails: Fails): ActiveExamples =>
  refusals(401, fails, {
    pass: { ...issuedTokens, "with the refreshed token": 200 },
    otherwise: askingForACode,
  });
