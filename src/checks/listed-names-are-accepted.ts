import { largestQueryType } from "../builtin/queries/dialect/dialect.ts";
import {
  defineTaggedCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../core/model/check.ts";
import type { Call, Exchange } from "../core/model/exchange.ts";
import { type Answers, answersOf, type ListTag } from "./support/answers.ts";
import { at } from "./support/json.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { filteredCall, type KnownCondition, parameterOf, withoutValue } from "./support/known-conditions.ts";
import {
  findQueryEndpoints,
  queryCall,
  queryEndpointNames,
  withHiddenColumns,
  type FoundQueryEndpoint,
} from "./support/paged-endpoint.ts";
import { isInVain, isPage } from "./support/paging.ts";
import { optionsIn, unaryOperators, type OptionsContent } from "./support/query-options.ts";
import { anyConjunct, mainBearer, sampleConditions } from "./support/sample-calls.ts";

/** Limit of names asked one by one to find the refused ones. */
const mostSingles = 60;

const page = { skip: 0, take: 1 } as const;

type What = "columns" | "parameters";

/** The options, all names of a kind or one of them, a known condition, or another query type. */
type Asks =
  | "options"
  | "known condition"
  | { readonly all: What }
  | { readonly one: What; readonly index: number }
  | { readonly queryType: number };

type Tag = ListTag<Asks>;

const labelOf = (asks: Asks): string => {
  if (typeof asks === "string") return asks;
  if ("all" in asks) return `all ${asks.all}`;
  return "one" in asks ? `${asks.one} ${asks.index}` : `another query type, ${asks.queryType}`;
};

type Name = (asks: Asks) => Pick<Call<Tag>, "label" | "tag">;

const naming =
  ({ operation }: FoundQueryEndpoint): Name =>
  (asks) => ({ label: `${operation}: ${labelOf(asks)}`, tag: { list: operation, asks } });

/**
 * Conditions without a value, one for each parameter that lists such an operator. `isSet` is the operator that compares
 * any parameter so, if a dialect knows it.
 */
const unaryConditions = (
  { parameters = [] }: OptionsContent,
  isSet: number | undefined,
): readonly KnownCondition[] =>
  parameters.flatMap((parameter, index) => {
    const [operator = isSet] = unaryOperators(parameter);
    return operator === undefined
      ? []
      : [withoutValue({ parameter: parameter.name, nth: index + 1 }, operator)];
  });

/** Asks for everything at once, and one by one if that is refused: `ask` makes the call for some of the names. */
function* askFor<T>(
  what: What,
  all: readonly T[],
  ask: (some: readonly T[], asks: Asks) => Call<Tag>,
): Plan<readonly Exchange<Tag>[], Tag> {
  if (all.length === 0) return [];
  const together = yield* send(ask(all, { all: what }));
  if (isPage(together)) return [];
  return yield* sendAll(all.slice(0, mostSingles).map((one, index) => ask([one], { one: what, index })));
}

function* askOne(endpoint: FoundQueryEndpoint, context: PlanContext): Plan<void, Tag> {
  const named = naming(endpoint);
  const answer = yield* send({
    operation: "getQueryOptions",
    path: { queryType: endpoint.queryType },
    authorization: mainBearer("donation"),
    ...named("options"),
  });
  const options = optionsIn(answer);
  if (options === undefined) return;
  const columns = yield* askFor("columns", options.columns ?? [], (selectedColumns, asks) => ({
    ...withHiddenColumns(endpoint.call({ ...page, selectedColumns }, "")),
    ...named(asks),
  }));
  const conjunct = anyConjunct(context);
  const operator = context.setting("donation.queries.isSet");
  const isSet = typeof operator === "number" ? operator : undefined;
  const parameters = yield* askFor("parameters", unaryConditions(options, isSet), (conditions, asks) => ({
    ...filteredCall(endpoint, [{ conjunct, conditions }], "", page),
    ...named(asks),
  }));
  const [condition] = sampleConditions(context, endpoint.kind);
  const known =
    condition === undefined
      ? []
      : yield* sendAll([
          {
            ...endpoint.call({ ...page, groups: [{ conjunct: 0, conditions: [condition] }] }, ""),
            ...named("known condition"),
          },
        ]);
  const found = answersOf([...columns, ...parameters, ...known], endpoint.operation);
  if ([...judgeOne(found, answer)].length > 0) yield* askOtherTypes(endpoint);
}

/** Asks an endpoint for every other query type: the options of one that takes several are ambiguous (U-15). */
function* askOtherTypes(endpoint: FoundQueryEndpoint): Plan<void, Tag> {
  const { operation, queryType } = endpoint;
  const others = Array.from({ length: largestQueryType + 1 }, (_, type) => type);
  yield* sendAll(
    others
      .filter((type) => type !== queryType)
      .map((type) => ({
        ...queryCall(operation, { queryType: type, ...page }, ""),
        ...naming(endpoint)({ queryType: type }),
      })),
  );
}

const takesSeveral = (found: Answers<Asks>): boolean =>
  [...found].some(([asks, exchange]) => typeof asks === "object" && "queryType" in asks && isPage(exchange));

/** Names refused one by one, if others are accepted, which proves that the shape was read correctly. */
const refusedAmong = (what: What, found: Answers<Asks>): readonly Exchange[] => {
  const singles = [...found].flatMap(([asks, exchange]) =>
    typeof asks === "object" && "one" in asks && asks.one === what ? [exchange] : [],
  );
  const taken = singles.filter(isPage);
  const refused = singles.filter((one) => statusOf(one) >= 400 && statusOf(one) < 500);
  return taken.length === 0 ? [] : refused.filter((one) => what === "columns" || !isInVain(one));
};

const judgeNames = function* (found: Answers<Asks>, options: Exchange): Generator<Judgement> {
  for (const what of ["columns", "parameters"] as const)
    for (const exchange of refusedAmong(what, found).slice(0, 1))
      yield violation({
        rule: "relation",
        message: `one of the ${what} that the options list is refused by the query`,
        exchange,
        also: [options],
        expected: "200, as for others of the list",
        actual: String(statusOf(exchange)),
      });
};

const knownConditionsIn = ({ request }: Exchange): readonly unknown[] => {
  const conditions = at(request.body, "/groups/0/conditions");
  return Array.isArray(conditions) ? conditions : [];
};

/** The options list every parameter that the query accepts. */
const judgeCompleteness = function* (found: Answers<Asks>, options: Exchange): Generator<Judgement> {
  const known = found.get("known condition");
  const listed = optionsIn(options)?.parameters;
  if (known === undefined || !isPage(known) || listed === undefined) return;
  const [condition] = knownConditionsIn(known);
  const parameter = parameterOf(condition)?.toLowerCase();
  if (parameter === undefined || listed.some(({ name }) => name.toLowerCase() === parameter)) return;
  yield violation({
    rule: "missing",
    message: "the options do not list a parameter that the query accepts",
    exchange: options,
    also: [known],
    expected: "every valid parameter",
    actual: `${listed.length} others`,
  });
};

const judgeOne = function* (found: Answers<Asks>, options: Exchange): Generator<Judgement> {
  yield* judgeNames(found, options);
  yield* judgeCompleteness(found, options);
};

export const listedNamesAreAccepted = defineTaggedCheck<Tag>({
  id: "listed-names-are-accepted",
  facts: ["DON-15"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Query endpoints accept every parameter and column that their options list",
  why: "A filter built from the options must be accepted.",
  *plan(context) {
    // An endpoint may take several types: its implied one must be known.
    const found = (yield* findQueryEndpoints(context)).filter(({ kind }) =>
      context.has(`donation.queries.queryTypes.${kind}`),
    );
    for (const endpoint of context.sample(found, 1)) yield* askOne(endpoint, context);
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = 0;
    for (const { operation } of queryEndpointNames) {
      const found = answersOf(exchanges, operation);
      const options = found.get("options");
      if (options === undefined || optionsIn(options) === undefined || takesSeveral(found)) continue;
      judged += 1;
      yield* judgeOne(found, options);
    }
    if (judged === 0) yield notApplicable("no query type is known whose options have a known shape");
  },
});
