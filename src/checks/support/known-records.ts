import { send, type Plan, type PlanContext } from "../../core/model/check.ts";
import type { Call, Exchange } from "../../core/model/exchange.ts";
import { combinationText, labelOf, longestPage, optionsOf, type Combination } from "./combination.ts";
import { Answers, type ListTag } from "./answers.ts";
import { embeddedIn, type KnownEndpoint } from "./combination-defects.ts";
import { knownGroups, splitAtTop, type FilterText, type Letters } from "./filter-algebra.ts";
import { commonLetter, searchWord } from "./filter-texts.ts";
import { isObject, type JsonObject } from "./json.ts";
import { filteredCall, knownConditions, listedOptions } from "./known-conditions.ts";
import { belongingTo, partOf, readOrder, recordsIn, type Belongs, type KnownOrder } from "./known-order.ts";
import { isId, orderedValue, recordKey } from "./order.ts";
import { withHiddenColumns, type FoundQueryEndpoint, type PagedEndpoint } from "./paged-endpoint.ts";
import { isPage, recordsOnPage, totalOnPage } from "./paging.ts";

/** What an endpoint is asked: known records, how many a filter matches, several parameters at once, or one view. */
export type Asks =
  | { readonly known: FilterText; readonly skip: number }
  | { readonly total: FilterText }
  | { readonly combined: Combination }
  | "by modification"
  | "with details";

/** One endpoint, and its answers. */
export interface AskedEndpoint {
  readonly context: PlanContext;
  readonly endpoint: PagedEndpoint;
  /** The same if it is a query. */
  readonly query: FoundQueryEndpoint | undefined;
  readonly letters: Letters;
  /** The id and another field, by the names that select them; undefined if none are known. */
  readonly columns: readonly [id: string, one: string] | undefined;
  readonly asked: Answers<Asks>;
}

const labelFor = (asks: Asks): string => {
  if (typeof asks === "string") return asks;
  if ("known" in asks) return `known ${asks.skip} of ${asks.known}`;
  return "total" in asks ? `total of ${asks.total}` : labelOf(asks.combined);
};

const wordsOf = (asks: Asks): string => {
  if (typeof asks === "string") return asks;
  if ("combined" in asks) return combinationText(asks.combined);
  if ("total" in asks) return labelFor(asks);
  const { known, skip } = asks;
  const where = skip === 0 ? "the first records by id" : `the records by id from number ${skip + 1} on`;
  return known === "" ? where : `${where}, of filter ${known}`;
};

/** Texts for Filter, tried until one narrows the result: what it matches is open (U-10). */
const texts = [searchWord, "an", "er", commonLetter] as const;

const modified = { sortBy: "modifieddatetimeutc", descending: false } as const;

const asking = (
  { endpoint: { operation } }: AskedEndpoint,
  asks: Asks,
  call: (label: string) => Call,
): Call<ListTag<Asks>> => ({
  ...call(`${operation}: ${labelFor(asks)}`),
  words: wordsOf(asks),
  tag: { list: operation, asks },
});

/** Asks one call of an endpoint, and records the answer. */
function* ask(
  subject: AskedEndpoint,
  asks: Asks,
  call: (label: string) => Call,
): Plan<Exchange, ListTag<Asks>> {
  const exchange = yield* send(asking(subject, asks, call));
  subject.asked.set(asks, exchange);
  return exchange;
}

const pageCall =
  ({ endpoint, query, letters }: AskedEndpoint, filter: FilterText, options: JsonObject) =>
  (label: string): Call => {
    if (filter === "") return endpoint.call(options, label);
    return query === undefined
      ? endpoint.call({ ...options, filter }, label)
      : filteredCall(query, knownGroups(filter, letters), label, options);
  };

/** Limit of pages of a complete reading; of longer results only the ends are read. */
const mostPages = 10;

const offsets = (total: number, step: number, isAllWanted: boolean): readonly number[] =>
  total <= mostPages * step && isAllWanted
    ? Array.from({ length: Math.ceil(total / step) - 1 }, (_, index) => (index + 1) * step)
    : [Math.max(step, total - step)];

/** Reads a result in the order of ids: all of it, or its ends. */
function* readResult(
  subject: AskedEndpoint,
  filter: FilterText,
  isAllWanted: boolean,
): Plan<Exchange, ListTag<Asks>> {
  const page = (skip: number, take: number) =>
    pageCall(subject, filter, { skip, take, sortBy: "id", descending: false });
  const first = yield* ask(subject, { known: filter, skip: 0 }, page(0, longestPage));
  const held = recordsOnPage(first)?.length ?? 0;
  const total = totalOnPage(first) ?? 0;
  if (!isPage(first) || held === 0 || total <= held) return first;
  for (const skip of offsets(total, held, isAllWanted))
    yield* ask(subject, { known: filter, skip }, page(skip, held));
  return first;
}

