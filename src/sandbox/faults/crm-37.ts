import { defineFault, type Fault } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "refreshes-are-refused",
    fact: "CRM-37",
    grade: "gross",
    title: "No refresh token is accepted",
    drags: { "CRM-35": "A refresh token is refused within its 365 days." },
    wrap: (next) => async (incoming) =>
      isRefresh(incoming) ? crmError(400, "BAD_REQUEST", "The grant is not supported.") : next(incoming),
  }),
  defineFault({
    id: "refreshes-answer-no-refresh-token",
    fact: "CRM-37",
    grade: "structural",
    title: "A refresh answers an access token alone",
    drags: { "CRM-16": "refresh_token is one of the eight fields of a token response." },
    wrap: onRefresh((body) => drop(body, "refresh_token")),
  }),
  defineFault({
    id: "refreshes-swap-the-tokens",
    fact: "CRM-37",
    grade: "structural",
    title: "A refresh answers each token under the other's name",
    wrap: onRefresh((body) => {
      const [access, refresh] = ["access_token", "refresh_token"].map((name) => property(body, name));
      return edit(
        edit(body, "access_token", () => refresh),
        "refresh_token",
        () => access,
      );
    }),
  }),
  defineFault({
    id: "refreshed-access-tokens-open-nothing",
    fact: "CRM-37",
    grade: "behavioural",
    title: "The access token of a refresh is not accepted",
    wrap: invalid("access_token"),
  }),
  defineFault({
    id: "refreshed-refresh-tokens-are-not-stored",
    fact: "CRM-37",
    grade: "behavioural",
    title: "The refresh token of a refresh is not accepted by the next one",
    wrap: invalid("refresh_token"),
  }),
  defineFault({
    id: "refreshes-answer-the-token-they-have-replaced",
    fact: "CRM-37",
    grade: "behavioural",
    title: "A refresh rotates the refresh token and answers the old one",
    wrap: onRefresh((body, sent) => edit(body, "refresh_token", () => sent)),
  }),
  defineFault({
    id: "one-refresh-for-each-login",
    fact: "CRM-37",
    grade: "behavioural",
    title: "A refresh token that came from a refresh is refused",
    wrap: (next) => {
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
  }),
  defineFault({
    id: "every-second-refresh-brings-a-dead-access-token",
    fact: "CRM-37",
    grade: "behavioural",
    title: "The access token of every second refresh was never written to the store",
    wrap: (next) => {
      const dead = new Set<unknown>();
      let refreshes = 0;
      return async (incoming) => {
        if (dead.has(bornToken(incoming))) return crmError(401, "UNAUTHENTICATED", "The token is not known.");
        const outgoing = await next(incoming);
        if (!isRefresh(incoming) || outgoing.status !== 200) return outgoing;
        refreshes += 1;
        if (refreshes % 2 === 0) dead.add(objectOf(parse(outgoing.body))["access_token"]);
        return outgoing;
      };
    },
  }),
];
