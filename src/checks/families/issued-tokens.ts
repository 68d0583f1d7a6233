import { interfaceNames } from "../../contract/interface-name.ts";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type PlanContext,
} from "../../harness/model/check.ts";
import type { Call, Exchange } from "../../harness/model/exchange.ts";
import { isTurnOf, notItsTurn } from "../support/turn.ts";
import { notApplicable, statusOf, violation } from "../support/judgements.ts";
import { callsWith, toBeRefused, type Presented } from "../support/refusal.ts";
import {
  accessTokenOf,
  learntBearer,
  passwordGrant,
  passwordNeeds,
  probe,
  refreshGrant,
  refreshTokenOf,
} from "../support/token-calls.ts";

interface Row {
  readonly id: string;
  readonly effect: "read" | "write";
  readonly facts: ActiveCheck["facts"];
  readonly title: string;
  readonly why: string;
}

interface Issued {
  readonly login: string | undefined;
  readonly refreshed: string | undefined;
  readonly refresh: string | undefined;
}

const presented = (name: string, token: string | undefined): readonly Presented[] =>
  token === undefined ? [] : [{ name, authorization: learntBearer(token) }];

const hmacOnly = "getContactByReference";

/**
 * What must be refused: a refresh token by everybody, an access token of the CRM by the other interfaces and by the
 * operation that takes no bearer.
 */
const callsOf = (
  context: PlanContext,
  effect: Row["effect"],
  { login, refreshed, refresh }: Issued,
): readonly Call[] =>
  interfaceNames
    .filter((name) => context.interfaces.includes(name))
    .flatMap((name) => {
      const access = [
        ...presented("an access token of the CRM", login),
        ...presented("a refreshed access token of the CRM", refreshed),
      ];
      const opened = callsWith(name, effect, access, context).filter(
        ({ operation }) => name !== "crm" || operation === hmacOnly,
      );
      return [...callsWith(name, effect, presented("a refresh token", refresh), context), ...opened];
    });

const factOf = ({ interface: name, operation }: Exchange): string =>
  name !== "crm" ? "GEN-04" : operation === hmacOnly ? "CRM-21" : "CRM-30";

/** Asks every operation with tokens that were issued for something else. */
const issuedTokensCheck = ({ effect, ...row }: Row): ActiveCheck => ({
  ...row,
  effect,
  severity: "error",
  interfaces: ["crm"],
  needs: passwordNeeds,
  *plan(context) {
    if (!isTurnOf(context, effect === "read" ? "issued tokens" : "issued tokens to write")) return;
    const first = yield* send(passwordGrant("login"));
    const given = refreshTokenOf(first);
    const second = given === undefined ? undefined : yield* send(refreshGrant("refresh", given));
    const issued = {
      login: accessTokenOf(first),
      refreshed: accessTokenOf(second),
      refresh: refreshTokenOf(second) ?? given,
    };
    if (issued.refreshed !== undefined) yield* send(probe("with the refreshed token", issued.refreshed));
    yield* sendAll(context.sample(callsOf(context, effect, issued), 4).map(toBeRefused));
  },
  *judge(exchanges): Generator<Judgement> {
    const refused = exchanges.filter(({ call }) => call?.expects === "refusal");
    for (const fact of row.facts)
      if (!refused.some((exchange) => factOf(exchange) === fact))
        yield notApplicable(exchanges.length === 0 ? notItsTurn : "no token could be shown", fact);
    for (const exchange of refused) {
      const status = statusOf(exchange);
      if (status === 401) continue;
      const { operation = "unknown", call } = exchange;
      const label = call?.label ?? "";
      yield violation({
        fact: factOf(exchange),
        rule: "status",
        message: `${label}: ${status} where 401 is stated`,
        exchange,
        cause: {
          what: `operations answer ${label.slice(`${operation} with `.length)} with ${status} where 401 is stated`,
          item: operation,
        },
        expected: "401",
        actual: String(status),
      });
    }
  },
});

const rows: readonly Row[] = [
  {
    id: "tokens-open-what-they-are-for",
    effect: "read",
    facts: ["CRM-30", "CRM-21", "GEN-04"],
    title: "A refresh token is no access token, and the CRM's tokens read nothing elsewhere",
    why: "A refresh token lives a year and is kept where access tokens are not: it must open nothing by itself.",
  },
  {
    id: "tokens-write-what-they-are-for",
    effect: "write",
    facts: ["CRM-30", "GEN-04"],
    title: "A refresh token is no access token, and the CRM's tokens write nothing elsewhere",
    why: "A refresh token lives a year and is kept where access tokens are not: it must change nothing by itself.",
  },
];

/** The checks that present tokens which were issued for something else. */
export const issuedTokens = rows.map(issuedTokensCheck);
