import { fieldNames } from "../../builtin/documents.ts";
import type { QueryTypeDialect } from "../../builtin/queries/dialect/dialect.ts";
import { type Key, keyOf } from "../../builtin/queries/values/key.ts";
import { isValue, type Value, type ValueType } from "../../builtin/queries/values/value-types.ts";
import { LocationCounts } from "../../core/shapes/location-counts.ts";
import type { Plan } from "../../core/model/check.ts";
import { anyCase, type JsonObject } from "../../core/model/json-object.ts";
import { keptNames } from "../../core/privacy/kept-names.ts";
import type { DiscoveryState } from "./discovery-state.ts";
import { compareIds, idText, type DonationRecords, donationPageIn, postQuery } from "./donation-calls.ts";
import type { OperatorObservations } from "./operator-observations.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { FoundType, RecordKind } from "./query-types.ts";

const countsThings = /(id|count|number|year|month|day|age)$/i;

/** Only a text with a fraction is a decimal; others may be postal codes. */
const decimalText = /^-?\d+\.\d+$/;

const isTextOf =
  (type: ValueType, also: RegExp = /(?:)/) =>
  (value: unknown): boolean =>
    typeof value === "string" && also.test(value) && keyOf(type, value) !== undefined;

/**
 * The type of a parameter by its non-null values; `unknown` if there are none or they differ. Whole numbers count as
 * integers only if the name suggests a count, because amounts may happen to be whole.
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

/** The values of a parameter in each record, in the order of the sample. */
export interface ParameterColumn {
  readonly name: string;
  readonly type: ValueType;
  /** Undefined if unset. */
  readonly values: readonly (Value | undefined)[];
  readonly keys: readonly (Key | undefined)[];
}

/** An order of records that is known everywhere (U-34), or the target's own. */
export type SampleOrder =
  | { readonly sortBy: "id" | "modifieddatetimeutc"; readonly descending: boolean }
  | { readonly sortBy?: undefined };

/**
 * The first records of one kind in one order, held in memory during the experiment. In the same order, any condition
 * must return the matching ones before all others, so the sample may be incomplete.
 */
export interface RecordSample {
  readonly kind: RecordKind;
  readonly operation: string;
  readonly code: number;
  readonly order: SampleOrder;
  /** JSON texts. */
  readonly ids: readonly string[];
  readonly total: number;
  /** Page size of requests. */
  readonly pageSize: number;
  /** Columns for pages with only ids. */
  readonly idColumns: readonly string[] | undefined;
  readonly columns: readonly ParameterColumn[];
}

/** Number of records to look at, and maximum number of pages. */
const wanted = 160;
const mostPages = 3;

export interface SampleWish extends Pick<RecordSample, "kind" | "operation" | "code" | "order" | "pageSize"> {
  /** What is known about the query type; undefined if its options were not understood. */
  readonly type: QueryTypeDialect | undefined;
}

function* askPages(
  client: ProbeClient,
  wish: SampleWish,
  columns: readonly string[] | undefined,
): Plan<DonationRecords | undefined> {
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
    const answer = donationPageIn((yield* client.askOne(postQuery(wish.operation, body, label))).exchange);
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

const columnOf = (
  name: string,
  declared: ValueType,
  items: readonly JsonObject[],
): readonly ParameterColumn[] => {
  const found = items.map((item) => anyCase(item, name));
  const values = found.map((value) => (isValue(value) ? value : undefined));
  if (found.some((value) => value !== undefined && value !== null && !isValue(value))) return [];
  const fits = (type: ValueType): boolean =>
    values.every((value) => value === undefined || keyOf(type, value) !== undefined);
  const type = declared !== "unknown" && fits(declared) ? declared : inferType(name, values);
  if (type === "unknown" || !fits(type)) return [];
  return [{ name, type, values, keys: values.map((value) => keyOf(type, value)) }];
};

/** The field names of some records; other keys may be personal data and must not get into a dialect. */
const fieldsIn = (items: readonly JsonObject[]): readonly string[] => {
  const counts = new LocationCounts(undefined, fieldNames);
  for (const item of items) counts.see(item, 0);
  const kept = keptNames(counts, fieldNames);
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names].filter((name) => fieldNames.isField(name) || kept.has(name));
};

const isId = (name: string): boolean => name.toLowerCase() === "id";

/** Whether any record has a value for comparisons. */
const isComparable = ({ name, values }: ParameterColumn): boolean =>
  !isId(name) && values.some((value) => value !== undefined);

const columnsOf = (
  parameters: readonly (readonly [string, ValueType])[],
  items: readonly JsonObject[],
): readonly ParameterColumn[] => parameters.flatMap(([name, type]) => columnOf(name, type, items));

