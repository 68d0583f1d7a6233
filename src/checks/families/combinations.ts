import {
  defineTaggedCheck,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import {
  combinationText,
  sharedText,
  isWithin,
  longestPage,
  changedParts,
  plainCombination,
  smallerThan,
  type Combination,
} from "../support/combination.ts";
import { defectOf, type Defect, type KnownEndpoint } from "../support/combination-defects.ts";
import { type Answers, answersOf, type ListTag } from "../support/answers.ts";
import { coveringArray } from "../support/covering-array.ts";
import { isSameJson } from "../support/json.ts";
import { hasRoundedId, isTurnedRound, recordId } from "../support/order.ts";
import { notApplicable, violation } from "../support/judgements.ts";
import {
  atTurn,
  type Asks,
  combinationOf,
  combinedCall,
  comparedWith,
  learn,
  learnLittle,
  learnTotals,
  referenceIn,
  type Learnt,
  type AskedEndpoint,
} from "../support/known-records.ts";
import {
  findQueryEndpoints,
  pagedListEndpoints,
  queryEndpointNames,
  type FoundQueryEndpoint,
  type PagedEndpoint,
} from "../support/paged-endpoint.ts";
import { isPage, isSamePage, recordsOnPage } from "../support/paging.ts";

/** Combinations asked of an endpoint in one run; the next seed asks the next ones. */
const rowsOfList = 6;
const rowsOfQuery = 9;
const fewRows = 2;

/** Number of endpoints asked if requests are scarce. */
const fewEndpoints = 2;

/** How far apart the two endpoints are of which only the records are learnt: a list and a query. */
const apart = 5;

/** Two endpoints, each turn the next ones. */
const twoOf = <T>(all: readonly T[], turn: number): readonly T[] =>
  all.filter((_, index) => [0, apart].some((offset) => (2 * turn + offset) % all.length === index));

/** Limit of requests for shrinking one combination, and of shrunk combinations. */
const mostSteps = 20;
const mostRounds = 4;

/** How often an endpoint was asked before: each visit takes the next combinations. */
const visitOf = ({ seed }: PlanContext): number => Math.max(0, seed - 1);

const starts = ["third", "last", "first", "beyond"] as const;

/** @param total undefined for what both conjuncts match if only these answers show it */
const skipAt = (start: (typeof starts)[number], take: number, total: number | undefined): number => {
  if (total === undefined) return start === "first" ? 0 : 1;
  switch (start) {
    case "third":
      return Math.min(3, Math.max(0, total - 1));
    case "last":
      return Math.max(0, total - Math.ceil(take / 2));
    case "first":
      return 0;
    case "beyond":
      return total + 1;
  }
};

/** Values of one run; the next seed takes the next ones. */
const valuesAt = ({ subject, filters, sorts }: Learnt, total: number, turn: number) => ({
  sortBy: subject.query === undefined ? atTurn(sorts, turn, 2) : ["id", ...sorts],
  descending: [true, false],
  details: [true, false],
  filter: [...filters, ""],
  columns: subject.columns === undefined ? (["all"] as const) : (["all", "one", "id and one"] as const),
  take: total > 20 ? [20, 50, longestPage] : [5, 50, longestPage],
  start: [
    ...atTurn(
      [
        ["third", "last"],
        ["third", "last"],
        ["last", "third", "beyond"],
      ] as const,
      turn,
      1,
    ).flat(),
    "first",
  ] as const,
});

const empties: readonly unknown[] = [false, "", "first"];

const saysNothing = (_name: string, value: unknown): boolean => empties.includes(value);

/** The combinations that cover the parameters of an endpoint, as many as one run asks. */
const combinationsFor = (learnt: Learnt, reference: KnownEndpoint, turn: number): readonly Combination[] => {
  const { query, context } = learnt.subject;
  const rows = coveringArray(valuesAt(learnt, reference.orders.get("")?.total ?? 0, turn), saysNothing);
  const usual = query === undefined ? rowsOfList : rowsOfQuery;
  const many = context.isScarce === true ? fewRows : usual;
  const from = (visitOf(context) * many) % rows.length;
  const some = [...rows.slice(from), ...rows.slice(0, from)].slice(0, many);
  return some.map(({ start, ...row }) => ({
    ...row,
    skip: skipAt(start, row.take, reference.orders.get(row.filter)?.total),
  }));
};

const filtersIn = (asked: Answers<Asks>): ReadonlySet<string> =>
  new Set([...asked].flatMap(([asks]) => combinationOf(asks)?.filter ?? []));

const kindOf = (operation: string): KnownEndpoint["kind"] =>
  operation.startsWith("list") ? "list" : "query";

const referenceOf = (subject: AskedEndpoint, filters: Iterable<string>): KnownEndpoint | undefined =>
  referenceIn(subject.asked, kindOf(subject.endpoint.operation), new Set(filters));

function* askFor(subject: AskedEndpoint, combinations: readonly Combination[]): Plan<void, ListTag<Asks>> {
  const exchanges = yield* sendAll(combinations.map((combination) => combinedCall(subject, combination)));
  for (const [index, exchange] of exchanges.entries()) {
    const combination = combinations[index];
    if (combination !== undefined) subject.asked.set({ combined: combination }, exchange);
  }
}

/** Leaves out one part after the other as long as the rest still fails. */
function* shrink(
  subject: AskedEndpoint,
  reference: KnownEndpoint,
  failing: Combination,
): Plan<void, ListTag<Asks>> {
  let [smallest, steps] = [failing, 0];
  for (let isShrinking = true; isShrinking && steps < mostSteps;) {
    isShrinking = false;
    for (const smaller of smallerThan(smallest)) {
      if (!subject.asked.has({ combined: smaller })) {
        yield* askFor(subject, [smaller]);
        steps += 1;
      }
      const exchange = subject.asked.get({ combined: smaller });
      if (exchange === undefined || defectOf(smaller, exchange, reference) === undefined) continue;
      [smallest, isShrinking] = [smaller, true];
      break;
    }
  }
}

/** The page size limit with details is not stated: a short or refused page with them is asked differently. */
const unclearIn = ({ asked }: AskedEndpoint, { orders }: KnownEndpoint): readonly Combination[] => {
  const unclear = [...asked].flatMap(([asks, exchange]) => {
    const combination = combinationOf(asks);
    if (combination?.details !== true) return [];
    if (!isPage(exchange)) return combination.take > 5 ? [{ ...combination, take: 5 }] : [];
    const expected = Math.min(
      combination.take,
      (orders.get(combination.filter)?.total ?? 0) - combination.skip,
    );
    const held = recordsOnPage(exchange)?.length ?? 0;
    return held > 0 && held < expected
      ? [{ ...plainCombination, details: true, take: combination.take }]
      : [];
  });
  return [...new Map(unclear.map((one) => [JSON.stringify(one), one])).values()];
};

/** A list or a query, and its combinations of this turn. */
interface Endpoint {
  readonly endpoint: PagedEndpoint;
  readonly query: FoundQueryEndpoint | undefined;
  readonly turn: number;
}

function* explore(context: PlanContext, { endpoint, query, turn }: Endpoint): Plan<void, ListTag<Asks>> {
  const learnt = yield* learn(context, endpoint, query, turn);
  if (learnt !== undefined) yield* pursue(learnt, (reference) => combinationsFor(learnt, reference, turn));
}

/** Everything at once that needs only the known records. */
const allAtOnce = (reference: KnownEndpoint, sortBy: string): readonly Combination[] => {
  const total = reference.orders.get("")?.total ?? 0;
  const take = total > 20 ? 20 : 5;
  const skip = skipAt("third", take, total);
  return [{ ...plainCombination, sortBy, descending: true, details: true, take, skip }];
};

function* exploreLittle(context: PlanContext, { endpoint, query }: Endpoint): Plan<void, ListTag<Asks>> {
  const learnt = yield* learnLittle(context, endpoint, query);
  const [sortBy = plainCombination.sortBy] = learnt?.sorts ?? [];
  if (learnt !== undefined) yield* pursue(learnt, (reference) => allAtOnce(reference, sortBy));
}

/** Asks for combinations, and shrinks those that fail. */
function* pursue(
  { subject, filters }: Learnt,
  combinationsOf: (reference: KnownEndpoint) => readonly Combination[],
): Plan<void, ListTag<Asks>> {
  const reference = referenceOf(subject, filters);
  if (reference === undefined) return;
  yield* askFor(subject, combinationsOf(reference));
  yield* askFor(subject, unclearIn(subject, reference));
  const answered = referenceOf(subject, filters) ?? reference;
  const isUnclear = filters.some((filter) => !answered.orders.has(filter));
  if (isUnclear || failingIn(subject.asked, answered).some(isOfConjuncts))
    yield* learnTotals(subject, filters);
  const known = referenceOf(subject, filters) ?? reference;
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const next = smallestOf(failingIn(subject.asked, known)).find(
      ({ combination }) => !isMinimal(combination, subject.asked),
    );
    if (next !== undefined) yield* shrink(subject, known, next.combination);
  }
}

