import { isObject, type JsonObject, own } from "../core/model/json-object.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import type { ServedKind } from "./kinds.ts";
import { exactJson } from "./exact-json.ts";
import { itemSchema, type Schemas } from "./schemas.ts";

/** Deeper objects of an answer are not looked into for a place of the record. */
const deepest = 4;

/** How many of a schema's properties a record has, from 0 to 1. */
const likeness = (schema: Schema | undefined, record: JsonObject, { reading }: Schemas): number => {
  const names = Object.keys(reading.view(schema).properties);
  return names.length === 0 ? 0 : names.filter((name) => Object.hasOwn(record, name)).length / names.length;
};

/** Names that mean the id of the record where the record itself has none of that name. */
const meansId = (name: string, { place, resource }: ServedKind): boolean => {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
  return plain === "id" || plain === place.name.toLowerCase() || plain === `${resource.name.toLowerCase()}id`;
};

/** Amounts as decimal texts: clients send them in either form. */
const withDecimals = (record: JsonObject, { decimals }: ServedKind): JsonObject => {
  const numbers = [...decimals].flatMap((name): [string, string][] => {
    const value = own(record, name);
    return typeof value === "number" ? [[name, value.toFixed(2)]] : [];
  });
  return numbers.length === 0 ? record : { ...record, ...Object.fromEntries(numbers) };
};

/** A record in the form of an answer's schema. */
export const showIn = (
  schema: Schema | undefined,
  stored: JsonObject,
  kind: ServedKind,
  schemas: Schemas,
): unknown => placedIn(schema, withDecimals(stored, kind), kind, schemas, 0);

const placedIn = (
  schema: Schema | undefined,
  record: JsonObject,
  kind: ServedKind,
  schemas: Schemas,
  depth: number,
): unknown => {
  const { reading } = schemas;
  if (schema === undefined || (kind.isOpen && schemas.isSame(schema, kind.schema))) return record;
  const items = itemSchema(reading, schema);
  if (items !== undefined) return [placedIn(items, record, kind, schemas, depth + 1)];
  const { properties, required, keywords } = reading.view(schema);
  const names = Object.keys(properties);
  if (names.length === 0) return record;
  const isRecord = likeness(schema, record, schemas) >= 0.5;
  const id = kind.idProperty === undefined ? undefined : own(record, kind.idProperty);
  const entries = names.flatMap((name, at): [string, unknown][] => {
    const inner = properties[name];
    if (inner !== undefined && schemas.isWriteOnly(inner)) return [];
    if (Object.hasOwn(record, name)) return [[name, record[name]]];
    if (meansId(name, kind) && id !== undefined) return [[name, id]];
    const view = reading.view(inner);
    const holdsRecord =
      !isRecord &&
      depth < deepest &&
      (schemas.isSame(inner, kind.schema) || likeness(inner, record, schemas) >= 0.5);
    if (holdsRecord) return [[name, placedIn(inner, record, kind, schemas, depth + 1)]];
    if (!required.includes(name)) return [];
    return [[name, view.types.includes("array") && !isRecord ? [] : schemas.part(inner, at)]];
  });
  const more =
    keywords["additionalProperties"] !== false && isRecord ? extras(record, names, kind, schemas) : {};
  return { ...Object.fromEntries(entries), ...more };
};

/** Properties that a client has sent and no schema names. */
const extras = (
  record: JsonObject,
  names: readonly string[],
  { schema }: ServedKind,
  { reading }: Schemas,
): JsonObject => {
  const known = new Set([...names, ...Object.keys(reading.view(schema).properties)]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !known.has(name)));
};

