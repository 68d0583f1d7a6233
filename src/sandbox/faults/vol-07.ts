import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { edit, property } from "./support/edit.ts";
import { onRequest, onSuccess, parse, withJson } from "./support/wrappers.ts";
import { afterWrites } from "./support/later.ts";

type Wrap = Fault["wrap"];

const sizeOf = ({ url }: Incoming): number | undefined => {
  const text = url.searchParams.get("per_page");
  return text === null ? undefined : Number(text);
};

/** Takes per_page for another size. */
const taking = (change: (size: number) => number | undefined): Wrap =>
  onRequest("listUsers", (incoming) => {
    const size = sizeOf(incoming);
    if (size === undefined) return incoming;
    const url = new URL(incoming.url);
    const taken = change(size);
    if (taken === undefined) url.searchParams.delete("per_page");
    else url.searchParams.set("per_page", String(taken));
    return { ...incoming, url };
  });

/** Changes the total. */
const withTotal = (change: (total: number, held: number, size: number | undefined) => number): Wrap =>
  onSuccess("listUsers", (body, incoming) => {
    const users = property(body, "data");
    const held = Array.isArray(users) ? users.length : 0;
    return edit(body, "meta/total", (total) => change(Number(total), held, sizeOf(incoming)));
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
      afterWrites(["listUsers"], ["updateGroup"], (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "meta/total", () => 0),
        ),
      ),
    ],
    "pages-of-users-grow-by-one-after-a-write": [
      "Once a group was updated, a page holds one user more than was asked for",
      (next) => {
        let isWritten = false;
        return async (incoming) => {
          const size = Number(incoming.url.searchParams.get("per_page"));
          const url = new URL(incoming.url);
          if (isWritten && incoming.operation === "listUsers" && size > 0)
            url.searchParams.set("per_page", String(size + 1));
          const outgoing = await next({ ...incoming, url });
          if (incoming.operation === "updateGroup" && outgoing.status < 300) isWritten = true;
          return outgoing;
        };
      },
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
