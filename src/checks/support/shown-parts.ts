import { isFieldName } from "../../contract/documents.ts";
import { isObject, property, type JsonObject } from "./json.ts";
import { isId, recordKey } from "./page-walk.ts";

/** Beyond so many values nothing more of an answer is looked at. */
const mostValues = 5000;

/** What the address, the query or a media type of a request may be shown as: it says how that was written. */
const isAddress = (value: unknown): boolean => typeof value === "string" && /\S\/|\/\S|[?&]\w+=/.test(value);

/** A value as JSON; a moment may be shown with or without a fraction of a second that is none, as it was sent. */
const written = (value: unknown): string =>
  String(JSON.stringify(value)).replace(/(T\d\d:\d\d:\d\d)\.0+Z"$/, '$1Z"');

/** How the records of a list are compared: each at its location, wherever it is, or by their number alone. */
export type Compared = "in order" | "in any order" | "by number";

/**
 * What the known properties of an answer hold, and how long its lists are, part by part; what is there several times
 * has several parts.
 */
export const shownIn = (body: unknown, how: Compared): ReadonlySet<string> => {
  const shown = new Set<string>();
  const counts = new Map<string, number>();
  let seen = 0;
  const add = (part: string): void => {
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    shown.add(count === 1 ? part : `${part} (${count})`);
  };
  const visit = (value: unknown, way: string, isKnown: boolean): void => {
    seen += 1;
    if (seen > mostValues) return;
    if (Array.isArray(value)) {
      add(`${way} holds ${value.length}`);
      if (how === "by number") return;
      for (const [index, inner] of value.entries())
        visit(inner, `${way}/${how === "in order" ? index : "*"}`, isKnown);
    } else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) visit(inner, `${way}/${name}`, isFieldName(name));
    else if (isKnown && !isAddress(value)) add(`${way} is ${written(value)}`);
  };
  visit(body, "", true);
  return shown;
};

/** The parts that an answer shows, each with the ids of the listed records that show it; "" has all that are listed. */
export type Shown = ReadonlyMap<string, ReadonlySet<string>>;

const shownAs = (parts: Iterable<string>): Shown => new Map([...parts].map((part) => [part, new Set()]));

/** The names that all of some objects have. */
const commonNames = (objects: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(Object.keys(objects[0] ?? {}).filter((name) => objects.every((one) => Object.hasOwn(one, name))));

/**
 * The known properties of an answer at any depth, whatever they hold and however often: others may change values, and
 * add records and remove them. In a list whose records show no ids, those that all of them have.
 */
export const namesIn = (body: unknown): Shown => {
  const shown = new Map<string, Set<string>>();
  let seen = 0;
  const add = (part: string, record: string | undefined): void => {
    const records = shown.get(part) ?? new Set();
    shown.set(part, record === undefined ? records : records.add(record));
  };
  const visitList = (list: readonly unknown[], way: string, record: string | undefined): void => {
    const objects = list.filter(isObject);
    if (objects.length === 0) return;
    const keys = objects.map(recordKey);
    const hasIds = keys.every(isId);
    const common = hasIds || record !== undefined ? undefined : commonNames(objects);
    for (const [index, one] of objects.entries()) {
      const of = record ?? (hasIds ? keys[index] : undefined);
      if (of !== undefined) add("", of);
      visit(one, `${way}/*`, of, common);
    }
  };
  const visit = (
    value: unknown,
    way: string,
    record: string | undefined,
    only?: ReadonlySet<string>,
  ): void => {
    seen += 1;
    if (seen > mostValues) return;
    if (Array.isArray(value)) visitList(value, way, record);
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (only?.has(name) === false) continue;
        if (isFieldName(name)) add(`${way}/${name}`, record);
        visit(inner, `${way}/${name}`, record);
      }
  };
  visit(body, "", undefined);
  return shown;
};

/** What the known properties of an answer hold, and how long its lists are. */
export const valuesIn = (body: unknown): Shown => shownAs(shownIn(body, "in any order"));

/** How long the lists are that stand in no other list. */
const listsIn = (value: unknown, way = ""): readonly string[] => {
  if (Array.isArray(value)) return [`${way} holds ${value.length}`];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, `${way}/${name}`));
};

/** The names that an answer shows and how long its lists are: nodes of a platform may write other values. */
export const extentOf = (body: unknown): Shown => new Map([...namesIn(body), ...shownAs(listsIn(body))]);

/**
 * The texts by which people and servers know a record: who changes one seldom puts it back at once, as is done with
 * flags and amounts.
 */
const texts = ["name", "informalName", "description", "contactType", "payloadUrl", "secret"] as const;

/** What a single record shows that does not change and change back by itself. */
export const lastingParts = (body: unknown): Shown =>
  new Map([
    ...namesIn(body),
    ...shownAs(texts.map((name) => `${name}: ${JSON.stringify(property(body, name))}`)),
  ]);

/**
 * Whether an answer lacks something that another one shows. What it shows beyond that, others may have added; what was
 * shown of records that it does not list, others may have removed, but not all records at once.
 */
export const lacks = (shown: Shown, other: Shown): boolean => {
  const listed = shown.get("");
  return [...other].some(
    ([part, records]) =>
      !shown.has(part) &&
      (listed === undefined || records.size === 0 || [...records].some((record) => listed.has(record))),
  );
};