/** A part of a list, and what is said about the whole. */
export interface RecordPage {
  readonly records: readonly JsonObject[];
  readonly total: number;
  readonly skip: number;
  readonly take: number;
  readonly number: number;
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

const figures: readonly (readonly [RegExp, (page: RecordPage) => number])[] = [
  [
    /^(?:total|count|total_?count|total_?items|total_?results|total_?elements|total_?records|matches)$/i,
    ({ total }) => total,
  ],
  [
    /^(?:total_?pages|page_?count|pages|last_?page)$/i,
    ({ total, take }) => Math.max(1, Math.ceil(total / Math.max(1, take))),
  ],
  [/^(?:limit|take|size|page_?size|per_?page)$/i, ({ take }) => take],
  [/^(?:offset|skip|start|from)$/i, ({ skip }) => skip],
  [/^(?:page|page_?number|current_?page|number)$/i, ({ number }) => number],
  [/^(?:number_?of_?elements|returned)$/i, ({ records }) => records.length],
];

const flags: readonly (readonly [RegExp, (page: RecordPage) => boolean])[] = [
  [/^(?:has_?more|has_?next(?:_?page)?|more)$/i, ({ next }) => next !== undefined],
  [/^(?:has_?prev(?:ious)?(?:_?page)?)$/i, ({ skip }) => skip > 0],
  [/^last$/i, ({ next }) => next === undefined],
  [/^first$/i, ({ skip }) => skip === 0],
];

const cursors: readonly (readonly [RegExp, (page: RecordPage) => string | undefined])[] = [
  [/^(?:next|next_?cursor|next_?page_?token|next_?token|cursor|after|end_?cursor)$/i, ({ next }) => next],
  [/^(?:prev|previous|prev_?cursor|previous_?cursor|before)$/i, ({ previous }) => previous],
];

/** Objects that say something about a page. */
const aboutPage = /^(?:meta|page|paging|pagination|links?|_links|_meta|page_?info|data|result|_embedded)$/i;

/** Whether a property of a list is about the page that it shows, rather than about something else. */
const isBesideRecords = (name: string): boolean =>
  [...figures, ...flags, ...cursors].some(([pattern]) => pattern.test(name)) ||
  aboutPage.test(name) ||
  /^(?:version|self|total\w*)$/i.test(name);

/** Whether an answer is a list and nothing else: what is beside the records is about their page. */
export const isPlainList = (schema: Schema | undefined, { reading }: Schemas): boolean => {
  const { types, properties } = reading.view(schema);
  if (types.includes("array")) return true;
  const lists = Object.entries(properties).filter(([, one]) => itemSchema(reading, one) !== undefined);
  return (
    lists.length === 1 &&
    Object.keys(properties).every((name) => name === lists[0]?.[0] || isBesideRecords(name))
  );
};

const found = <Value>(table: readonly (readonly [RegExp, Value])[], name: string): Value | undefined =>
  table.find(([pattern]) => pattern.test(name))?.[1];

/** What a property beside the records says; undefined to leave it out. */
const besideRecords = (
  name: string,
  schema: Schema | undefined,
  page: RecordPage,
  schemas: Schemas,
): unknown => {
  const { types } = schemas.reading.view(schema);
  const figure = types.includes("integer") || types.includes("number") ? found(figures, name) : undefined;
  if (figure !== undefined) return figure(page);
  const flag = types.includes("boolean") ? found(flags, name) : undefined;
  if (flag !== undefined) return flag(page);
  const cursor = types.includes("string") || types.includes("integer") ? found(cursors, name) : undefined;
  if (cursor === undefined) return undefined;
  const value = cursor(page);
  if (value === undefined) return types.includes("null") ? null : undefined;
  return types.includes("integer") && !types.includes("string") ? Number(value) : value;
};

/** A page in the form of a list's schema; `itemSchema` is what each record is shown as. */
export const showPage = (
  schema: Schema | undefined,
  page: RecordPage,
  kind: ServedKind,
  schemas: Schemas,
  depth = 0,
): unknown => {
  const { reading } = schemas;
  const show = (items: Schema | undefined) =>
    page.records.map((record) => showIn(items, record, kind, schemas));
  const items = itemSchema(reading, schema);
  const { types, properties, required } = reading.view(schema);
  if (schema === undefined || items !== undefined || types.includes("array")) return show(items);
  const lists = Object.entries(properties).filter(([, inner]) => reading.view(inner).types.includes("array"));
  const holder = lists
    .toSorted(([one], [other]) => Number(isUsualList(other)) - Number(isUsualList(one)))
    .find(([, inner]) => {
      const of = itemSchema(reading, inner);
      return (
        lists.length === 1 ||
        of === undefined ||
        schemas.isSame(of, kind.schema) ||
        page.records.length === 0 ||
        likeness(of, page.records[0] ?? {}, schemas) > 0
      );
    });
  const entries = Object.entries(properties).flatMap(([name, inner], at): [string, unknown][] => {
    if (name === holder?.[0]) return [[name, show(itemSchema(reading, inner))]];
    const beside = besideRecords(name, inner, page, schemas);
    if (beside !== undefined) return [[name, beside]];
    const view = reading.view(inner);
    const isObjectOfPage = Object.keys(view.properties).length > 0 && depth < 2;
    if (isObjectOfPage && aboutPage.test(name))
      return [[name, showPage(inner, page, kind, schemas, depth + 1)]];
    if (!required.includes(name)) return [];
    return [[name, view.types.includes("array") ? [] : schemas.part(inner, at)]];
  });
  return Object.fromEntries(entries);
};

const isUsualList = (name: string): boolean =>
  /^(?:data|items|results?|records|content|values|entries|list)$/i.test(name);

/** A stored text as the record that it is. */
export const storedRecord = (text: string): JsonObject => {
  const value = exactJson(text);
  return isObject(value) ? value : {};
};

/** The part of a scope that a value is. */
const scopePart = (text: string): string => `${encodeURIComponent(text)}/`;

/** The scope of the records below these path values. */
export const scopeOf = (texts: readonly string[]): string => texts.map(scopePart).join("");
