import { defineCheck, type Judgement } from "../harness/model/check.ts";
import { shownCount } from "../harness/validation/shape-of.ts";
import { violation } from "./support/judgements.ts";
import { isId, recordKey } from "./support/page-walk.ts";
import { askedSize, askedSkip, isPage, itemsOf, totalOf } from "./support/paging.ts";

export const pageAgreesWithItsTotal = defineCheck({
  id: "page-agrees-with-its-total",
  facts: ["DON-03"],
  effect: "passive",
  severity: "error",
  interfaces: ["donation"],
  title:
    "A page fits its total: no more records than there are, none twice, and some as long as some are left",
  why: "Consumers read pages until they hold total records; a page that contradicts its own total loses some or never ends.",
  applies: (exchange) =>
    isPage(exchange) && itemsOf(exchange) !== undefined && totalOf(exchange) !== undefined,
  *judge(exchange): Generator<Judgement> {
    const items = itemsOf(exchange) ?? [];
    const total = totalOf(exchange) ?? 0;
    const skip = askedSkip(exchange) ?? 0;
    // The meaning of a negative position is not stated.
    const start = Math.max(0, skip);
    if (items.length > 0 && start + items.length > total)
      yield violation({
        rule: "relation",
        message: `a page from ${start} holds ${items.length === 1 ? "1 item" : `${items.length} items`} though total is ${shownCount(total)}`,
        cause: {
          what: "pages hold more items than total says there are",
          item: `${exchange.operation ?? ""} (${items.length} from ${start}, total ${shownCount(total)})`,
        },
        exchange,
        pointer: "/total",
        expected: `at least ${shownCount(start + items.length)}`,
        actual: shownCount(total),
      });
    if (items.length === 0 && skip >= 0 && skip < total && (askedSize(exchange) ?? 0) > 0)
      yield violation({
        rule: "relation",
        message: `a page from ${skip} is empty though total is ${shownCount(total)}`,
        exchange,
        pointer: "/items",
        expected: "the records that are left",
        actual: "none",
      });
    const keys = items.map(recordKey);
    const distinct = new Set(keys).size;
    if (keys.every(isId) && distinct < keys.length)
      yield violation({
        rule: "relation",
        message: `a page holds ${keys.length - distinct} of its records twice`,
        exchange,
        pointer: "/items",
        expected: "each record once",
        actual: `${keys.length - distinct} repeated`,
      });
  },
});
