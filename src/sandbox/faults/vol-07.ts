import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { edit, property } from "./support/edit.ts";
import { onRequest, onSuccess } from "./support/wrappers.ts";

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

/** Tells another total. */
const telling = (change: (total: number, held: number, size: number | undefined) => number): Wrap =>
  onSuccess("listUsers", (body, incoming) => {
    const users = property(body, "data");
    const held = Array.isArray(users) ? users.length : 0;
    return edit(body, "meta/total", (total) => change(Number(total), held, sizeOf(incoming)));
  });

export const faults: readonly Fault[] = [
  defineFault({
    id: "per-page-is-passed-over",
    fact: "VOL-07",
    grade: "gross",
    title: "A page of users has the default size, whatever was asked for",
    wrap: taking(() => undefined),
  }),
  defineFault({
    id: "user-total-counts-the-page",
    fact: "VOL-07",
    grade: "gross",
    title: "meta.total is the number of users on the page",
    wrap: telling((_total, held) => held),
  }),
  defineFault({
    id: "user-pages-hold-five-at-least",
    fact: "VOL-07",
    grade: "structural",
    title: "per_page below five counts as five",
    wrap: taking((size) => Math.max(5, size)),
  }),
  defineFault({
    id: "user-page-holds-one-more",
    fact: "VOL-07",
    grade: "behavioural",
    title: "A page of users holds the one by which it sees whether there is a next page",
    wrap: taking((size) => size + 1),
  }),
  defineFault({
    id: "user-total-is-a-number-of-whole-pages",
    fact: "VOL-07",
    grade: "behavioural",
    title: "meta.total is rounded up to whole pages",
    wrap: telling((total, _held, size = 15) => Math.ceil(total / size) * size),
  }),
  defineFault({
    id: "user-total-counts-pages",
    fact: "VOL-07",
    grade: "behavioural",
    title: "meta.total counts pages where per_page is given",
    wrap: telling((total, _held, size) => (size === undefined ? total : Math.ceil(total / size))),
  }),
  defineFault({
    id: "user-total-of-a-whole-page-lacks-the-caller",
    fact: "VOL-07",
    grade: "behavioural",
    title: "meta.total is one lower where all users fit on the page",
    wrap: telling((total, held) => (held === total ? total - 1 : total)),
  }),
];
