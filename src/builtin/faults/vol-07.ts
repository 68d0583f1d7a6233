import { type Fault, faultsOf } from "./fault.ts";
import { edit, asArray, property } from "./support/edit.ts";
import { onBody, onField, onRequest, type TimedRule } from "./support/rows.ts";
import { withQuery } from "./support/requests.ts";
import { everAfter } from "./support/rules.ts";

/** Reads per_page as another size. */
const taking = (change: (size: number) => number | undefined, ...when: readonly TimedRule[]): Fault["wrap"] =>
  onRequest(
    "listUsers",
    withQuery("per_page", (text) => change(Number(text))?.toString()),
    ...when,
  );

const withTotal = (
  change: (total: number, held: number, size: number | undefined) => number,
): Fault["wrap"] =>
  onBody("listUsers", (body, { url }) => {
    const held = asArray(property(body, "data")).length;
    const size = url.searchParams.get("per_page");
    return edit(body, "meta/total", (total) =>
      change(Number(total), held, size === null ? undefined : Number(size)),
    );
  });

export const faults = faultsOf("VOL-07", {
  gross: {
    "per-page-is-passed-over": [
      "A page of users has the default size, whatever was asked for",
      taking(() => undefined),
    ],
    "user-total-counts-the-page": [
      "meta.total is the number of users on the page",
      withTotal((_total, held) => held),
    ],
  },
  structural: {
    "user-pages-hold-five-at-least": [
      "per_page below five counts as five",
      taking((size) => Math.max(5, size)),
    ],
  },
  behavioural: {
    "user-total-lags-after-a-write": [
      "Once a group was updated, meta.total counts the pages",
      onField("listUsers", "meta/total", 0, everAfter("updateGroup")),
    ],
    "pages-of-users-grow-by-one-after-a-write": [
      "Once a group was updated, a page holds one user more than was asked for",
      taking((size) => (size > 0 ? size + 1 : size), everAfter("updateGroup")),
    ],
    "pages-of-twenty-users-hold-twenty-five": [
      "A page of twenty users is loaded by batches of twenty-five",
      taking((size) => (size === 20 ? 25 : size)),
    ],
    "user-total-is-at-least-the-page": [
      "meta.total is what was asked for where there are fewer users",
      withTotal((total, _held, size = 1) => Math.max(total, size)),
    ],
    "user-page-holds-one-more": [
      "A page of users holds the one by which it sees whether there is a next page",
      taking((size) => size + 1),
    ],
    "user-total-is-a-number-of-whole-pages": [
      "meta.total is rounded up to whole pages",
      withTotal((total, _held, size = 15) => Math.ceil(total / size) * size),
    ],
    "user-total-counts-pages": [
      "meta.total counts pages where per_page is given",
      withTotal((total, _held, size) => (size === undefined ? total : Math.ceil(total / size))),
    ],
    "user-total-of-a-whole-page-lacks-the-caller": [
      "meta.total is one lower where all users fit on the page",
      withTotal((total, held) => (held === total ? total - 1 : total)),
    ],
  },
});
