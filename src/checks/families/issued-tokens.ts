import { send, sendAll, type ActiveCheck, type Judgement, type PlanContext } from "../../core/model/check.ts";
import { documentedOperations } from "../../builtin/operations.ts";
import type { Call } from "../../core/model/exchange.ts";
import { interfacesStating } from "../support/interfaces-stating.ts";
import { notApplicable, statusOf, violation } from "../support/judgements.ts";
import {
  attemptsWith,
  refusalCause,
  type RefusalTag,
  toBeRefused,
  type Presented,
} from "../support/refusal.ts";
import {
  accessTokenOf,
  learntBearer,
  passwordGrant,
  passwordNeeds,
  probe,
  refreshGrant,
  refreshTokenOf,
} from "../support/token-calls.ts";

const nothingShown = (areTokensShown: boolean): string =>
  areTokensShown ? "no operation can be called with this configuration" : "no token could be shown";

type Fact = "CRM-21" | "CRM-30" | "GEN-04";

interface Row {
  readonly id: string;
  readonly effect: "read" | "write";
  readonly facts: readonly [Fact, ...Fact[]];
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
 * Calls that must be refused: a refresh token everywhere, a CRM access token on other interfaces and on the operation
 * that takes no bearer.
 */
const callsOf = (
  context: PlanContext,
  effect: Row["effect"],
  { login, refreshed, refresh }: Issued,
): readonly Call<RefusalTag>[] =>
  interfacesStating("GEN-04")
    .filter((name) => context.interfaces.includes(name))
    .flatMap((name) => {
      const callsWith = (presentedOnes: readonly Presented[]): readonly Call<RefusalTag>[] =>
        attemptsWith(name, effect, presentedOnes, context).map(({ call }) => call);
      // Two tokens of one kind: an operation that does not concern them receives one of them.
      const access = [
        ...presented("an access token of the CRM", login),
        ...presented("a refreshed access token of the CRM", refreshed),
      ].map((one) => (name === "crm" ? one : { ...one, every: 2 }));
      const opened = callsWith(access).filter(({ operation }) => name !== "crm" || operation === hmacOnly);
      return [...callsWith(presented("a refresh token", refresh)), ...opened];
    });

const interfaceOf = new Map<string, string>(
  documentedOperations.map(({ id, interface: name }) => [id, name]),
);

const factOf = (operation: string): Fact =>
  interfaceOf.get(operation) !== "crm" ? "GEN-04" : operation === hmacOnly ? "CRM-21" : "CRM-30";

/** Stand-ins for tokens that do not exist yet. */
const placeholders: Issued = { login: "login", refreshed: "refreshed", refresh: "refresh" };

/** Calls for each fact if requests are scarce. */
const fewCalls = 3;

/** Asks operations with tokens that were issued for another purpose. */
const issuedTokensCheck = ({ effect, facts, ...row }: Row): ActiveCheck<RefusalTag> => ({
  ...row,
  effect,
  facts,
  interfaces: ["crm"],
  needs: passwordNeeds,
  turns: 10,
  factsWith(context) {
    const shown = new Set(callsOf(context, effect, placeholders).map(({ operation }) => factOf(operation)));
    return facts.filter((fact) => shown.has(fact));
  },
  *plan(context) {
    if (callsOf(context, effect, placeholders).length === 0) return;
    const first = yield* send(passwordGrant("login"));
    const given = refreshTokenOf(first);
    const second = given === undefined ? undefined : yield* send(refreshGrant("refresh", given));
    const issued = {
      login: accessTokenOf(first),
      refreshed: accessTokenOf(second),
      refresh: refreshTokenOf(second) ?? given,
    };
    if (issued.refreshed !== undefined) yield* send(probe("with the refreshed token", issued.refreshed));
    const calls = Map.groupBy(callsOf(context, effect, issued), ({ operation }) => factOf(operation));
    yield* sendAll(
      facts
        .flatMap((fact) => context.sample(calls.get(fact) ?? [], fewCalls))
        .map((call) => toBeRefused(call)),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    const shown = Map.groupBy(
      exchanges.filter(({ call }) => call?.expects === "refusal"),
      ({ operation = "" }) => factOf(operation),
    );
    for (const fact of facts) {
      const refused = shown.get(fact) ?? [];
      if (refused.length === 0) yield notApplicable(nothingShown(shown.size > 0), fact);
      for (const exchange of refused) {
        const status = statusOf(exchange);
        if (status === 401) continue;
        const answered = { expected: "401", actual: String(status) };
        yield violation({
          fact,
          rule: "status",
          message: `${exchange.call?.label ?? ""}: expected 401, got ${status}`,
          exchange,
          cause: refusalCause(exchange, answered),
          ...answered,
        });
      }
    }
  },
});

const rows: readonly Row[] = [
  {
    id: "issued-tokens-read-nothing-else",
    effect: "read",
    facts: ["CRM-30", "CRM-21", "GEN-04"],
    title:
      "A refresh token reads nothing, and no token of a login reads by reference or at the other interfaces",
    why: "A session in the CRM must not open the donors' records, and a refresh token lives a year.",
  },
  {
    id: "issued-tokens-write-nothing-else",
    effect: "write",
    facts: ["CRM-30", "GEN-04"],
    title: "A refresh token writes nothing, and no token of a login writes at the other interfaces",
    why: "A session in the CRM must not change the donors' records, and a refresh token lives a year.",
  },
];

/** Checks that present tokens which were issued for another purpose. */
export const issuedTokens = rows.map(issuedTokensCheck);