/** Values of the parameters in the options, or, if records lack those, of the records' own properties. */
const comparableColumns = (
  type: QueryTypeDialect | undefined,
  items: readonly JsonObject[],
): readonly ParameterColumn[] => {
  const listed = Object.entries(type?.parameters ?? {}).map(([name, one]) => [name, one.type] as const);
  const columns = columnsOf(listed, items);
  if (columns.some(isComparable)) return columns;
  return columnsOf(
    fieldsIn(items).map((name) => [name, "unknown"] as const),
    items,
  );
};

const isIncreasing = (ids: readonly string[]): boolean =>
  ids.slice(1).every((id, index) => compareIds(ids[index] ?? "", id) < 0);

/** Records that share the last one's sort key may continue beyond the sample in any order, so none of them is kept. */
const settled = (items: readonly JsonObject[], { order }: SampleWish, total: number) => {
  if (items.length >= total) return items;
  if (order.sortBy !== "modifieddatetimeutc") return isIncreasing(items.map(idText)) ? items : [];
  const moment = (item: JsonObject | undefined): unknown =>
    anyCase(item, "modifiedDateTimeUtc") ?? anyCase(item, "modifiedDate");
  const last = moment(items.at(-1));
  return last === undefined
    ? []
    : items.slice(
        0,
        items.findIndex((item) => moment(item) === last),
      );
};

const sampleOf = (
  page: DonationRecords,
  wish: SampleWish,
  shown: readonly string[] | undefined,
): RecordSample | undefined => {
  const items = settled(page.items, wish, page.total);
  const ids = items.map(idText);
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
 * Requests a sample; undefined if no sample is informative. Requests complete records if selected columns do not show
 * the parameters.
 */
export function* takeSample(client: ProbeClient, wish: SampleWish): Plan<RecordSample | undefined> {
  const shown = columnsToShow(wish.type);
  for (const columns of shown === undefined ? [undefined] : [shown, undefined]) {
    const page = yield* askPages(client, wish, columns);
    const sample = page === undefined ? undefined : sampleOf(page, wish, columns);
    if (sample?.columns.some(isComparable) === true) return sample;
  }
  return undefined;
}

/** Which records of a sample are unchanged in a second sample. */
export const unchanged = (before: RecordSample, after: RecordSample): readonly boolean[] => {
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

/** Page size of a sample. */
const usualPage = 160;

const byId: SampleOrder = { sortBy: "id", descending: false };
const byDefault: SampleOrder = {};
const byChange: SampleOrder = { sortBy: "modifieddatetimeutc", descending: true };

const pageSizeOf = ({ pages }: DiscoveryState): number =>
  pages === undefined
    ? usualPage
    : Math.max(1, Math.min(usualPage, Math.max(pages.largestTaken, pages.largestSeen)));

function* sampleBy(
  state: DiscoveryState,
  client: ProbeClient,
  type: FoundType,
  order: SampleOrder,
): Plan<RecordSample | undefined> {
  const { kind, operation, code } = type;
  return yield* takeSample(client, {
    kind,
    operation,
    code,
    order,
    type: state.listed?.queryTypes[kind],
    pageSize: pageSizeOf(state),
  });
}

/** The oldest records of every kind and, unless those are all, the most recently changed ones. */
export function* takeSamples(state: DiscoveryState, client: ProbeClient): Plan<readonly RecordSample[]> {
  const samples: RecordSample[] = [];
  for (const type of state.types) {
    const sample =
      (yield* sampleBy(state, client, type, byId)) ?? (yield* sampleBy(state, client, type, byDefault));
    if (sample !== undefined) samples.push(sample);
    if (sample !== undefined && sample.ids.length >= sample.total) continue;
    const latest = yield* sampleBy(state, client, type, byChange);
    if (latest !== undefined) samples.push(latest);
  }
  return samples;
}

/** Reads the sampled records again, and excludes those that changed. */
export function* compareSamples(
  state: DiscoveryState,
  client: ProbeClient,
  observations: OperatorObservations,
): Plan {
  const stable = new Map<RecordSample, readonly boolean[]>();
  for (const sample of state.samples) {
    const type = state.types.find(({ kind }) => kind === sample.kind);
    const again = type === undefined ? undefined : yield* sampleBy(state, client, type, sample.order);
    if (again !== undefined) stable.set(sample, unchanged(sample, again));
  }
  state.changed = [...stable.values()].flat().filter((isStable) => !isStable).length;
  observations.leaveOut(({ probe }, index) => stable.get(probe.sample)?.[index] !== false);
}
