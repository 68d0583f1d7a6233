import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import type { Settings } from "../../core/model/settings.ts";
import { property } from "../support/json.ts";
import { isOrdered, recordId } from "../support/order.ts";
import { askedSize, isPage, recordsOnPage, pagedOperations, totalOnPage } from "../support/paging.ts";
import { agreed, createSeen, observationOn } from "../support/seen.ts";

/** The value of a parameter of a page request, in either spelling. */
const asked = ({ request }: Exchange, name: string): unknown =>
  new URL(request.url).searchParams.get(`${name.charAt(0).toUpperCase()}${name.slice(1)}`) ??
  property(request.body, name);

/** The settings for one of the sentences of `createPages`. */
const settingsOf = (key: string): Settings => {
  const [, unasked] = /^without Take a page holds (\d+)$/.exec(key) ?? [];
  if (unasked !== undefined) return { "U-30.defaultTake": Number(unasked) };
  const [, most] = /^Take \d+ gives (\d+)$/.exec(key) ?? [];
  if (most === undefined) return {};
  return { "U-30.maximumTake": Number(most), "U-30.beyondMaximum": "clamp" };
};

const isPlain = (exchange: Exchange): boolean =>
  ["skip", "sortBy", "descending"].every((name) => (asked(exchange, name) ?? undefined) === undefined);

/** What the pages of a run show. */
const createPages = () => {
  const defaults = createSeen(8);
  const cut = createSeen(8);
  const orders = createSeen(4);
  let longest: { readonly size: number; readonly exchange: Exchange } | undefined;

  const seeOrder = (exchange: Exchange): void => {
    const ids = (recordsOnPage(exchange) ?? []).map(recordId);
    if (!isPlain(exchange) || ids.length <= 2 || ids.includes(undefined)) return;
    const descending = isOrdered(ids.toReversed()) ? "by id, descending" : "not by id";
    orders.add(isOrdered(ids) ? "by id, ascending" : descending, exchange);
  };

  return {
    defaults,
    cut,
    orders,
    longest: () => longest,
    see(exchange: Exchange): void {
      const size = askedSize(exchange);
      const held = recordsOnPage(exchange)?.length;
      const total = totalOnPage(exchange);
      if (held === undefined || total === undefined) return;
      const skip = Number(asked(exchange, "skip") ?? 0);
      if (size === undefined && skip === 0)
        if (held < total) defaults.add(`without Take a page holds ${held}`, exchange);
        else if (held > 1) defaults.add("all of a short result comes without Take", exchange);
      if (size !== undefined && held < Math.min(size, total - skip))
        cut.add(`Take ${size} gives ${held}`, exchange);
      if (size === held && (longest === undefined || held > longest.size)) longest = { size: held, exchange };
      seeOrder(exchange);
    },
  };
};

/** Default and largest page sizes, and the default order. */
export const pageSizesSeen = defineObserver({
  id: "page-sizes-seen",
  unknowns: ["U-30"],
  interfaces: ["donation"],
  watch() {
    const pages = createPages();
    const refused = createSeen(8);
    return {
      see(exchange) {
        if (!pagedOperations.has(exchange.operation ?? "")) return;
        const size = askedSize(exchange);
        if (isPage(exchange)) pages.see(exchange);
        else if (responseOf(exchange)?.status === 400 && size !== undefined && size > 1)
          refused.add(`Take ${size}`, exchange);
      },
      *observations() {
        for (const { key, exchange, count } of [...pages.defaults.all(), ...pages.cut.all()])
          yield observationOn("U-30", key, exchange, count, settingsOf(key));
        const longest = pages.longest();
        if (longest !== undefined)
          yield observationOn(
            "U-30",
            `the longest page that came as it was asked for: ${longest.size}`,
            longest.exchange,
          );
        const limit = refused
          .all()
          .filter(({ key }) => longest !== undefined && Number(key.slice("Take ".length)) > longest.size);
        for (const { key, exchange, count } of limit)
          yield observationOn("U-30", `${key} is refused`, exchange, count, {
            "U-30.beyondMaximum": "refuse",
          });
        const order = pages.orders.first();
        if (order === undefined) return;
        const said = `the order without SortBy: ${agreed(pages.orders.keys())}`;
        yield observationOn("U-30", said, order, pages.orders.count());
      },
    };
  },
});
