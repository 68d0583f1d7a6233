import fc from "fast-check";
import { defineCheck, send, type Judgement, type PlanContext } from "../../core/model/check.ts";
import { type Call, type Exchange, callName } from "../../core/model/exchange.ts";
import { callStep, defineStep, replayed, stepOf, type Exploration } from "../../core/model/exploration.ts";
import { type Expected, statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import { mainBearer } from "../support/sample-calls.ts";
import {
  accessTokenOf,
  alteredGrant,
  learntBearer,
  passwordGrant,
  passwordNeeds,
  probe,
  refreshGrant,
  missingTokens,
  refreshTokenOf,
} from "../support/token-calls.ts";

/** The answers that have issued tokens, in order. */
const issuedIn = (history: readonly Exchange[]): readonly Exchange[] =>
  history.filter((one) => statusOf(one) === 200 && accessTokenOf(one) !== undefined);

/** The last refresh token of the last login: the state of others is not stated. */
const refreshTokenIn = (history: readonly Exchange[]): string | undefined =>
  refreshTokenOf(issuedIn(history).at(-1));

const tokenIn = (history: readonly Exchange[]): string | undefined => accessTokenOf(issuedIn(history).at(-1));

const worthless = (token: string): Call => {
  const authorization = learntBearer(token);
  const call = probe("a token with letters behind it, to be refused", token);
  return authorization.kind === "secret"
    ? toBeRefused({ ...call, authorization: { ...authorization, suffix: "x7f3a" } })
    : call;
};

const keyReads = (context: PlanContext): boolean =>
  context.has("crm.credentials.apiKey") && !context.has("crm.credentials.session");

const useOfKey = callStep("key", ["CRM-31"], () => ({
  operation: "listContactMethodTypes",
  authorization: mainBearer("crm"),
  label: "the API key",
}));

const exploration: Exploration<never> = {
  effort: 55,
  begin: callStep("begin", ["CRM-20"], () => passwordGrant("a login")),
  steps: (context) => [
    callStep("login", ["CRM-20"], () => passwordGrant("another login")),
    defineStep({
      name: "refresh",
      shows: ["CRM-37"],
      argument: fc.integer({ min: 1, max: 3 }),
      *plan(times, { history }) {
        let token = refreshTokenIn(history);
        for (let count = 1; count <= times && token !== undefined; count += 1)
          token = refreshTokenOf(
            yield* send(refreshGrant(`refresh ${count} with the newest refresh token`, token)),
          );
      },
    }),
    defineStep({
      name: "use",
      // Without an API key only one of the two can be shown to work.
      shows: keyReads(context) ? ["CRM-31"] : [],
      argument: fc.constantFrom(1, 3, 6),
      *plan(times, { history }) {
        const token = tokenIn(history);
        if (token === undefined) return;
        for (let count = 1; count <= times; count += 1)
          yield* send(probe(`use ${count} of the newest access token`, token));
      },
    }),
    callStep("worthless", ["CRM-30"], ({ history }) => {
      const token = tokenIn(history);
      return token === undefined ? undefined : worthless(token);
    }),
    callStep("no-grant", ["CRM-20"], () =>
      toBeRefused(
        alteredGrant("a token request of another grant type, to be refused", { grant_type: "no_such_grant" }),
      ),
    ),
    callStep("never-issued", ["CRM-20"], () =>
      toBeRefused(
        refreshGrant("a refresh token that was never issued, to be refused", "not-a-refresh-token-7f3a"),
      ),
    ),
    callStep("multipart", ["CRM-33"], () =>
      toBeRefused(passwordGrant("a multipart token request, to be refused", "multipart")),
    ),
    ...(keyReads(context) ? [useOfKey] : []),
  ],
};

/** Required answers to each step, with the fact that says so. */
const expected: Readonly<Record<string, { readonly fact: string; readonly statuses: Expected }>> = {
  begin: { fact: "CRM-20", statuses: [200] },
  login: { fact: "CRM-20", statuses: [200] },
  refresh: { fact: "CRM-37", statuses: [200] },
  worthless: { fact: "CRM-30", statuses: [401] },
  "no-grant": { fact: "CRM-20", statuses: "refusal" },
  "never-issued": { fact: "CRM-20", statuses: "refusal" },
  multipart: { fact: "CRM-33", statuses: "failure" },
};

/** Permissions do not matter here: only a 401 says that a credential is not accepted. */
const notAccepted = (exchange: Exchange, fact: string): Judgement =>
  violation({
    fact,
    rule: "status",
    message: `${exchange.call === undefined ? "a credential" : callName(exchange.call)} is answered with 401`,
    exchange,
    expected: "an accepted credential",
    actual: "401",
  });

export const tokensOverTime = defineCheck({
  id: "tokens-over-time",
  facts: ["CRM-37", "CRM-20", "CRM-30", "CRM-31", "CRM-33"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "Every login and refresh issues working tokens, however often, and whatever was refused in between",
  why: "A session that breaks at its second refresh logs people out in the middle of their work.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    for (const [index, exchange] of exchanges.entries()) {
      const step = stepOf(exchange) ?? "";
      // Other checks judge whether a login works at all: here it must work again.
      const isFirst =
        (step === "begin" || step === "login") && issuedIn(exchanges.slice(0, index)).length === 0;
      const stated = isFirst ? undefined : expected[step];
      const wrong = stated && wrongStatus(exchange, stated.statuses, exchange.call?.label ?? "", stated.fact);
      if (wrong !== undefined) yield wrong;
      else if (step === "refresh") yield* missingTokens(exchange, "CRM-37");
      if (statusOf(exchange) !== 401) continue;
      const issuer = issuedIn(exchanges.slice(0, index)).at(-1);
      if (step === "use")
        yield notAccepted(exchange, issuer && stepOf(issuer) === "refresh" ? "CRM-37" : "CRM-31");
      if (step === "key") yield notAccepted(exchange, "CRM-31");
    }
  },
});
