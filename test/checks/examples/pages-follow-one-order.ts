import type { ActiveExamples, AnswerExample } from "../kit/example.ts";
import { pageOf } from "../kit/page-of.ts";

const byId = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Records 4 and 9 were modified at one instant. */
const byModification = [15, 3, 8, 1, 4, 9, 2, 14, 13, 7, 6, 5, 12, 11, 10];
const matching = [2, 3, 5, 7, 11, 13];

const page = (ids: readonly number[]) => pageOf(ids, ids.length);

const cut = (ids: readonly number[], skip: number, take: number) =>
  pageOf(ids.slice(skip, skip + take), ids.length);

/** Records with the moments of their modification: an hour apart, but for the two of one instant. */
const dated = (ids: readonly number[]) => ({
  body: {
    items: ids.map((id) => {
      const hour = byModification.indexOf(id === 9 ? 4 : id);
      return { id, modifiedDateTimeUtc: `2026-03-01T${String(hour).padStart(2, "0")}:00:00Z` };
    }),
    total: ids.length,
  },
});

const still: Readonly<Record<string, AnswerExample>> = {
  "listGifts: ascending": cut(byId, 0, 12),
  "listGifts: ID": cut(byId, 0, 12),
  "listGifts: long": page(byId),
  "listGifts: skipped long": cut(byId, 3, 12),
  "listGifts: before last": cut(byId, 0, 12),
  "listGifts: last": cut(byId, 3, 12),
  "listGifts: past": cut(byId, 15, 12),
  "listGifts: descending": cut(byId.toReversed(), 0, 12),
  "listGifts: descending skipped": cut(byId.toReversed(), 3, 12),
  "listGifts: ties": dated(byModification),
  "listGifts: ties as MODIFIEDDATETIMEUTC": dated(byModification),
  "listGifts: ties as ModifiedDateTimeUtc": dated(byModification),
  "listGifts: ties last": dated(byModification),
  "listGifts: ties descending": dated(byModification.toReversed()),
  "listGifts: searched": page(matching),
  "listGifts: searched skipped": cut(matching, 3, 12),
};

export const examples: ActiveExamples = {
  pass: { seed: 1, answers: still },
  otherwise: {
    "records of one moment change their order, too": {
      seed: 1,
      answers: {
        ...still,
        "listGifts: ties descending": dated([10, 11, 12, 5, 6, 7, 13, 14, 2, 4, 9, 1, 8, 3, 15]),
      },
    },
    "nobody adds a record while pages are read": {
      "listGifts: ascending again": cut([...byId, 16], 0, 12),
      "listGifts: descending": cut([16, ...byId.toReversed()], 0, 12),
    },
  },
  fails: {
    "DON-05 /items: SortBy=ID is not known and falls back to another order": {
      "listGifts: ID": cut(byModification, 0, 12),
    },
    "DON-05 /items: SortBy=MODIFIEDDATETIMEUTC is not known and falls back to the order of ids": {
      "listGifts: ties as MODIFIEDDATETIMEUTC": page(byId),
    },
    "DON-05 /items: SortBy=ModifiedDateTimeUtc is refused": {
      "listGifts: ties as ModifiedDateTimeUtc": 400,
    },
    "DON-05 /items: The list cannot be ordered by modifieddatetimeutc": { "listGifts: ties": 400 },
    "DON-06 /items: Descending changes nothing": { "listGifts: descending": cut(byId, 0, 12) },
    "DON-06 /items: Descending leaves records of the last hours in ascending order": {
      "listGifts: ties descending": dated([10, 11, 12, 5, 6, 7, 14, 13, 2, 9, 4, 1, 8, 3, 15]),
    },
    "DON-07 /items: Skip leaves out one record too many": { "listGifts: skipped long": cut(byId, 4, 12) },
    "DON-07 /items: With Filter, every page is the first": { "listGifts: searched skipped": page(matching) },
  },
};
