import {
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { PagedList, PageParameters } from "../../core/model/resource.ts";
import { awkward, searchWord } from "../support/filter-texts.ts";
import { type Answers, answersOf, type ListTag } from "../support/answers.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { recordKey, same } from "../support/order.ts";
import { endpointsOf, type FindEndpoints, overLists, type PagedEndpoint } from "../support/paged-endpoint.ts";
import { recordsOn, totalOn } from "../support/paging.ts";

/** What a list is asked for, in words. */
type Tag = ListTag<string>;

type Options = Parameters<PagedEndpoint["call"]>[0];

const nothing = "no optional parameter";
const everything = "all of its parameters";
const otherPage = "another page";
const signs = "a search with signs";

/** An ordinary value of each parameter; the largest page size is not stated. */
const ordinary: PageParameters = {
  skip: 0,
  page: 1,
  take: 1,
  descending: false,
  filter: searchWord,
  includeDetails: true,
};

/** Another page of any result of two or more records, in any order. */
const other: PageParameters = { skip: 1, page: 2, take: 1, descending: true };

/** The part of some options that a list states. */
const statedOf = ({ paging: { parameters, order } }: PagedList, options: PageParameters): PageParameters => ({
  ...Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(parameters, name))),
  ...(order?.facts.sortBy === undefined ? {} : { sortBy: order.ids }),
});

const nameOf = ({ paging: { parameters } }: PagedList, option: string): string =>
  Object.entries(parameters).find(([name]) => name === option)?.[1] ?? option;

interface Asking {
  /** Least number of lists asked in a run. */
  readonly few: number;
  /** What a request may hold besides, with an ordinary value. */
  readonly more?: Options;
  readonly find?: FindEndpoints;
  /** Asks for what is open, of which no answer is a violation. */
  open?(endpoint: PagedEndpoint, plain: Exchange | undefined, context: PlanContext): Plan;
  /** What an answer says of open questions. */
  observe?(accepted: Exchange): Generator<Judgement>;
}

function* askOne(
  endpoint: PagedEndpoint,
  { more = {}, open }: Asking,
  context: PlanContext,
): Plan<void, Tag> {
  const { operation, list, call } = endpoint;
  const { take, skip, page, filter } = list.paging.parameters;
  const ask = (name: string, options: Options): Call<Tag> => ({
    ...call({ ...options }, `${operation}: ${name}`),
    tag: { list: operation, asks: name },
  });
  const stated = Object.entries({ ...statedOf(list, ordinary), ...more });
  const few = take === undefined ? {} : { take: 1 };
  const [all] = yield* sendAll([
    ...(stated.length === 0 ? [] : [ask(everything, Object.fromEntries(stated))]),
    ...(filter === undefined ? [] : [ask(signs, { ...few, filter: awkward })]),
  ]);
  if (all !== undefined && !isAnswered(list, all))
    yield* sendAll(
      stated.map(([name, value]) => ask(`${nameOf(list, name)} alone`, { ...few, [name]: value })),
    );
  const [plain] = yield* sendAll([
    ask(nothing, {}),
    ...((skip ?? page) === undefined ? [] : [ask(otherPage, { ...statedOf(list, other) })]),
  ]);
  if (open !== undefined) yield* open(endpoint, plain, context);
}

const isAnswered = ({ paging: { statuses } }: PagedList, exchange: Exchange): boolean =>
  wrongStatus(exchange, statuses ?? "success", "") === undefined;

/** Refusals that nothing excludes: of signs in a search, of one without a match, of a page beyond the end. */
const mayBeRefused = (list: PagedList, name: string, exchange: Exchange, all: Answers<string>): boolean => {
  const totals = [...all]
    .map(([, one]) => one)
    .filter((one) => isAnswered(list, one))
    .map((one) => totalOn(list, one) ?? 0);
  const isBeyond = name === otherPage && Math.max(0, ...totals) < 2;
  const isSearched =
    list.paging.parameters.filter !== undefined &&
    [signs, everything, `${nameOf(list, "filter")} alone`].includes(name);
  const status = statusOf(exchange);
  return (status === 400 && (isBeyond || name === signs)) || (status === 404 && (isBeyond || isSearched));
};

const judgeAnswers = function* (list: PagedList, all: Answers<string>): Generator<Judgement> {
  const { operation, fact, paging } = list;
  for (const [name, exchange] of all) {
    if (mayBeRefused(list, name, exchange, all)) continue;
    const wrong = wrongStatus(exchange, paging.statuses ?? "success", `${operation} with ${name}`, fact);
    if (wrong !== undefined) yield wrong;
    // Where a page is stated, another check judges what it holds.
    else if (
      Object.keys(paging.parameters).length === 0 &&
      statusOf(exchange) !== 204 &&
      jsonOf(exchange) === undefined
    )
      yield violation({
        fact,
        rule: "missing",
        message: `the answer to ${operation} has no JSON body`,
        exchange,
        expected: "a JSON body",
        actual: "no JSON body",
      });
  }
};

/**
 * Requires an effect of every parameter except a search: what it matches is not stated, so one that finds everything
 * cannot be distinguished from an ignored one.
 */
const judgeEffect = function* (list: PagedList, all: Answers<string>): Generator<Judgement> {
  const [plain, page] = [all.get(nothing), all.get(otherPage)];
  if (plain === undefined || page === undefined || ![plain, page].every((one) => isAnswered(list, one)))
    return;
  const [keys = [], others = []] = [plain, page].map((one) => (recordsOn(list, one) ?? []).map(recordKey));
  if ((totalOn(list, plain) ?? 0) < 2 || keys.length < 2 || !same(keys, others)) return;
  const names = Object.keys(statedOf(list, other)).map((name) => nameOf(list, name));
  yield violation({
    fact: list.fact,
    rule: "relation",
    message: `the list ignores ${names.join(", ")}`,
    exchange: page,
    also: [plain],
    pointer: list.paging.items ?? "",
    expected: "another page than without them",
    actual: "the same page",
  });
};

/** Lists are answered, with none, all and each of their parameters, and these have an effect. */
export const listAnswers = (
  lists: readonly PagedList[],
  words: Pick<ActiveCheck, "id" | "title" | "why">,
  asking: Asking,
): ActiveCheck<Tag> => {
  const [fact = "", ...others] = new Set(lists.map((list) => list.fact));
  return {
    ...words,
    facts: [fact, ...others],
    ...overLists(lists),
    *plan(context) {
      const endpoints = yield* endpointsOf(lists, asking.find, context);
      for (const endpoint of context.sample(endpoints, asking.few)) yield* askOne(endpoint, asking, context);
    },
    *judge(exchanges) {
      if (exchanges.length === 0) return yield notApplicable("no list was asked");
      for (const list of lists) {
        const tried = exchanges.filter(({ operation }) => operation === list.operation);
        const all = answersOf(tried, list.operation);
        const last = tried.at(-1);
        if (all.size === 0 && last !== undefined && !tried.some((one) => isAnswered(list, one)))
          yield violation({
            fact: list.fact,
            rule: "status",
            message: `${list.operation} refuses every type`,
            exchange: last,
            expected: "success for the type that the list implies",
            actual: String(statusOf(last)),
          });
        yield* judgeAnswers(list, all);
        yield* judgeEffect(list, all);
        const accepted = tried.find((one) => isAnswered(list, one));
        if (accepted !== undefined && asking.observe !== undefined) yield* asking.observe(accepted);
      }
    },
  };
};