interface Failure {
  readonly combination: Combination;
  readonly exchange: Exchange;
  readonly defect: Defect;
}

const isOfConjuncts = ({ combination: { filter } }: Failure): boolean => filter.includes("(");

const failingIn = (asked: Answers<Asks>, reference: KnownEndpoint): readonly Failure[] =>
  [...asked].flatMap(([asks, exchange]) => {
    const combination = combinationOf(asks);
    const defect = combination && defectOf(combination, exchange, reference);
    return combination === undefined || defect === undefined ? [] : [{ combination, exchange, defect }];
  });

/** Whether one failure follows from another: of a smaller combination, or of an ignored Skip. */
const followsFrom = (one: Failure, other: Failure): boolean => {
  if (other === one || !isWithin(other.combination, one.combination)) return false;
  const [parts, otherParts] = [one, other].map(({ combination }) => changedParts(combination).length);
  const isSkip = other.defect.fact === "DON-07" && one.defect.fact !== "DON-07";
  return (otherParts ?? 0) < (parts ?? 0) || (otherParts === parts && isSkip);
};

/** Failures without a smaller failing combination. */
const smallestOf = (failures: readonly Failure[]): readonly Failure[] =>
  failures.filter((one) => !failures.some((other) => followsFrom(one, other)));

/** Whether all smaller combinations are known not to fail. */
const isMinimal = (combination: Combination, asked: Answers<Asks>): boolean =>
  smallerThan(combination).every((smaller) => asked.has({ combined: smaller }));

