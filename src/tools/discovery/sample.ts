import type { Plan } from "../../harness/model/check.ts";
import { keptNames } from "../../harness/privacy/kept-names.ts";
import { LocationCounts } from "../../harness/drift/location-counts.ts";
import { fieldNames } from "../../contract/documents.ts";
import type { QueryTypeDialect } from "../../contract/queries/dialect/dialect.ts";
import { type Key, keyOf } from "../../contract/queries/values/key.ts";
import { isValue, type Value, type ValueType } from "../../contract/queries/values/value-types.ts";
import type { ProbeClient } from "./probe-client.ts";
import { idOf, type Page, pageIn, property, queryCall } from "./donation-calls.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";
import type { RecordKind } from "./query-types.ts";

const countsThings = /(id|count|number|year|month|day|age)$/i;

/** A fraction makes a text a decimal; without one it may be a postal code. */
const decimalText = /^-?\d+\.\d+$/;

const isTextOf =
  (type: ValueType, also: RegExp = /(?:)/) =>
  (value: unknown): boolean =>
    typeof value === "string" && also.test(value) && keyOf(type, value) !== undefined;

/**
 * The type of a parameter by the values that records hold, nulls aside; `unknown` where there are none or they differ.
 * Whole numbers alone are integers only where the name says that something is counted: an amount may happen to be whole.
 */
export const inferType = (name: string, values: readonly unknown[]): ValueType => {
  const held = values.filter((value) => value !== null && value !== undefined);
  if (held.length === 0) return "unknown";
  const all = (fits: (value: unknown) => boolean): boolean => held.every(fits);
  if (all((value) => typeof value === "boolean")) return "boolean";
  if (all((value) => typeof value === "number"))
    return all(Number.isSafeInteger) && countsThings.test(name) ? "integer" : "decimal";
  if (all(isTextOf("date", /^\d{4}-\d\d-\d\d$/))) return "date";
  if (all(isTextOf("instant", /T/))) return "instant";
  if (all(isTextOf("decimal", decimalText))) return "decimal";
  return all((value) => typeof value === "string") ? "text" : "unknown";
};

/** What a sampled parameter holds in each record, in the order of the sample. */
export interface Column {
  readonly name: string;
  readonly type: ValueType;
  /** Undefined where a record holds nothing. */
  readonly values: readonly (Value | undefined)[];
  readonly keys: readonly (Key | undefined)[];
}

/** An order of records that is known everywhere (U-34), or the target's own. */
export type SampleOrder =
  | { readonly sortBy: "id" | "modifieddatetimeutc"; readonly descending: boolean }
  | { readonly sortBy?: undefined };

/**
 * The first records of one kind in one order, held in memory for as long as the experiment lasts. Asked in the same
 * order, any condition has to answer those of them that match before all others: so the sample need not be everything.
 */
export interface Sample {
  readonly kind: RecordKind;
  readonly operation: string;
  readonly code: number;
  readonly order: SampleOrder;
  /** JSON texts. */
  readonly ids: readonly string[];
  readonly total: number;
  /** The size that pages are asked in. */
  readonly pageSize: number;
  /** What pages of ids alone are asked for with. */
  readonly idColumns: readonly string[] | undefined;
  readonly columns: readonly Column[];
}

/** How many records are looked at, in so many pages at most. */
const wanted = 160;
const mostPages = 3;

export interface SampleWish {
  readonly kind: RecordKind;
  readonly operation: string;
  readonly code: number;
  /** What is known of the query type; undefined where its options were not understood. */
  readonly type: QueryTypeDialect | undefined;
  readonly order: SampleOrder;
  readonly pageSize: number;
}

function* askPages(
  client: ProbeClient,
  wish: SampleWish,
  columns: readonly string[] | undefined,
): Plan<Page | undefined> {
  const items: JsonObject[] = [];
  let total = 0;
  for (let page = 0; page < mostPages && items.length < wanted; page += 1) {
    const body = {
      queryType: wish.code,
      skip: items.length,
      take: wish.pageSize,
      ...wish.order,
      ...(columns === undefined ? {} : { selectedColumns: columns }),
    };
    const label = `a sample by ${wish.operation}, by ${wish.order.sortBy ?? "default"}, from ${items.length}`;
    const answer = pageIn((yield* client.askOne(queryCall(wish.operation, body, label))).exchange);
    if (answer === undefined) return page === 0 ? undefined : { items, total };
    items.push(...answer.items);
    total = answer.total;
    if (answer.items.length === 0 || items.length >= total) break;
  }
  return { items: items.slice(0, Math.max(wanted, wish.pageSize)), total };
}

/** The columns that show the parameters; undefined if the target lists no columns. */
const columnsToShow = (type: QueryTypeDialect | undefined): readonly string[] | undefined => {
  if (type === undefined || type.columns.length === 0) return undefined;
  const parameters = new Set(Object.keys(type.parameters).map((name) => name.toLowerCase()));
  const shown = type.columns.filter(
    (name) => parameters.has(name.toLowerCase()) || name.toLowerCase() === "id",
  );
  return shown.some((name) => name.toLowerCase() === "id") ? shown : undefined;
};

