import { interfaceNames } from "../contract/interface-name.ts";
import { defineCheck, send, sendAll, type Judgement, type PlanContext } from "../harness/model/check.ts";
import type { Call } from "../harness/model/exchange.ts";
import { inTurn, notItsTurn } from "./support/in-turn.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { callsWith, toBeRefused, type Presented } from "./support/refusal.ts";
import {
  accessTokenOf,
  learntBearer,
  passwordGrant,
  passwordNeeds,
  probe,
  refreshGrant,
  refreshTokenOf,
} from "./support/token-calls.ts";

const refreshTokenName = "a refresh token";

interface Issued {
  readonly login: string | undefined;
  readonly refreshed: string | undefined;
  readonly refresh: string | undefined;
}

const presented = (name: string, token: string | undefined): readonly Presented[] =>
  token === undefined ? [] : [{ name, authorization: learntBearer(token) }];

/** What must be refused: a refresh token by everybody, an access token of the CRM by the other interfaces. */
const callsOf = (context: PlanContext, { login, refreshed, refresh }: Issued): readonly Call[] =>
  interfaceNames
    .filter((name) => context.interfaces.includes(name))
    .flatMap((name) => {
      const access = [
        ...presented("an access token of the CRM", login),
        ...presented("a refreshed access token of the CRM", refreshed),
      ];
      const all = [...presented(refreshTokenName, refresh), ...(name === "crm" ? [] : access)];
      return callsWith(name, "read", all, context);
    });

export const tokensOpenWhatTheyAreFor = defineCheck({
  id: "tokens-open-what-they-are-for",
  facts: ["CRM-30", "GEN-04"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A refresh token is no access token, and the CRM's tokens open no other interface",
  why: "A refresh token lives a year and is kept where access tokens are not: it must open nothing by itself.",
  *plan(context) {
    if (!inTurn(context, 4)) return;
    const first = yield* send(passwordGrant("login"));
    const given = refreshTokenOf(first);
    const second = given === undefined ? undefined : yield* send(refreshGrant("refresh", given));
    const issued = {
      login: accessTokenOf(first),
      refreshed: accessTokenOf(second),
      refresh: refreshTokenOf(second) ?? given,
    };
    if (issued.refreshed !== undefined) yield* send(probe("with the refreshed token", issued.refreshed));
    yield* sendAll(context.sample(callsOf(context, issued), 4).map(toBeRefused));
  },
  *judge(exchanges): Generator<Judgement> {
    const refused = exchanges.filter(({ call }) => call?.expects === "refusal");
    const unseen = (fact: string): Judgement =>
      notApplicable(exchanges.length === 0 ? notItsTurn : "no token could be shown", fact);
    const own = refused.filter((one) => one.interface === "crm");
    const foreign = refused.filter((one) => one.interface !== "crm");
    if (own.length === 0) yield unseen("CRM-30");
    if (foreign.length === 0) yield unseen("GEN-04");
    for (const exchange of refused) {
      const status = statusOf(exchange);
      if (status === 401) continue;
      const label = exchange.call?.label ?? "";
      yield violation({
        fact: exchange.interface === "crm" ? "CRM-30" : "GEN-04",
        rule: "status",
        message: `${label}: ${status} where 401 is stated`,
        exchange,
        cause: {
          what: `operations answer ${label.slice((exchange.operation?.length ?? 0) + 6)} with ${status} where 401 is stated`,
          item: exchange.operation ?? "unknown",
        },
        expected: "401",
        actual: String(status),
      });
    }
  },
});