/** The smallest failures; others only if none is known to be the smallest. */
const reportedOf = (failures: readonly Failure[], asked: Answers<Asks>): readonly Failure[] => {
  const smallest = smallestOf(failures);
  const minimal = smallest.filter(({ combination }) => isMinimal(combination, asked));
  return minimal.length > 0 ? minimal : smallest;
};

/** A failure of an endpoint that is reported, and what it was compared with. */
interface Reported extends Failure {
  readonly operation: string;
  readonly also: readonly Exchange[];
}

/** @param all those that fail in the same way, of any endpoint: the cause names what they share */
const violationOf = (
  { operation, combination, exchange, defect, also }: Reported,
  all: readonly Reported[],
): Judgement =>
  violation({
    fact: defect.fact,
    rule: "relation",
    message: `${operation}: ${combinationText(combination)} ${defect.message}`,
    cause: {
      what: `requests: a page${sharedText(all.map((one) => one.combination))} ${defect.message}`,
      item: `${operation} (${combinationText(combination)})`,
    },
    exchange,
    also,
    pointer: defect.pointer,
    expected: defect.expected,
    actual: defect.actual,
  });

/** The page that everything is compared with shows by itself whether its order is turned round. */
const judgeTurned = function* (operation: string, asked: Answers<Asks>): Generator<Judgement> {
  const known = asked.get({ known: "", skip: 0 });
  const records = (known && recordsOnPage(known)) ?? [];
  if (known === undefined || records.some(hasRoundedId) || !isTurnedRound(records.map(recordId))) return;
  const message = "the order descends though Descending is false";
  yield violation({
    fact: "DON-06",
    rule: "relation",
    message: `${operation}: ${message}`,
    cause: { what: message, item: operation },
    exchange: known,
    pointer: "/items",
    expected: "ids that ascend",
    actual: "ids that descend",
  });
};

const operations = [...pagedListEndpoints, ...queryEndpointNames].map(({ operation }) => operation);

function* endpointsFor(context: PlanContext): Plan<readonly Endpoint[]> {
  const queries = yield* findQueryEndpoints(context);
  return [
    ...pagedListEndpoints.map((endpoint) => ({ endpoint, query: undefined })),
    ...queries.map((query) => ({ endpoint: query, query })),
  ].map((endpoint, index) => ({ ...endpoint, turn: visitOf(context) + index }));
}

const judge = function* (exchanges: readonly Exchange<ListTag<Asks>>[]): Generator<Judgement> {
  let judged = 0;
  const found: Reported[] = [];
  for (const operation of operations) {
    const asked = answersOf(exchanges, operation);
    const reference = referenceIn(asked, kindOf(operation), filtersIn(asked));
    if (filtersIn(asked).size === 0 || reference === undefined) continue;
    judged += 1;
    yield* judgeTurned(operation, asked);
    for (const one of reportedOf(failingIn(asked, reference), asked))
      found.push({ ...one, operation, also: comparedWith(one.combination, asked) });
  }
  for (const one of found)
    yield violationOf(
      one,
      found.filter(({ defect }) => defect.message === one.defect.message),
    );
  if (judged === 0) yield notApplicable("no endpoint answered records that can be known apart");
};

const shared = {
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  looksAgain: (one: Exchange, other: Exchange): boolean =>
    isSamePage(one, other) && isSameJson(recordsOnPage(one), recordsOnPage(other)),
  judge,
} as const;

/** The checks that ask lists and queries for several parameters at once. */
export const combinations = [
  defineTaggedCheck<ListTag<Asks>>({
    ...shared,
    id: "parameters-hold-at-once",
    facts: ["DON-03", "DON-04", "DON-05", "DON-06", "DON-07", "DON-08", "DON-10"],
    title:
      "A page of a list or a query that sorts, descends, skips and embeds details at once does all of it",
    why: "One request shows whether any of the parameters is ignored.",
    *plan(context) {
      const endpoints = yield* endpointsFor(context);
      // Not more of them with what is left, which the other check asks for more.
      const some = context.isScarce === true ? twoOf(endpoints, visitOf(context)) : endpoints;
      for (const one of some) yield* exploreLittle(context, one);
    },
  }),
  defineTaggedCheck<ListTag<Asks>>({
    ...shared,
    id: "combinations-hold",
    facts: ["DON-03", "DON-04", "DON-05", "DON-06", "DON-07", "DON-08", "DON-10", "DON-14", "DON-23"],
    title: "Parameters of lists and queries mean the same together as alone",
    why: "Nobody notices when a list that is both sorted and filtered loses records.",
    *plan(context) {
      for (const one of context.sample(yield* endpointsFor(context), fewEndpoints))
        yield* explore(context, one);
    },
  }),
] as const;
