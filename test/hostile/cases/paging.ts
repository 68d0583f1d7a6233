import { alike, http, json, type HostileCase } from "../hostile-case.ts";
import type { Answer, Asked } from "../server.ts";

const numberIn = (asked: Asked, name: string, otherwise: number): number => {
  const found = new RegExp(`[?&"]${name}"?[=:]\\s*(\\d+)`, "i").exec(`${asked.path} ${asked.body}`)?.[1];
  return found === undefined ? otherwise : Number(found);
};

interface Page {
  readonly items: unknown;
  readonly total: unknown;
}

/** A server of pages, all endpoints alike, in the forms of the donation and the volunteer interface at once. */
const pages =
  (page: (skip: number, take: number, asked: Asked) => Page): Answer =>
  (asked, socket) => {
    const take = numberIn(asked, "take", numberIn(asked, "per_page", 20));
    const { items, total } = page(numberIn(asked, "skip", 0), take, asked);
    socket.write(http(200, json({ items, total, data: items, meta: { total } })));
  };

const records = (from: number, count: number): { id: number }[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));

const paged = {
  interfaces: ["donation", "volunteer"],
  checks: [
    "page-total-is-stable",
    "pages-follow-one-order",
    "page-envelope",
    "page-is-no-longer-than-asked",
    "users-are-listed",
  ],
  mostRequests: 450,
  code: 1,
} as const;

/** Lists that do not add up. */
export const paging: readonly HostileCase[] = [
  ...alike({ ...paged })({
    "has a next page for ever": pages((skip, take) => ({
      items: records(skip, take),
      total: skip + take + 1,
    })),
    "shows records that are no records": pages(() => ({
      items: [null, 1, "x", [], true, { id: null }, { id: {} }],
      total: 7,
    })),
  }),
  ...alike({ ...paged, isNightly: true })({
    "counts beyond all numbers": pages((skip, take) => ({
      items: records(skip, take),
      total: Number.MAX_VALUE,
    })),
    "counts below nothing": pages((skip, take) => ({ items: records(skip, take), total: -1 })),
    "counts in words": pages(() => ({ items: "many", total: "9".repeat(5_000) })),
    "counts another total each time": pages((skip, take, asked) => ({
      items: records(skip, Math.min(take, 5)),
      total: 40 + (asked.before % 7),
    })),
    "shows the same page for ever": pages(() => ({ items: records(1, 3), total: 1_000_000 })),
    "shows one record a page of a million": pages((skip) => ({ items: records(skip, 1), total: 1_000_000 })),
    "shows longer pages than asked for": pages((skip) => ({ items: records(skip, 1_000), total: 1_000 })),
    "shows empty pages of many": pages(() => ({ items: [], total: 5_000 })),
  }),
];
