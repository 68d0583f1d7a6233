import type { Database } from "../database.ts";
import { sortableFields, type Kind } from "./kind.ts";
import { idsInWindow } from "./pages.ts";
import { keepTotal, setWaymark, waymarkStep } from "./waymarks.ts";

/**
 * Counts the records of a large kind and sets the waymarks of all its orders, once all of its rows are
 * there.
 */
export const setWaymarks = (database: Database, organizationId: number, kind: Kind): void => {
  const total = keepTotal(database, organizationId, kind);
  const fields = new Map(sortableFields(kind).map((field) => [field.column.text, field]));
  const selection = { kind, organizationId, match: undefined };
  for (const field of fields.values()) {
    // Each one is sought from the one before.
    for (let position = waymarkStep; position + waymarkStep < total; position += waymarkStep) {
      const order = { field, descending: false };
      const [id] = idsInWindow(database, selection, order, { skip: position, take: 1 }, total);
      if (id !== undefined)
        setWaymark(database, { organizationId, kind, column: field.column }, { position, id });
    }
  }
};