const columnOf = (name: string, declared: ValueType, items: readonly JsonObject[]): readonly Column[] => {
  const found = items.map((item) => property(item, name));
  const values = found.map((value) => (isValue(value) ? value : undefined));
  if (found.some((value) => value !== undefined && value !== null && !isValue(value))) return [];
  const fits = (type: ValueType): boolean =>
    values.every((value) => value === undefined || keyOf(type, value) !== undefined);
  const type = declared !== "unknown" && fits(declared) ? declared : inferType(name, values);
  if (type === "unknown" || !fits(type)) return [];
  return [{ name, type, values, keys: values.map((value) => keyOf(type, value)) }];
};

/** The names of the fields of some records: other keys may be somebody's data, and must not get into a dialect. */
const fieldsIn = (items: readonly JsonObject[]): readonly string[] => {
  const counts = new LocationCounts(undefined, fieldNames);
  for (const item of items) counts.see(item, 0);
  const kept = keptNames(counts, fieldNames);
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names].filter((name) => fieldNames.isField(name) || kept.has(name));
};

const isId = (name: string): boolean => name.toLowerCase() === "id";

/** Whether any record holds what conditions can be compared with. */
const isComparable = ({ name, values }: Column): boolean =>
  !isId(name) && values.some((value) => value !== undefined);

const columnsOf = (
  parameters: readonly (readonly [string, ValueType])[],
  items: readonly JsonObject[],
): readonly Column[] => parameters.flatMap(([name, type]) => columnOf(name, type, items));

/** What records hold of the parameters that options list; of their own properties if they hold none of those. */
const comparableColumns = (
  type: QueryTypeDialect | undefined,
  items: readonly JsonObject[],
): readonly Column[] => {
  const listed = Object.entries(type?.parameters ?? {}).map(([name, one]) => [name, one.type] as const);
  const columns = columnsOf(listed, items);
  if (columns.some(isComparable)) return columns;
  return columnsOf(
    fieldsIn(items).map((name) => [name, "unknown"] as const),
    items,
  );
};

const isIncreasing = (ids: readonly string[]): boolean =>
  ids.slice(1).every((id, index) => {
    const before = ids[index] ?? "";
    const [one, other] = [Number(before), Number(id)];
    return Number.isFinite(one) && Number.isFinite(other) ? one < other : before < id;
  });

/**
 * Records that share the last one's place in the order may follow it in any order beyond the sample, so none of them
 * is kept.
 */
const settled = (items: readonly JsonObject[], { order }: SampleWish, total: number) => {
  if (items.length >= total) return items;
  if (order.sortBy !== "modifieddatetimeutc") return isIncreasing(items.map(idOf)) ? items : [];
  const moment = (item: JsonObject | undefined): unknown =>
    property(item, "modifiedDateTimeUtc") ?? property(item, "modifiedDate");
  const last = moment(items.at(-1));
  return last === undefined
    ? []
    : items.slice(
        0,
        items.findIndex((item) => moment(item) === last),
      );
};

const sampleOf = (page: Page, wish: SampleWish, shown: readonly string[] | undefined): Sample | undefined => {
  const items = settled(page.items, wish, page.total);
  const ids = items.map(idOf);
  if (ids.length < 2 || ids.includes("") || new Set(ids).size < ids.length) return undefined;
  const columns = comparableColumns(wish.type, items);
  const idColumn = shown?.find(isId);
  return {
    kind: wish.kind,
    operation: wish.operation,
    code: wish.code,
    order: wish.order,
    ids,
    total: page.total,
    pageSize: Math.min(wish.pageSize, Math.max(ids.length, 2)),
    idColumns: idColumn === undefined ? undefined : [idColumn],
    columns,
  };
};

/**
 * Asks for a sample; undefined if no sample is informative. Records are asked for whole where selected columns do not
 * show what the parameters hold.
 */
export function* takeSample(client: ProbeClient, wish: SampleWish): Plan<Sample | undefined> {
  const shown = columnsToShow(wish.type);
  for (const columns of shown === undefined ? [undefined] : [shown, undefined]) {
    const page = yield* askPages(client, wish, columns);
    const sample = page === undefined ? undefined : sampleOf(page, wish, columns);
    if (sample?.columns.some(isComparable) === true) return sample;
  }
  return undefined;
}

/** Which records of a sample are still what they were, by a second sample. */
export const unchanged = (before: Sample, after: Sample): readonly boolean[] => {
  const indexes = new Map(after.ids.map((id, index) => [id, index]));
  return before.ids.map((id, index) => {
    const later = indexes.get(id);
    return (
      later !== undefined &&
      before.columns.every(
        (column) =>
          column.values[index] === after.columns.find(({ name }) => name === column.name)?.values[later],
      )
    );
  });
};
