import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type PlanContext,
} from "../../harness/model/check.ts";
import { documentedOperations } from "../../contract/operations.ts";
import type { Call } from "../../harness/model/exchange.ts";
import { interfacesStating } from "../support/interfaces-stating.ts";
import { notApplicable, statusOf, violation } from "../support/judgements.ts";
import { attemptsWith, toBeRefused, type Presented } from "../support/refusal.ts";
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
  readonly fact: "CRM-21" | "CRM-30" | "GEN-04";
  /** Dotted config paths beside those of the account. */
  readonly needs?: readonly string[];
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
  interfacesStating("GEN-04")
    .filter((name) => context.interfaces.includes(name))
    .flatMap((name) => {
      const callsWith = (presentedOnes: readonly Presented[]): readonly Call[] =>
        attemptsWith(name, effect, presentedOnes, context).map(({ call }) => call);
      // Two tokens of one kind: an operation that is no concern of theirs is shown one of them.
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

const factOf = ({ operation }: Call): Row["fact"] =>
  interfaceOf.get(operation) !== "crm" ? "GEN-04" : operation === hmacOnly ? "CRM-21" : "CRM-30";

/** Stands for tokens before there are any. */
const placeholders: Issued = { login: "login", refreshed: "refreshed", refresh: "refresh" };

/** Asks operations with tokens that were issued for something else. */
const issuedTokensCheck = ({ effect, fact, needs = [], ...row }: Row): ActiveCheck => {
  const callsFor = (context: PlanContext, issued: Issued): readonly Call[] =>
    callsOf(context, effect, issued).filter((call) => factOf(call) === fact);
  return {
    ...row,
    effect,
    facts: [fact],
    severity: "error",
    interfaces: ["crm"],
    needs: [...passwordNeeds, ...needs],
    turns: 6,
    *plan(context) {
      if (callsFor(context, placeholders).length === 0) return;
      const first = yield* send(passwordGrant("login"));
      const given = refreshTokenOf(first);
      const second = given === undefined ? undefined : yield* send(refreshGrant("refresh", given));
      const issued = {
        login: accessTokenOf(first),
        refreshed: accessTokenOf(second),
        refresh: refreshTokenOf(second) ?? given,
      };
      if (issued.refreshed !== undefined) yield* send(probe("with the refreshed token", issued.refreshed));
      yield* sendAll(context.sample(callsFor(context, issued), 4).map(toBeRefused));
    },
    *judge(exchanges): Generator<Judgement> {
      const refused = exchanges.filter(({ call }) => call?.expects === "refusal");
      if (refused.length === 0) return yield notApplicable("no token could be shown");
      for (const exchange of refused) {
        const status = statusOf(exchange);
        if (status === 401) continue;
        const { operation = "unknown", call } = exchange;
        const label = call?.label ?? "";
        yield violation({
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
  };
};

const rows: readonly Row[] = [
  {
    id: "refresh-tokens-read-nothing",
    effect: "read",
    fact: "CRM-30",
    title: "A refresh token is no access token for any read",
    why: "A refresh token lives a year and is kept where access tokens are not: it must open nothing by itself.",
  },
  {
    id: "refresh-tokens-write-nothing",
    effect: "write",
    fact: "CRM-30",
    title: "A refresh token is no access token for any write",
    why: "A refresh token lives a year and is kept where access tokens are not: it must change nothing by itself.",
  },
  {
    id: "reference-read-refuses-issued-tokens",
    effect: "read",
    fact: "CRM-21",
    needs: ["crm.records.referenceId"],
    title: "The read by reference refuses every token that a login or a refresh brings",
    why: "It is for signed server-to-server calls only.",
  },
  {
    id: "crm-tokens-read-nothing-elsewhere",
    effect: "read",
    fact: "GEN-04",
    title: "Tokens of a login or a refresh read nothing at the other interfaces",
    why: "A session in the CRM must not open the donors' records.",
  },
  {
    id: "crm-tokens-write-nothing-elsewhere",
    effect: "write",
    fact: "GEN-04",
    title: "Tokens of a login or a refresh write nothing at the other interfaces",
    why: "A session in the CRM must not change the donors' records.",
  },
];

/** The checks that present tokens which were issued for something else. */
export const issuedTokens = rows.map(issuedTokensCheck);
