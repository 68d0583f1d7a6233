import { send, sendAll, type Plan } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { common } from "./filter-texts.ts";
import { pascal, type PagedEndpoint } from "./paged-endpoint.ts";
import { isPage, itemsOf, pageSize, totalOf } from "./paging.ts";
import { recordKey } from "./order.ts";

/** Records of each end compared in the order of ids, and in that of modification, which has ties. */
const span = 12;
const longSpan = 100;

/** Offset between overlapping pages. */
export const step = 3;

/** The default of Descending is not stated. */
const byId = { sortBy: "id", descending: false } as const;

const modified = "modifieddatetimeutc";

const byModification = { sortBy: modified, descending: false } as const;

/** The relation must hold under any reading of Filter, in reverse too. */
const filter = { filter: common, descending: true } as const;

/** The name of the modification time if a query can select it. */
export const moment = "modifiedDateTimeUtc";

/** Common spellings of it. */
export const spellings = [modified.toUpperCase(), pascal(moment)] as const;

/**
 * Asks for pages of one endpoint that must all come from one order: the first page in several spellings, later pages,
 * the last one, and the same in reverse. Each is labelled with the operation and its name. What a page with all records
 * shows is not asked again.
 */
export function* askOrderedPages(endpoint: PagedEndpoint, kind: "list" | "query"): Plan {
  const ask = (name: string, options: Parameters<PagedEndpoint["call"]>[0]) =>
    endpoint.call(options, `${endpoint.operation}: ${name}`);
  const first = yield* send(ask("ascending", { ...byId, skip: 0, take: span }));
  const total = totalOf(first) ?? 0;
  const held = itemsOf(first)?.length ?? 0;
  if (!isPage(first) || held === 0) return;
  const last = Math.max(0, total - held);
  // The largest page size is not stated.
  const long = yield* send(ask("long", { ...byId, skip: 0, take: longSpan }));
  const length = isPage(long) ? longSpan : held;
  const isWhole = keysOf(long).length === total;
  const [modifiedPage] = yield* sendAll([
    ask("modified", { ...byModification, skip: 0, take: length }),
    ...(isPage(long) ? [] : [ask("skipped", { ...byId, skip: step, take: span })]),
    ask("skipped long", { ...byId, skip: step, take: length }),
    ask("last", { ...byId, skip: last, take: held }),
    ...(isWhole ? [] : [ask("before last", { ...byId, skip: Math.max(0, last - step), take: held })]),
    ask("past", { ...byId, skip: total, take: pageSize(length, total) }),
    ask("descending", { ...byId, skip: 0, take: held, descending: true }),
    ask("descending skipped", { ...byId, skip: step, take: held, descending: true }),
  ]);
  const longHeld = modifiedPage === undefined ? 0 : keysOf(modifiedPage).length;
  yield* sendAll([
    ...(longHeld === total
      ? []
      : [ask("modified last", { ...byModification, skip: Math.max(0, total - longHeld), take: longHeld })]),
    ask("modified descending", { ...byModification, skip: 0, take: longHeld, descending: true }),
  ]);
  yield* sendAll(
    kind === "list"
      ? [
          ask("ID", { ...byId, sortBy: "ID", skip: 0, take: span }),
          ...spellings.map((sortBy) =>
            ask(`modified as ${sortBy}`, { ...byModification, sortBy, skip: 0, take: length }),
          ),
          ask("filtered", { skip: 0, take: length, sortBy: "id", ...filter }),
          ask("filtered skipped", { skip: step, take: length, sortBy: "id", ...filter }),
        ]
      : [
          ask("moments", { ...byModification, skip: 0, take: length, selectedColumns: ["id", moment] }),
          ...(longHeld === total
            ? []
            : [
                ask("moments at the end", {
                  ...byModification,
                  skip: 0,
                  take: longHeld,
                  descending: true,
                  selectedColumns: ["id", moment],
                }),
              ]),
        ],
  );
}

export const keysOf = (exchange: Exchange): readonly string[] => (itemsOf(exchange) ?? []).map(recordKey);
