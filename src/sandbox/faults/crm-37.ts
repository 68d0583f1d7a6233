import { faultsOf, type Fault } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { drop, edit, property, objectOf } from "./support/edit.ts";
import { isRefresh, tokenForm } from "./support/token-form.ts";
import { onSuccess, parse } from "./support/wrappers.ts";
import { bornToken } from "./support/credentials.ts";

const token = "issueToken";

/** Changes what a refresh answers with. */
const onRefresh = (change: (body: unknown, sent: string) => unknown): Fault["wrap"] =>
  onSuccess(token, (body, incoming) =>
    isRefresh(incoming) ? change(body, tokenForm(incoming).get("refresh_token") ?? "") : body,
  );

const invalid = (name: string): Fault["wrap"] =>
  onRefresh((body) => edit(body, name, (text) => `${String(text)}x`));

export const faults = faultsOf("CRM-37", {
  gross: {
    "refreshes-are-refused": [
      "No refresh token is accepted",
      (next) => async (incoming) =>
        isRefresh(incoming) ? crmError(400, "BAD_REQUEST", "The grant is not supported.") : next(incoming),
      { alsoBreaks: { "CRM-35": "A refresh token is refused within its 365 days." } },
    ],
  },
  structural: {
    "refreshes-answer-no-refresh-token": [
      "A refresh answers an access token alone",
      onRefresh((body) => drop(body, "refresh_token")),
      { alsoBreaks: { "CRM-16": "refresh_token is one of the eight fields of a token response." } },
    ],
    "refreshes-swap-the-tokens": [
      "A refresh answers each token under the other's name",
      onRefresh((body) => {
        const [access, refresh] = ["access_token", "refresh_token"].map((name) => property(body, name));
        return edit(
          edit(body, "access_token", () => refresh),
          "refresh_token",
          () => access,
        );
      }),
      { alsoBreaks: { "CRM-30": "What is called the refresh token opens what an access token opens." } },
    ],
  },
  behavioural: {
    "the-third-refresh-in-a-row-is-refused": [
      "A session can be refreshed twice",
      (next) => {
        let count = 0;
        return async (incoming) => {
          if (incoming.operation !== token) return next(incoming);
          count = isRefresh(incoming) ? count + 1 : 0;
          return count > 2 ? crmError(400, "BAD_REQUEST", "The session is over.") : next(incoming);
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
      (next) => {
        const uses = new Map<string, number>();
        return async (incoming) => {
          const born = bornToken(incoming) ?? "";
          const count = uses.get(born);
          if (count !== undefined) uses.set(born, count + 1);
          if (count !== undefined && count >= 2)
            return crmError(401, "UNAUTHENTICATED", "The credential is not accepted.");
          const outgoing = await next(incoming);
          if (incoming.operation === token && isRefresh(incoming))
            uses.set(String(property(parse(outgoing.body), "access_token")), 0);
          return outgoing;
        };
      },
    ],
    "refreshes-answer-for-somebody-else": [
      "A refresh answers the name of another account",
      onRefresh((body) => edit(body, "userName", () => "somebody.else@example.org")),
    ],
    "refreshes-forget-the-flag": [
      "A refresh answers the other flag for two-factor login",
      onRefresh((body) => edit(body, "twoFactorEnabled", (flag) => (flag === "True" ? "False" : "True"))),
    ],
    "refreshes-live-for-minutes": [
      "A refreshed token expires after 20 minutes, one of a login after 15 days",
      onRefresh((body) =>
        edit(body, ".expires", (_, holder) =>
          new Date(Date.parse(String(property(holder, ".issued"))) + 1_200_000).toUTCString(),
        ),
      ),
    ],
    "refreshes-were-issued-yesterday": [
      "A refresh answers moments of the day before the login",
      onRefresh((body) =>
        [".issued", ".expires"].reduce(
          (whole, name) =>
            edit(whole, name, (text) => new Date(Date.parse(String(text)) - 86_400_000).toUTCString()),
          body,
        ),
      ),
    ],
    "refreshed-access-tokens-open-nothing": [
      "The access token of a refresh is not accepted",
      invalid("access_token"),
    ],
    "refreshed-refresh-tokens-are-not-stored": [
      "The refresh token of a refresh is not accepted by the next one",
      invalid("refresh_token"),
    ],
    "refreshes-answer-the-token-they-have-replaced": [
      "A refresh rotates the refresh token and answers the old one",
      onRefresh((body, sent) => edit(body, "refresh_token", () => sent)),
    ],
    "one-refresh-for-each-login": [
      "A refresh token that came from a refresh is refused",
      (next) => {
        const second = new Set<unknown>();
        return async (incoming) => {
          if (!isRefresh(incoming)) return next(incoming);
          if (second.has(tokenForm(incoming).get("refresh_token")))
            return crmError(401, "UNAUTHENTICATED", "The refresh token is not accepted.");
          const outgoing = await next(incoming);
          second.add(property(parse(outgoing.body), "refresh_token"));
          return outgoing;
        };
      },
    ],
    "every-second-refresh-brings-a-dead-access-token": [
      "The access token of every second refresh was never written to the store",
      (next) => {
        const dead = new Set<unknown>();
        let refreshes = 0;
        return async (incoming) => {
          if (dead.has(bornToken(incoming)))
            return crmError(401, "UNAUTHENTICATED", "The token is not known.");
          const outgoing = await next(incoming);
          if (!isRefresh(incoming) || outgoing.status !== 200) return outgoing;
          refreshes += 1;
          if (refreshes % 2 === 0) dead.add(objectOf(parse(outgoing.body))["access_token"]);
          return outgoing;
        };
      },
    ],
  },
});