const callOf = (subject: AskedEndpoint, combination: Combination, label: string): Call => {
  const { endpoint, query, letters, columns = [] } = subject;
  const options = optionsOf(combination);
  if (query === undefined)
    return endpoint.call(
      { ...options, ...(combination.filter === "" ? {} : { filter: combination.filter }) },
      label,
    );
  const selectedColumns = combination.columns === "one" ? columns.slice(1) : columns;
  const selection = combination.columns === "all" ? {} : { selectedColumns };
  return withHiddenColumns(
    filteredCall(query, knownGroups(combination.filter, letters), label, { ...options, ...selection }),
  );
};

export const combinedCall = (subject: AskedEndpoint, combination: Combination): Call<ListTag<Asks>> =>
  asking(subject, { combined: combination }, (label) => callOf(subject, combination, label));

/** The query filters to try, written with the conjuncts that mean AND and OR. */
const either = "|(A,B)";

const shapesOf = (letters: Letters): readonly string[] =>
  letters.has("C")
    ? ["&(A,|(B,&(C,A)))", "&(A,A,B,C)", "|(A,B,A,C)", "&(B,C)"]
    : ["&(A,|(B,&(A,A)))", "&(A,A,A,B)", "|(A,A,A,B)", "&(A,B)"];

const isNested = (shape: string): boolean => /[&|].*[&|].*[&|]/.test(shape);

/** The given number of values, each turn the next ones. */
export const atTurn = <T>(values: readonly T[], turn: number, count: number): readonly T[] =>
  values.length <= count
    ? values
    : Array.from({ length: count }, (_, index) => values[(turn * count + index) % values.length] as T);

/** A shorter equivalent filter, whose total is asked if not all records are known. */
const shorter: Readonly<Record<string, string>> = {
  "&(A,|(B,&(C,A)))": "&(A,|(B,C))",
  "&(A,A,B,C)": "&(A,B,C)",
  "|(A,B,A,C)": "|(A,B,C)",
  "&(A,|(B,&(A,A)))": "&(A)",
  "&(A,A,A,B)": "&(A,B)",
  "|(A,A,A,B)": "|(A,B)",
};

type Conjunct = 0 | 1;

const bothConjuncts: readonly FilterText[] = ["0(A,B)", "1(A,B)"];

const inIntegers = (shape: string, and: Conjunct): FilterText =>
  shape.replaceAll("&", String(and)).replaceAll("|", String(1 - and));

