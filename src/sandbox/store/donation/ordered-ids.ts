import type { Database } from "../database.ts";
import type { Sql } from "../sql.ts";
import { untilWritten } from "../until-written.ts";

/** How many lists are kept; each has four bytes a record. */
const keptLists = 2;

/** The most recently used comes last. */
const listsOf = untilWritten((): Map<string, Uint32Array> => new Map());

/**
 * The ids of a large selection in their order, kept until the next write: a page in the middle of a filter's matches
 * has no index to be sought by, and whoever asks for one mostly asks for the next.
 * @param ids a select of one row and one column, `ids`: all of them, parted by commas, null without any
 */
export const orderedIds = (database: Database, ids: Sql): Uint32Array => {
  const lists = listsOf(database);
  const key = JSON.stringify([ids.text, ids.parameters.map((value) => [typeof value, String(value)])]);
  const list = lists.get(key) ?? read(database, ids);
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > keptLists && oldest !== undefined) lists.delete(oldest);
  return list;
};

const read = (database: Database, ids: Sql): Uint32Array => {
  // As text: millions of rows as objects would take seconds and hundreds of megabytes.
  const [row] = database.all<{ ids: string | null }>(ids);
  const texts = row?.ids?.split(",") ?? [];
  return Uint32Array.from(texts, Number);
};
