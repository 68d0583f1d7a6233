import {
  defineTaggedCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../core/model/check.ts";
import type { PageParameters } from "../core/model/resource.ts";
import { jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { answersOf, type ListTag } from "./support/answers.ts";
import { has, isObject, property } from "./support/json.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import {
  findQueryEndpoints,
  queryEndpointNames,
  sentQuery,
  withHiddenColumns,
  type FoundQueryEndpoint,
} from "./support/paged-endpoint.ts";
import { isPage, recordsOnPage } from "./support/paging.ts";
import { optionsIn } from "./support/query-options.ts";
import { anyConjunct, mainBearer, sampleConditions } from "./support/sample-calls.ts";

const lower = (name: string): string => name.toLowerCase();

/** The field names of all records of a page. */
const fieldsOf = (exchange: Exchange): readonly string[] => [
  ...new Set((recordsOnPage(exchange) ?? []).filter(isObject).flatMap((record) => Object.keys(record))),
];

/** Limit of single columns tried on an endpoint. */
const tries = 6;

const page = { skip: 0, take: 5 } as const;

/** Columns that are selected at once. */
const most = 5;

/** The options, a page of all fields, or a selection of some. */
type Asks = "options" | "plain" | Pick<Selection, "positions" | "how">;

type Tag = ListTag<Asks>;

const textsIn = function* (value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
};

/**
 * Possible columns in the options: those listed as such, otherwise any text, since their shape is open (U-11). Fields
 * and columns may have different names.
 */
const columnsIn = (answered: Exchange | undefined): ReadonlySet<string> =>
  new Set(answered && (optionsIn(answered)?.columns ?? textsIn(jsonOf(answered))));

function* columnNames({ operation, queryType }: FoundQueryEndpoint): Plan<ReadonlySet<string>, Tag> {
  const answered = yield* send<Tag>({
    operation: "getQueryOptions",
    path: { queryType },
    authorization: mainBearer("donation"),
    label: `getQueryOptions of query type ${queryType}`,
    tag: { list: operation, asks: "options" },
  });
  return columnsIn(answered);
}

/** A request for columns, by their positions among the candidates: their names come from the target. */
interface Selection {
  readonly positions: readonly number[];
  readonly options: PageParameters & { readonly groups?: readonly unknown[] };
  readonly how?: string;
}

/** The call of a selection. No label names a column, whose name may be personal data. */
const selecting =
  ({ operation, call }: FoundQueryEndpoint, columns: readonly string[]) =>
  ({ positions, options, how = "" }: Selection): Call<Tag> => {
    const label = `${operation}: ${positions.map((at) => `column ${at + 1}`).join(" and ")}${how}`;
    const selectedColumns = positions.flatMap((at) => columns[at] ?? []);
    return {
      ...withHiddenColumns(call({ ...options, selectedColumns }, label)),
      tag: { list: operation, asks: { positions, how } },
    };
  };

/** The first column that the endpoint accepts, by position. */
function* firstTaken(
  columns: readonly string[],
  select: (selection: Selection) => Call<Tag>,
): Plan<number | undefined, Tag> {
  for (const at of columns.slice(0, tries).keys())
    if (isPage(yield* send(select({ positions: [at], options: page })))) return at;
  return undefined;
}

function* askOne(endpoint: FoundQueryEndpoint, context: PlanContext): Plan<void, Tag> {
  const plain = yield* send<Tag>({
    ...endpoint.call(page, `${endpoint.operation}: plain`),
    tag: { list: endpoint.operation, asks: "plain" },
  });
  const listed = yield* columnNames(endpoint);
  const columns = fieldsOf(plain).filter((name) => lower(name) !== "id" && listed.has(name));
  const select = selecting(endpoint, columns);
  const taken = yield* firstTaken(columns, select);
  if (taken === undefined) return;
  const further = [...columns.keys()].filter((at) => at !== taken).slice(0, most - 1);
  const [another] = further;
  const [condition] = sampleConditions(context, endpoint.kind);
  const groups = [{ conjunct: anyConjunct(context), conditions: [condition] }];
  const one = [taken];
  const others: readonly Selection[] = [
    { positions: [taken, ...further], options: page },
    { positions: one, options: { ...page, skip: 1 }, how: " on a later page" },
    {
      positions: another === undefined ? one : [another, taken],
      options: { ...page, includeDetails: true },
      how: " with details",
    },
    ...(condition === undefined
      ? []
      : [{ positions: one, options: { ...page, groups }, how: " with a filter" }]),
  ];
  yield* sendAll(context.sample(others, 1).map(select));
}

/** The columns that an exchange selected; undefined if it selected none. */
const selectedIn = (exchange: Exchange): readonly string[] | undefined => {
  const body = sentQuery(exchange);
  const columns = isObject(body) ? body["selectedColumns"] : undefined;
  return Array.isArray(columns) ? columns.filter((name) => typeof name === "string") : undefined;
};

/** Whether the same records were asked for: others may lack a field if nulls are omitted. */
const isSamePage = ({ request: { body } }: Exchange): boolean =>
  isObject(body) && body["skip"] === page.skip && body["groups"] === undefined;

const valuesOf = (page: Exchange, name: string): readonly unknown[] =>
  (recordsOnPage(page) ?? []).filter((record) => has(record, name)).map((record) => property(record, name));

/**
 * Whether a field that was not selected is unchanged or emptied. An array with another content may describe the
 * selection itself, and a value that nobody can select may be no field of the record: fields of records are not stated
 * (U-02).
 */
const isLeft = (plain: Exchange, selected: Exchange, name: string, listed: ReadonlySet<string>): boolean => {
  const before = new Set(valuesOf(plain, name).map((value) => JSON.stringify(value)));
  return valuesOf(selected, name).some((value) =>
    Array.isArray(value) ? before.has(JSON.stringify(value)) : isObject(value) || listed.has(name),
  );
};

/** Whether records list the selected columns in an array beside their fields, with one entry for each. */
const answersAnArray = (selected: Exchange, columns: readonly string[]): boolean =>
  (recordsOnPage(selected) ?? []).every(
    (record) =>
      isObject(record) &&
      Object.values(record).some((value) => Array.isArray(value) && value.length === columns.length),
  );

const judgeOne = function* (
  plain: Exchange,
  selected: Exchange,
  columns: readonly string[],
  listed: ReadonlySet<string>,
): Generator<Judgement> {
  const before = new Set(fieldsOf(plain).map(lower));
  const wanted = new Set(columns.map(lower));
  const after = fieldsOf(selected);
  // Fields that only a selection brings, such as details, are not judged.
  const extra = after
    .filter((name) => before.has(lower(name)) && !wanted.has(lower(name)) && lower(name) !== "id")
    .filter((name) => isLeft(plain, selected, name, listed));
  if (extra.length > 0)
    yield violation({
      rule: "extra",
      message: "fields that were not selected are returned",
      exchange: selected,
      also: [plain],
      pointer: "/items/0",
      expected: "the selected columns only",
      actual: `${extra.length} fields more`,
    });
  if (!isSamePage(selected)) return;
  const held = new Set(after.map(lower));
  const missing = columns.filter((name) => !held.has(lower(name)));
  if (missing.length > 0 && (recordsOnPage(selected)?.length ?? 0) > 0 && !answersAnArray(selected, columns))
    yield violation({
      rule: "missing",
      message: "a selected field is missing",
      exchange: selected,
      also: [plain],
      pointer: "/items/0",
      expected: `${columns.length} selected columns`,
      actual: `${missing.length} of them missing`,
    });
};

export const selectedColumnsLimitFields = defineTaggedCheck<Tag>({
  id: "selected-columns-limit-fields",
  facts: ["DON-14"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "selectedColumns returns the named fields and no others",
  why: "Consumers select columns to avoid holding data they have no right to.",
  *plan(context) {
    for (const endpoint of context.sample(yield* findQueryEndpoints(context), 1))
      yield* askOne(endpoint, context);
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = 0;
    for (const { operation } of queryEndpointNames) {
      const found = answersOf(exchanges, operation);
      const plain = found.get("plain");
      if (plain === undefined) continue;
      const listed = columnsIn(found.get("options"));
      for (const [, exchange] of found) {
        const columns = selectedIn(exchange);
        if (columns === undefined || !isPage(exchange)) continue;
        judged += 1;
        yield* judgeOne(plain, exchange, columns, listed);
      }
    }
    if (judged === 0)
      yield notApplicable("no column is listed by the name of a field, or none could be selected");
  },
});
