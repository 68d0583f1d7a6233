import { isFieldName } from "../../contract/documents.ts";
import { isObject, property } from "./json.ts";

/** Beyond so many values nothing more of an answer is looked at. */
const mostValues = 5000;

/** What the address or the query of a request may be shown as: it says how it was written. */
const isAddress = (value: unknown): boolean => typeof value === "string" && /\/|[?&]\w+=/.test(value);

/** A value as JSON; a moment may be shown with or without a fraction of a second that is none, as it was sent. */
const written = (value: unknown): string =>
  String(JSON.stringify(value)).replace(/(T\d\d:\d\d:\d\d)\.0+Z"$/, '$1Z"');

/**
 * How answers are compared. "by name": the known properties at any depth, whatever they hold and however often, for
 * others may change values, and add records and remove them. Else by what the known properties hold, too, and how long
 * lists are: each record at its location, wherever it is, or by their number alone.
 */
export type Compared = "in order" | "in any order" | "by number" | "by name";

/** What an answer shows, part by part; of what it holds, what is there several times has several parts. */
export const shownIn = (body: unknown, how: Compared): ReadonlySet<string> => {
  const shown = new Set<string>();
  const counts = new Map<string, number>();
  let seen = 0;
  const add = (part: string): void => {
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    shown.add(count === 1 || how === "by name" ? part : `${part} (${count})`);
  };
  const visit = (value: unknown, way: string, isKnown: boolean): void => {
    seen += 1;
    if (seen > mostValues) return;
    if (Array.isArray(value)) {
      if (how !== "by name") add(`${way} holds ${value.length}`);
      if (how === "by number") return;
      for (const [index, inner] of value.entries())
        visit(inner, `${way}/${how === "in order" ? index : "*"}`, isKnown);
    } else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (how === "by name" && isFieldName(name)) add(`${way}/${name}`);
        visit(inner, `${way}/${name}`, isFieldName(name));
      }
    else if (how !== "by name" && isKnown && !isAddress(value)) add(`${way} is ${written(value)}`);
  };
  visit(body, "", true);
  return shown;
};

/** How long the lists are that stand in no other list. */
const listsIn = (value: unknown, way = ""): readonly string[] => {
  if (Array.isArray(value)) return [`${way} holds ${value.length}`];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, `${way}/${name}`));
};

/** The names that an answer shows and how long its lists are: nodes of a platform may write other values. */
export const extentOf = (body: unknown): ReadonlySet<string> =>
  new Set([...shownIn(body, "by name"), ...listsIn(body)]);

/**
 * The texts by which people and servers know a record: who changes one seldom puts it back at once, as is done with
 * flags and amounts.
 */
const texts = ["name", "informalName", "description", "contactType", "payloadUrl", "secret"] as const;

/** What a single record shows that does not change and change back by itself. */
export const lastingParts = (body: unknown): ReadonlySet<string> =>
  new Set([
    ...shownIn(body, "by name"),
    ...texts.map((name) => `${name}: ${JSON.stringify(property(body, name))}`),
  ]);

/** Whether an answer lacks something that another one shows; what it shows beyond that, others may have added. */
export const lacks = (shown: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...other].some((part) => !shown.has(part));
