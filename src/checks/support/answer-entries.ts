import { isFieldName } from "../../contract/documents.ts";
import { jsonOf, responseOf, type Exchange } from "../../harness/model/exchange.ts";
import { isObject } from "./json.ts";
import { statusOf } from "./judgements.ts";

/** Beyond so many nothing more of an answer is looked at. */
const mostEntries = 5000;

/** What the address or the query of a request may be shown as: it says how it was written. */
const isAddress = (value: unknown): boolean => typeof value === "string" && /\/|[?&]\w+=/.test(value);

interface Entries {
  add(entry: string): void;
  readonly size: number;
}

/** How the records of an answer are compared: each at its location, wherever they are, or by their number alone. */
export type Compared = "in order" | "in any order" | "by number";

const visit = (value: unknown, way: string, isKnown: boolean, how: Compared, entries: Entries): void => {
  if (entries.size > mostEntries) return;
  if (Array.isArray(value)) {
    entries.add(`${way} holds ${value.length}`);
    if (how === "by number") return;
    for (const [index, inner] of value.entries())
      visit(inner, `${way}/${how === "in order" ? index : "*"}`, isKnown, how, entries);
  } else if (isObject(value))
    for (const [name, inner] of Object.entries(value))
      visit(inner, `${way}/${name}`, isFieldName(name), how, entries);
  else if (isKnown && !isAddress(value)) entries.add(`${way} is ${JSON.stringify(value)}`);
};

/**
 * What an answer says, entry by entry: its status, how long its lists are, and what documented properties hold. What is
 * there several times has several entries.
 */
export const entriesOf = (exchange: Exchange, how: Compared): ReadonlySet<string> => {
  const body = responseOf(exchange)?.body;
  const entries = new Set([`status ${statusOf(exchange)}`, `body ${body?.kind}`]);
  const counts = new Map<string, number>();
  const add = (entry: string): void => {
    const count = (counts.get(entry) ?? 0) + 1;
    counts.set(entry, count);
    entries.add(count === 1 ? entry : `${entry} (${count})`);
  };
  visit(jsonOf(exchange), "", true, how, {
    add,
    get size() {
      return entries.size;
    },
  });
  return entries;
};
