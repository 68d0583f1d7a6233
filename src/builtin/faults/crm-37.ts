import { faultsOf } from "./fault.ts";
import { crmError, notAccepted } from "./support/answers.ts";
import { authorization } from "./support/credentials.ts";
import { appended, objectOf, property, put, droppingPaths } from "./support/edit.ts";
import { instead, onBody, onField } from "./support/rows.ts";
import { isRefresh, tokenForm } from "./support/requests.ts";
import { every, from, issued } from "./support/rules.ts";

const token = "issueToken";

const earlier =
  (milliseconds: number) =>
  (moment: unknown): string =>
    new Date(Date.parse(String(moment)) - milliseconds).toUTCString();

export const faults = faultsOf("CRM-37", {
  gross: {
    "refreshes-are-refused": [
      "No refresh token is accepted",
      instead(token, crmError(400, "The grant is not supported."), isRefresh),
      { alsoBreaks: { "CRM-35": "A refresh token is refused within its 365 days." } },
    ],
  },
  structural: {
    "refreshes-answer-no-refresh-token": [
      "A refresh answers an access token alone",
      onBody(token, droppingPaths("refresh_token"), isRefresh),
      { alsoBreaks: { "CRM-16": "refresh_token is one of the eight fields of a token response." } },
    ],
    "refreshes-swap-the-tokens": [
      "A refresh answers each token under the other's name",
      onBody(
        token,
        (body) => {
          const { access_token: access, refresh_token: refresh } = objectOf(body);
          return put(put(body, "access_token", refresh), "refresh_token", access);
        },
        isRefresh,
      ),
      { alsoBreaks: { "CRM-30": "What is called the refresh token opens what an access token opens." } },
    ],
  },
  behavioural: {
    "the-third-refresh-in-a-row-is-refused": [
      "A session can be refreshed twice",
      (next) => {
        let count = 0;
        return async (incoming) => {
          if (incoming.operation === token) count = isRefresh(incoming) ? count + 1 : 0;
          return incoming.operation === token && count > 2
            ? crmError(400, "The session is over.")
            : next(incoming);
        };
      },
      {
        alsoBreaks: {
          "CRM-35": "A refresh token that is refused for its number is refused within its 365 days.",
        },
      },
    ],
    "a-refreshed-token-works-twice": [
      "The access token of a refresh is not accepted from its third use on",
      instead("crm", notAccepted, issued("access_token", isRefresh), from(3, authorization)),
    ],
    "refreshes-answer-for-somebody-else": [
      "A refresh answers the name of another account",
      onField(token, "userName", "somebody.else@example.org", isRefresh),
    ],
    "refreshes-forget-the-flag": [
      "A refresh answers the other flag for two-factor login",
      onField(token, "twoFactorEnabled", (flag) => (flag === "True" ? "False" : "True"), isRefresh),
    ],
    "refreshes-live-for-minutes": [
      "A refreshed token expires after 20 minutes, one of a login after 15 days",
      onField(token, ".expires", (_, holder) => earlier(-1_200_000)(property(holder, ".issued")), isRefresh),
    ],
    "refreshes-were-issued-yesterday": [
      "A refresh answers moments of the day before the login",
      onField(token, [".issued", ".expires"], earlier(86_400_000), isRefresh),
    ],
    "refreshed-access-tokens-open-nothing": [
      "The access token of a refresh is not accepted",
      onField(token, "access_token", appended("x"), isRefresh),
    ],
    "refreshed-refresh-tokens-are-not-stored": [
      "The refresh token of a refresh is not accepted by the next one",
      onField(token, "refresh_token", appended("x"), isRefresh),
    ],
    "refreshes-answer-the-token-they-have-replaced": [
      "A refresh rotates the refresh token and answers the old one",
      onBody(
        token,
        (body, incoming) => put(body, "refresh_token", tokenForm(incoming).get("refresh_token") ?? ""),
        isRefresh,
      ),
    ],
    "one-refresh-for-each-login": [
      "A refresh token that came from a refresh is refused",
      instead(
        token,
        crmError(401, "The refresh token is not accepted."),
        isRefresh,
        issued("refresh_token", isRefresh),
      ),
    ],
    "every-second-refresh-brings-a-dead-access-token": [
      "The access token of every second refresh was never written to the store",
      onField(token, "access_token", appended("x"), isRefresh, every(2)),
    ],
  },
});
