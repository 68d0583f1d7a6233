import { isFieldName } from "../../builtin/documents.ts";
import { isObject, property, type JsonObject } from "./json.ts";
import { isId, recordKey } from "./order.ts";

/** Further values of an answer are ignored. */
const mostValues = 5000;

/** Texts that may repeat the address, the query or a media type of a request, and thus its spelling. */
const isAddress = (value: unknown): boolean => typeof value === "string" && /\S\/|\/\S|[?&]\w+=/.test(value);

/** A value as JSON; a moment may be shown with or without a zero fraction of a second. */
const written = (value: unknown): string =>
  String(JSON.stringify(value)).replace(/(T\d\d:\d\d:\d\d)\.0+Z"$/, '$1Z"');

/** How the records of a list are compared: at equal positions, at any, or only by number. */
export type Compared = "in order" | "in any order" | "by number";

/**
 * The values of the known properties of an answer, and the lengths of its lists, part by part; repeated ones are
 * separate parts.
 */
export const shownParts = (body: unknown, how: Compared): ReadonlySet<string> => {
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

/** The parts of an answer, each with the ids of the listed records that show it; "" has all listed ones. */
export type ShownParts = ReadonlyMap<string, ReadonlySet<string>>;

const shownAs = (parts: Iterable<string>): ShownParts => new Map([...parts].map((part) => [part, new Set()]));

const commonNames = (objects: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(Object.keys(objects[0] ?? {}).filter((name) => objects.every((one) => Object.hasOwn(one, name))));

/**
 * The known properties of an answer at any depth, without values and numbers: others may change values, and add and
 * remove records. For a list whose records have no ids, those that all of them have.
 */
export const namesIn = (body: unknown): ShownParts => {
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

/** The values of the known properties of an answer, and the lengths of its lists. */
export const valuesIn = (body: unknown): ShownParts => shownAs(shownParts(body, "in any order"));

/** The lengths of the lists that are in no other list. */
const listsIn = (value: unknown, way = ""): readonly string[] => {
  if (Array.isArray(value)) return [`${way} holds ${value.length}`];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, `${way}/${name}`));
};

export const lengthsOf = (body: unknown): ShownParts => shownAs(listsIn(body));

/** The names in an answer and the lengths of its lists: nodes of a platform may write different values. */
export const extentOf = (body: unknown): ShownParts => new Map([...namesIn(body), ...lengthsOf(body)]);

/**
 * The texts that people and servers know a record by: unlike flags and amounts, they are seldom changed and soon
 * restored.
 */
const texts = ["name", "informalName", "description", "contactType", "payloadUrl", "secret"] as const;

/** What a single record shows that does not change back and forth by itself. */
export const lastingParts = (body: unknown): ShownParts =>
  new Map([
    ...namesIn(body),
    ...shownAs(texts.map((name) => `${name}: ${JSON.stringify(property(body, name))}`)),
  ]);

/** The values of some properties of a record; of an address only that there is one, since nodes may have their own. */
export const shownPropertiesOf = (body: unknown, names: readonly string[]): ShownParts =>
  shownAs(
    names.map((name) => {
      const value = property(body, name);
      return `${name}: ${isAddress(value) ? "an address" : String(JSON.stringify(value))}`;
    }),
  );

/**
 * Whether an answer lacks something that another shows. Others may have added what it shows in addition, and removed
 * records that it does not list, but not all records at once.
 */
export const lacks = (shown: ShownParts, other: ShownParts): boolean => {
  const listed = shown.get("");
  return [...other].some(
    ([part, records]) =>
      !shown.has(part) &&
      (listed === undefined || records.size === 0 || [...records].some((record) => listed.has(record))),
  );
};