const inSigns = (filter: FilterText, and: Conjunct): string =>
  filter.replaceAll(/[01](?=\()/g, (integer) => (Number(integer) === and ? "&" : "|"));

const totalFor = (asked: Answers<Asks>, filter: FilterText): number | undefined => {
  const exchange = asked.get({ total: filter }) ?? asked.get({ known: filter, skip: 0 });
  return exchange !== undefined && isPage(exchange) ? totalOnPage(exchange) : undefined;
};

const totalCall = (subject: AskedEndpoint, filter: FilterText) =>
  pageCall(subject, filter, { skip: 0, take: 1 });

function* askTotal(subject: AskedEndpoint, filter: FilterText): Plan<void, ListTag<Asks>> {
  yield* ask(subject, { total: filter }, totalCall(subject, filter));
}

/** The reads that show which records a filter matches: the results of its conditions, or its own. */
const readsOf = (filter: FilterText): readonly FilterText[] => {
  const letters = /\([^)]/.test(filter) ? filter.match(/[A-Z]/g) : null;
  return letters === null ? [filter] : [...new Set(letters)].map((letter) => `0(${letter})`);
};

export const comparedWith = ({ filter, details }: Combination, asked: Answers<Asks>): readonly Exchange[] => {
  const known = new Set(["", ...readsOf(filter)]);
  const shows = (asks: Asks): boolean => {
    if (typeof asks === "string") return details && asks === "with details";
    if ("known" in asks) return asks.skip === 0 && known.has(asks.known);
    // The meaning and the matches of conjuncts are known only from totals.
    return "total" in asks && filter.includes("(");
  };
  return [...asked].flatMap(([asks, exchange]) => (shows(asks) ? [exchange] : []));
};

/** The total of a filter, or of the first page of it, whatever else was asked of that. */
const anyTotalFor = (asked: Answers<Asks>, filter: FilterText): number | undefined => {
  const pages = [...asked].flatMap(([asks, exchange]) =>
    combinationOf(asks)?.filter === filter && isPage(exchange) ? [exchange] : [],
  );
  const [first] = pages;
  return totalFor(asked, filter) ?? (first && totalOnPage(first));
};

/** The conjunct that means AND, by what the two match; undefined if they match the same. */
const andIn = (asked: Answers<Asks>): Conjunct | undefined => {
  const [zero, one] = [anyTotalFor(asked, "0(A,B)"), anyTotalFor(asked, "1(A,B)")];
  if (zero === undefined || one === undefined || zero === one) return undefined;
  return zero < one ? 0 : 1;
};

const knowsNesting = (asked: Answers<Asks>): boolean => {
  const [alone, within, everything] = ["0(A)", "0(1(A))", ""].map((filter) => totalFor(asked, filter));
  return alone !== undefined && within === alone && alone !== everything;
};

const emptyGroup: FilterText = "0()";

/** Finds out what some conditions match and how the conjuncts join them; returns the predictable filters. */
function* learnFilters(subject: AskedEndpoint, turn: number): Plan<readonly FilterText[], ListTag<Asks>> {
  const { letters, asked } = subject;
  if (!letters.has("B")) return [];
  for (const letter of letters.keys()) yield* readResult(subject, `0(${letter})`, false);
  for (const filter of ["0(A,B)", "1(A,B)", "0(1(A))"]) yield* askTotal(subject, filter);
  const [and, whole] = [andIn(asked), readOrder(knownPages(asked, ""))];
  if (and === undefined || whole === undefined) return [];
  const shapes = shapesOf(letters).filter((shape) => knowsNesting(asked) || !isNested(shape));
  const [first, ...others] = shapes;
  const chosen = [
    either,
    ...(first === undefined ? [] : [first]),
    ...atTurn([...others, undefined], turn, 1),
  ];
  for (const shape of chosen) {
    if (shape === undefined) yield* readResult(subject, emptyGroup, false);
    else if (derivedOrder(inIntegers(shape, and), and, whole, asked)?.isWhole !== true)
      yield* askTotal(subject, inIntegers(shorter[shape] ?? shape, and));
  }
  const isEmptyTaken = readOrder(knownPages(asked, emptyGroup)) !== undefined;
  return chosen.flatMap((shape) => {
    if (shape === undefined) return isEmptyTaken ? [emptyGroup] : [];
    return [inIntegers(shape, and)];
  });
}

/** Finds a text for Filter that matches some records, if possible not all. */
function* learnTexts(subject: AskedEndpoint): Plan<readonly string[], ListTag<Asks>> {
  const everything = totalFor(subject.asked, "") ?? 0;
  for (const text of texts) {
    const total = totalOnPage(yield* readResult(subject, text, false)) ?? 0;
    if (total > 0 && total < everything) return [text];
  }
  return [...subject.asked]
    .flatMap(([asks]) => (typeof asks === "object" && "known" in asks ? [asks.known] : []))
    .filter((filter) => filter !== "" && (totalFor(subject.asked, filter) ?? 0) > 0)
    .slice(0, 1);
}

const knownPages = (asked: Answers<Asks>, filter: FilterText) =>
  [...asked]
    .flatMap(([asks, exchange]) =>
      typeof asks === "object" && "known" in asks && asks.known === filter
        ? [{ skip: asks.skip, exchange }]
        : [],
    )
    .toSorted((one, other) => one.skip - other.skip);

/** Whether a record matches a filter, by the letters it matches. */
const matches = (
  filter: FilterText,
  and: Conjunct,
  letter: (name: string) => boolean | undefined,
): boolean | undefined => {
  if (!filter.includes("(")) return letter(filter);
  const members = splitAtTop(filter.slice(2, -1), ",").map((member) => matches(member, and, letter));
  const isAnd = Number(filter.charAt(0)) === and;
  if (members.includes(!isAnd)) return !isAnd;
  return members.includes(undefined) ? undefined : isAnd;
};

const derivedOrder = (
  filter: FilterText,
  and: Conjunct,
  whole: KnownOrder,
  asked: Answers<Asks>,
): KnownOrder | undefined => {
  const belongs = new Map<string, Belongs>();
  for (const letter of new Set(filter.match(/[A-Z]/g) ?? [])) {
    const order = readOrder(knownPages(asked, `0(${letter})`));
    if (order === undefined) return undefined;
    belongs.set(letter, belongingTo(whole, order));
  }
  const short = shorter[inSigns(filter, and)];
  const total = totalFor(asked, short === undefined ? filter : inIntegers(short, and));
  return partOf(whole, (key) => matches(filter, and, (letter) => belongs.get(letter)?.(key)), total);
};

/**
 * The modification times in records, if the order by modification agrees with them; where it was not asked for, those of
 * a list, whose sort fields are stated.
 */
const momentsIn = (
  asked: Answers<Asks>,
  records: ReadonlyMap<string, JsonObject>,
  kind: KnownEndpoint["kind"],
) => {
  const page = asked.get("by modification");
  const isStated = page === undefined && kind === "list";
  const keys = page === undefined || !isPage(page) ? [] : (recordsOnPage(page) ?? []).map(recordKey);
  const momentIn = (key: string, name: string): number | undefined => {
    const shown = records.get(key)?.[name];
    // A number is the id of whoever modified the record, or a count.
    return typeof shown === "string" ? orderedValue(shown) : undefined;
  };
  const [record] = records.values();
  const name = Object.keys(record ?? {}).find((one) => {
    const moments = keys.map((key) => momentIn(key, one));
    const isAscending = moments.every(
      (moment, index) => moment !== undefined && (index === 0 || moment >= (moments[index - 1] ?? moment)),
    );
    return isStated
      ? one.toLowerCase() === modified.sortBy
      : /^modif/i.test(one) && keys.length > 1 && isAscending;
  });
  return (key: string): number | undefined => (name === undefined ? undefined : momentIn(key, name));
};

/** The combination that was asked, if it was one. */
export const combinationOf = (asks: Asks): Combination | undefined =>
  typeof asks === "object" && "combined" in asks ? asks.combined : undefined;

const longestIn = (asked: Answers<Asks>, isDetailed: boolean): number =>
  Math.max(
    0,
    ...[...asked].flatMap(([asks, exchange]) => {
      const hasDetails = asks === "with details" || combinationOf(asks)?.details === true;
      return isPage(exchange) && hasDetails === isDetailed ? [recordsOnPage(exchange)?.length ?? 0] : [];
    }),
  );

const detailsIn = (
  asked: Answers<Asks>,
  records: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, JsonObject> => {
  const details = new Map<string, JsonObject>();
  for (const [asks, exchange] of asked) {
    const combination = combinationOf(asks);
    const isWhole = combination?.details === true && combination.columns === "all";
    if (asks !== "with details" && !isWhole) continue;
    for (const item of (recordsOnPage(exchange) ?? []).filter(isObject)) {
      const [key, without] = [recordKey(item), records.get(recordKey(item))];
      if (isId(key) && without !== undefined && !details.has(key))
        details.set(key, embeddedIn(item, without));
    }
  }
  return details;
};

/** What the answers of an endpoint say about its records; undefined if these cannot be distinguished. */
export const referenceIn = (
  asked: Answers<Asks>,
  kind: KnownEndpoint["kind"],
  filters: ReadonlySet<FilterText>,
): KnownEndpoint | undefined => {
  const whole = readOrder(knownPages(asked, ""));
  if (whole === undefined) return undefined;
  const and = andIn(asked);
  const orders = new Map([["", whole]]);
  for (const filter of filters) {
    const isRead = kind === "list" || filter === emptyGroup;
    const order = isRead
      ? readOrder(knownPages(asked, filter))
      : and === undefined
        ? undefined
        : derivedOrder(filter, and, whole, asked);
    if (filter !== "" && order !== undefined) orders.set(filter, order);
  }
  const records = recordsIn(knownPages(asked, "").map(({ exchange }) => exchange));
  return {
    kind,
    orders,
    records,
    momentOf: momentsIn(asked, records, kind),
    longest: { plain: longestIn(asked, false), details: longestIn(asked, true) },
    details: detailsIn(asked, records),
  };
};

/** The id and a field that distinguishes many records, as the options list them. */
function* columnsOf(
  context: PlanContext,
  query: FoundQueryEndpoint,
  page: Exchange,
): Plan<AskedEndpoint["columns"]> {
  const listed = new Set((yield* listedOptions(context, query))?.columns ?? []);
  const items = (recordsOnPage(page) ?? []).filter(isObject);
  const names = Object.entries(items[0] ?? {})
    .filter(
      ([name, value]) =>
        listed.has(name) && name.toLowerCase() !== "id" && !/^modif/i.test(name) && typeof value === "string",
    )
    .map(([name]) => name);
  const variety = (name: string): number => new Set(items.map((item) => item[name])).size;
  const id = [...listed].find((name) => name.toLowerCase() === "id");
  const [one] = names.toSorted((left, right) => variety(right) - variety(left));
  return id === undefined || one === undefined ? undefined : [id, one];
}

const lettersOf = function* (context: PlanContext, query: FoundQueryEndpoint): Plan<Letters> {
  const conditions = yield* knownConditions(context, query);
  return new Map(
    ["A", "B", "C"].flatMap((letter, index) => {
      const condition = conditions[index];
      return condition === undefined ? [] : [[letter, condition] as const];
    }),
  );
};

/** What an endpoint can be asked, and what it has been asked. */
export interface Learnt {
  readonly subject: AskedEndpoint;
  readonly filters: readonly FilterText[];
  readonly sorts: readonly string[];
}

/** Reads the records of an endpoint in the order of ids: all of them, or only the ends if requests are scarce. */
function* know(
  context: PlanContext,
  endpoint: PagedEndpoint,
  query: FoundQueryEndpoint | undefined,
): Plan<{ readonly bare: AskedEndpoint; readonly first: Exchange } | undefined, ListTag<Asks>> {
  const bare: AskedEndpoint = {
    context,
    endpoint,
    query,
    letters: new Map(),
    columns: undefined,
    asked: new Answers(),
  };
  const first = yield* readResult(bare, "", context.isScarce !== true);
  return referenceIn(bare.asked, "list", new Set()) === undefined ? undefined : { bare, first };
}

/** What two conditions match: enough for one filter of each conjunct. */
function* learnFewFilters(subject: AskedEndpoint): Plan<readonly FilterText[], ListTag<Asks>> {
  if (!subject.letters.has("B")) return [];
  for (const letter of ["A", "B"]) yield* readResult(subject, `0(${letter})`, false);
  return bothConjuncts;
}

/** How many records the conjuncts match, whatever else their pages were asked for. */
export function* learnTotals(
  subject: AskedEndpoint,
  filters: readonly FilterText[],
): Plan<void, ListTag<Asks>> {
  for (const filter of bothConjuncts)
    if (filters.includes(filter) && totalFor(subject.asked, filter) === undefined)
      yield* askTotal(subject, filter);
}

/** What an endpoint can be asked if only its records are known. */
export function* learnLittle(
  context: PlanContext,
  endpoint: PagedEndpoint,
  query: FoundQueryEndpoint | undefined,
): Plan<Learnt | undefined, ListTag<Asks>> {
  const known = yield* know(context, endpoint, query);
  return known === undefined
    ? undefined
    : { subject: known.bare, filters: [], sorts: query === undefined ? ["ID"] : [] };
}

/** Reads the records of an endpoint and what some filters match; undefined if nothing can be known about them. */
export function* learn(
  context: PlanContext,
  endpoint: PagedEndpoint,
  query: FoundQueryEndpoint | undefined,
  turn: number,
): Plan<Learnt | undefined, ListTag<Asks>> {
  const known = yield* know(context, endpoint, query);
  if (known === undefined) return undefined;
  const { bare, first } = known;
  const subject: AskedEndpoint =
    query === undefined
      ? bare
      : {
          ...bare,
          letters: yield* lettersOf(context, query),
          columns: yield* columnsOf(context, query, first),
        };
  if (context.isScarce === true) {
    const filters = yield* query === undefined ? learnTexts(subject) : learnFewFilters(subject);
    return { subject, filters, sorts: query === undefined ? ["ID", "ModifiedDateTimeUtc"] : [] };
  }
  const length = recordsOnPage(first)?.length ?? 1;
  const take = totalOnPage(first) === length ? longestPage : length;
  const latest = yield* ask(subject, "by modification", (label) =>
    endpoint.call({ ...modified, skip: 0, take }, label),
  );
  if (endpoint.operation.endsWith("Donors"))
    yield* ask(subject, "with details", (label) =>
      endpoint.call({ includeDetails: true, skip: 0, take: 50 }, label),
    );
  const filters = yield* query === undefined ? learnTexts(subject) : learnFilters(subject, turn);
  const spelt =
    query === undefined
      ? ["Id", "ModifiedDateTimeUtc", "ID", "modifieddatetimeutc"]
      : ["modifieddatetimeutc"];
  return {
    subject,
    filters,
    sorts: isPage(latest) ? spelt : spelt.filter((name) => /^id$/i.test(name)),
  };
}
