import { plural } from "../core/output/plural.ts";
import {
  defineTaggedCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../core/model/check.ts";
import type { Call, Exchange } from "../core/model/exchange.ts";
import {
  behavioursIn,
  brokenIn,
  chosenRelations,
  filtersOf,
  knownGroups,
  type FilterText,
  type Letters,
  type Measured,
  type Relation,
  type Totals,
} from "./support/filter-algebra.ts";
import { shownCount } from "../core/validation/shape-of.ts";
import { Answers, answersOf, type ListTag } from "./support/answers.ts";
import { isObject, type JsonObject } from "./support/json.ts";
import { notApplicable, observation, violation } from "./support/judgements.ts";
import {
  conditionWithGaps,
  filteredCall,
  knownConditions,
  listedOptions,
  splitIn,
  twinsIn,
  type KnownCondition,
} from "./support/known-conditions.ts";
import { awkward } from "./support/filter-texts.ts";
import {
  findQueryEndpoints,
  queryEndpointNames,
  withHiddenColumns,
  type FoundQueryEndpoint,
} from "./support/paged-endpoint.ts";
import { isPage, isSameTotal, recordsOnPage, totalOnPage } from "./support/paging.ts";
import {
  type And,
  filterText,
  measuredText,
  lettersText,
  relationText,
  smallerToTry,
  smallestBroken,
} from "./support/smallest-break.ts";

const onePage = { skip: 0, take: 1 } as const;

/** The filters that show the meaning of the conjuncts. */
const core: readonly FilterText[] = ["0(A,B)", "1(A,B)", "0(A)", "0(B)"];

/** Amounts asked if requests are scarce; relations in addition to those that show precedence. */
const fewEndpoints = 1;
const fewRelations = 1;
const fewPages = 1;

/** Limit of requests for shrinking a violation: in full, and if requests are scarce. */
const mostSteps = 60;
const fewSteps = 12;

/** Smaller filters whose total may also change from page to page. */
const smallerPaged: readonly FilterText[] = ["", "0(A)", "0(B)"];

/** The first of some text conditions, on a text that a query language may mishandle. */
const withAwkwardText = (some: readonly KnownCondition[]): readonly KnownCondition[] => {
  const isText = ([name, value]: readonly [string, unknown]): boolean =>
    !["parameter", "operator"].includes(name) &&
    typeof (Array.isArray(value) ? value[0] : value) === "string";
  return some
    .flatMap(({ condition, shown }) => {
      const texts = Object.entries(condition).filter(isText);
      const changed = Object.fromEntries(
        texts.map(([name, value]) => [name, Array.isArray(value) ? [awkward] : awkward]),
      );
      return texts.length === 0
        ? []
        : [{ condition: { ...condition, ...changed }, shown: { ...shown, ...changed } }];
    })
    .slice(0, 1);
};

function* lettersOf(context: PlanContext, endpoint: FoundQueryEndpoint): Plan<Letters> {
  const some = yield* knownConditions(context, endpoint);
  const [a, b, c] = some;
  if (a === undefined || b === undefined) return new Map();
  const [isFull] = context.sample([true], 0);
  const gaps = isFull === true ? yield* conditionWithGaps(context, endpoint, some) : undefined;
  const twins = splitIn(some) ?? twinsIn(yield* listedOptions(context, endpoint));
  return new Map([
    ["A", a] as const,
    ["B", b] as const,
    ...(c === undefined ? [] : [["C", c] as const]),
    ...withAwkwardText(some).map((condition) => ["T", condition] as const),
    ...(gaps === undefined ? [] : [["N", gaps] as const]),
    ...(twins === undefined ? [] : [["P", twins[0]] as const, ["Q", twins[1]] as const]),
  ]);
}

/** Ways to ask for another page of the same result. */
const pages = ["page", "descending", "modified", "details", "column"] as const;

type Page = (typeof pages)[number];

/** A filter, and another page of its result than the first record. */
interface Asks {
  readonly filter: FilterText;
  readonly page?: Page;
}

const pageOptions = (name: Page, column: string | undefined): JsonObject | undefined => {
  switch (name) {
    case "page":
      return { skip: 1, take: 3 };
    case "descending":
      return { ...onePage, sortBy: "id", descending: true };
    case "modified":
      return { ...onePage, sortBy: "modifieddatetimeutc" };
    case "details":
      return { ...onePage, includeDetails: true };
    case "column":
      return column === undefined ? undefined : { ...onePage, selectedColumns: [column] };
  }
};

/** Names of fields of a record in an answer: one without a value, which a total must count all the same, and the first. */
const columnsIn = (page: Exchange | undefined): readonly string[] => {
  const [record] = (page && recordsOnPage(page)) ?? [];
  if (!isObject(record)) return [];
  const names = Object.keys(record);
  return [...names.filter((name) => record[name] === null).slice(0, 1), ...names.slice(0, 1)];
};

/** One endpoint, its conditions and its answers. */
interface Subject {
  readonly context: PlanContext;
  readonly endpoint: FoundQueryEndpoint;
  readonly letters: Letters;
  readonly asked: Answers<Asks>;
}

const callFor = (
  { endpoint: { operation }, endpoint, letters }: Subject,
  asks: Asks,
  options: JsonObject = onePage,
): Call<ListTag<Asks>> => {
  const { filter, page } = asks;
  const label = `${operation}: ${filter}${page === undefined ? "" : ` ${page}`}`;
  return {
    ...withHiddenColumns(filteredCall(endpoint, knownGroups(filter, letters), label, options)),
    tag: { list: operation, asks },
  };
};

function* askFor(subject: Subject, filters: readonly FilterText[]): Plan<void, ListTag<Asks>> {
  const exchanges = yield* sendAll(filters.map((filter) => callFor(subject, { filter })));
  for (const [index, exchange] of exchanges.entries())
    subject.asked.set({ filter: filters[index] ?? "" }, exchange);
}

/** The filters that were asked by an ordinary page. */
const askedPlainly = ({ asked }: Subject): ReadonlySet<FilterText> =>
  new Set([...asked].flatMap(([{ filter, page }]) => (page === undefined ? [filter] : [])));

/** Requests allowed for a violation. */
const stepsFor = (context: PlanContext): number =>
  context.sample(
    Array.from({ length: mostSteps }, (_, step) => step),
    fewSteps,
  ).length;

/** Asks smaller and smaller relations, until the smallest violated one is known or the steps are used up. */
function* shrinkRelations(subject: Subject): Plan<void, ListTag<Asks>> {
  for (let left = stepsFor(subject.context); left > 0;) {
    const broken = smallestBroken(totalsOf(subject.asked));
    const wanted =
      broken === undefined ? undefined : smallerToTry(broken, subject.letters, askedPlainly(subject));
    if (wanted === undefined) return;
    const some = wanted.slice(0, left);
    left -= some.length;
    yield* askFor(subject, some);
  }
}

function* askForPage(subject: Subject, filter: FilterText, page: Page): Plan<void, ListTag<Asks>> {
  const asks = { filter, page };
  const everything = subject.asked.get({ filter: "" });
  for (const column of page === "column" ? columnsIn(everything) : [undefined]) {
    const options = pageOptions(page, column);
    if (options === undefined) continue;
    const answered = yield* send(callFor(subject, asks, options));
    subject.asked.set(asks, answered);
    // Not every field can be selected.
    if (isPage(answered)) return;
  }
}

const isPagingBroken = ({ asked }: Subject, filter: FilterText, page: Page): boolean => {
  const [plain, other] = [totalsOf(asked).get(filter), measuredIn(asked.get({ filter, page }))];
  return plain !== undefined && other !== undefined && plain.total !== other.total;
};

/** The filters of the smallest violated relation that were not yet asked by an ordinary page. */
const unasked = ({ asked }: Subject): readonly FilterText[] => {
  const broken = smallestBroken(totalsOf(asked));
  if (broken === undefined) return [];
  const { of, plus, minus = [] } = broken.relation;
  return [of, ...plus, ...minus].filter((filter) => !asked.has({ filter }));
};

/** Asks the computed filter of each chosen relation by another kind of page; of a violated one also by itself. */
function* measureRelations(subject: Subject, chosen: readonly Relation[]): Plan<void, ListTag<Asks>> {
  const { context, asked } = subject;
  const names = context.sample(pages, fewPages);
  const computed = new Set(chosen.map(({ of }) => of).filter((filter) => !asked.has({ filter })));
  const parts = chosen.flatMap(filtersOf).filter((filter) => !asked.has({ filter }) && !computed.has(filter));
  yield* askFor(subject, [...new Set(parts)]);
  for (const [index, filter] of [...computed].entries())
    yield* askForPage(subject, filter, names[index % names.length] ?? "page");
  for (let some = unasked(subject); some.length > 0; some = unasked(subject)) yield* askFor(subject, some);
  yield* shrinkRelations(subject);
}

/** If a kind of page changes a total, asks for it with a smaller filter too. */
function* shrinkPages(subject: Subject): Plan<void, ListTag<Asks>> {
  const filters = [...subject.asked].map(([{ filter }]) => filter);
  for (const name of pages) {
    if (!filters.some((filter) => isPagingBroken(subject, filter, name))) continue;
    for (const filter of smallerPaged) {
      yield* askForPage(subject, filter, name);
      if (isPagingBroken(subject, filter, name)) break;
    }
  }
}

function* measure(context: PlanContext, endpoint: FoundQueryEndpoint): Plan<void, ListTag<Asks>> {
  const letters = yield* lettersOf(context, endpoint);
  if (letters.size === 0) return;
  const subject: Subject = { context, endpoint, letters, asked: new Answers() };
  yield* askFor(subject, [""]);
  yield* askFor(subject, core);
  const and = andIn(totalsOf(subject.asked));
  const chosen = chosenRelations(letters, and, (others) => context.sample(others, fewRelations));
  yield* measureRelations(subject, chosen);
  yield* shrinkPages(subject);
}

const measuredIn = (exchange: Exchange | undefined): Measured | undefined => {
  const total = exchange && totalOnPage(exchange);
  return exchange !== undefined && isPage(exchange) && total !== undefined ? { exchange, total } : undefined;
};

/** Totals by filter; those of a filter asked only by other pages also count as its own. */
const totalsOf = (found: Answers<Asks>): Totals => {
  const totals = [...found].flatMap(([asks, exchange]) => {
    const measured = measuredIn(exchange);
    return measured === undefined ? [] : [[asks, measured] as const];
  });
  const plain = totals.filter(([{ page }]) => page === undefined);
  return new Map([...totals, ...plain].map(([{ filter }, measured]) => [filter, measured]));
};

/** The conjunct that all these totals treat as AND; undefined if they disagree. */
const andIn = (totals: Totals): And => {
  const behaviours = behavioursIn(totals);
  const [and, ...others] = ([0, 1] as const).filter((conjunct) =>
    behaviours.every((behaviour) => behaviour.and.has(conjunct)),
  );
  return others.length === 0 ? and : undefined;
};

/** The smallest violated relation; violations of larger ones usually follow from it. */
const brokenRelation = function* (totals: Totals): Generator<Judgement> {
  const smallest = smallestBroken(totals);
  if (smallest === undefined) return;
  const { relation, measured, others, expected } = smallest;
  const and = andIn(totals);
  const filter = filterText(relation.of, and);
  const filters = [relation.of, ...relation.plus, ...(relation.minus ?? [])];
  const further = brokenIn(totals).length - 1;
  yield violation({
    rule: "relation",
    cause: {
      what: `query endpoints break one relation: ${relation.message}`,
      item: `${measured.exchange.operation ?? ""} (${shownCount(measured.total)}, not ${shownCount(expected)})`,
    },
    message: `${relation.message}: ${filter} matches ${shownCount(measured.total)}, its parts make ${shownCount(expected)}${further === 0 ? "" : `; ${plural(further, "other relation")} ${further === 1 ? "is" : "are"} broken too`}`,
    exchange: measured.exchange,
    also: others.map(({ exchange }) => exchange),
    pointer: "/total",
    expected: relationText(smallest, totals, and),
    actual: `${measuredText(relation.of, totals, and)}${lettersText(filters, totals)}`,
  });
};

/** What was asked in addition to the filter. */
const changes: Readonly<Record<Page, string>> = {
  page: "another page",
  descending: "a descending order",
  modified: "an order by modification",
  details: "asking for details",
  column: "selecting a column",
};

/** Another page of one result has the same total. */
const changedByPaging = function* (found: Answers<Asks>, totals: Totals): Generator<Judgement> {
  const and = andIn(totals);
  for (const name of pages)
    for (const filter of new Set([...smallerPaged, ...totals.keys()])) {
      const plain = totals.get(filter);
      const other = measuredIn(found.get({ filter, page: name }));
      if (plain === undefined || other === undefined || plain.total === other.total) continue;
      yield violation({
        rule: "relation",
        cause: {
          what: `query endpoints change a total by ${changes[name]}`,
          item: `${other.exchange.operation ?? ""} (from ${shownCount(plain.total)} to ${shownCount(other.total)})`,
        },
        message: `${changes[name]} changes the total of ${filterText(filter, and)} from ${shownCount(plain.total)} to ${shownCount(other.total)}`,
        exchange: other.exchange,
        also: [plain.exchange],
        pointer: "/total",
        expected: `${shownCount(plain.total)}, as without it`,
        actual: `${shownCount(other.total)} [${filterText(filter, and)}]${lettersText([filter], totals)}`,
      });
      break;
    }
};

const defectsOf = function* (found: Answers<Asks>, totals: Totals): Generator<Judgement> {
  yield* brokenRelation(totals);
  yield* changedByPaging(found, totals);
};

const namesOf = {
  0: "conjunct 0 behaves as AND, conjunct 1 as OR",
  1: "conjunct 1 behaves as AND, conjunct 0 as OR",
};

/** Requires one meaning of the conjuncts in all answers, and reports it. */
const meaningOf = function* (all: readonly Totals[]): Generator<Judgement> {
  let possible: ReadonlySet<number> = new Set([0, 1]);
  for (const { exchanges, parts, and } of all.flatMap(behavioursIn)) {
    const [exchange, other] = exchanges;
    const left = new Set([...possible].filter((conjunct) => and.has(conjunct)));
    if (left.size > 0) {
      possible = left;
      continue;
    }
    yield violation({
      rule: "relation",
      message:
        and.size === 0
          ? "neither conjunct narrows what its conditions match while the other widens it"
          : "the conjuncts join some conditions the other way round than others",
      exchange,
      also: [other, ...parts],
      pointer: "/total",
      expected: "one conjunct as AND, the other as OR, everywhere",
      actual: `${shownCount(totalOnPage(exchange))} under conjunct 0, ${shownCount(totalOnPage(other))} under conjunct 1`,
    });
  }
  const [and, ...others] = possible;
  const [shown] = all.flatMap(behavioursIn).map(({ exchanges }) => exchanges[0]);
  if (shown !== undefined && (and === 0 || and === 1) && others.length === 0)
    yield observation("U-14", namesOf[and], shown, { "U-14": `and-is-${and}` });
};

export const filterAlgebraHolds = defineTaggedCheck<ListTag<Asks>>({
  id: "filter-algebra-holds",
  facts: ["DON-23"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Totals of combined conditions add up in any order, nesting and page",
  why: "A filter that combines its conditions wrongly mails the wrong donors, and nobody notices.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    for (const endpoint of context.sample(found, fewEndpoints)) yield* measure(context, endpoint);
  },
  looksAgain: isSameTotal,
  *judge(exchanges): Generator<Judgement> {
    const all = queryEndpointNames
      .map(({ operation }) => answersOf(exchanges, operation))
      .map((found) => ({ found, totals: totalsOf(found) }));
    for (const { found, totals } of all) yield* defectsOf(found, totals);
    yield* meaningOf(all.map(({ totals }) => totals));
    const isWhole = ({ totals }: { readonly totals: Totals }): boolean =>
      ["", "0(A)", "0(B)"].every((filter) => totals.has(filter));
    if (!all.some(isWhole)) yield notApplicable("no two conditions are known that a query endpoint accepts");
  },
});
