import { isUnversioned } from "../support/unversioned.ts";
import type { Judgement, PassiveCheck } from "../../core/model/check.ts";
import { isSuccess, type Exchange } from "../../core/model/exchange.ts";
import type { PagedList } from "../../core/model/resource.ts";
import { shownCount } from "../../core/validation/shape-of.ts";
import { violation } from "../support/judgements.ts";
import { isId, recordKey } from "../support/order.ts";
import { askedOf, recordsOn, totalOn } from "../support/paging.ts";

const counted = (count: number): string => (count === 1 ? "1 record" : `${count} records`);

/** A page is no longer than its size; the meaning of a size of 0 or less is not stated. */
const judgeLength = function* (list: PagedList, exchange: Exchange): Generator<Judgement> {
  const { items: pointer, facts } = list.paging;
  const size = askedOf(list, exchange, "take") ?? 0;
  const length = recordsOn(list, exchange)?.length ?? 0;
  if (size <= 0 || length <= size) return;
  yield violation({
    fact: facts.take,
    rule: "length",
    message: `a page of ${size} holds ${counted(length)}`,
    exchange,
    ...(pointer === undefined ? {} : { pointer }),
    expected: `at most ${counted(size)}`,
    actual: counted(length),
  });
};

/** Number of records before a page, or fewer if its position is not a number. */
const before = (list: PagedList, exchange: Exchange): number => {
  const page = askedOf(list, exchange, "page");
  const skip = askedOf(list, exchange, "skip");
  return skip ?? ((page ?? 1) - 1) * (askedOf(list, exchange, "take") ?? 0);
};

const judgeTotal = function* (list: PagedList, exchange: Exchange): Generator<Judgement> {
  const { items: pointer, total: totalPointer, parameters, facts } = list.paging;
  const total = totalOn(list, exchange);
  const records = recordsOn(list, exchange) ?? [];
  if (total === undefined) return;
  const wrong = { fact: facts.total, rule: "relation", exchange } as const;
  const skipped = before(list, exchange);
  // The meaning of a negative position is not stated.
  const start = Math.max(0, skipped);
  if (records.length > 0 && start + records.length > total)
    yield violation({
      ...wrong,
      message: `a page from ${start} holds ${counted(records.length)} though total is ${shownCount(total)}`,
      cause: {
        what: "pages hold more records than total says there are",
        item: `${exchange.operation ?? ""} (${records.length} from ${start}, total ${shownCount(total)})`,
      },
      pointer: totalPointer,
      expected: `at least ${shownCount(start + records.length)}`,
      actual: shownCount(total),
    });
  // Where the records or the position are not stated, nothing is known of single ones.
  if (pointer === undefined) return;
  const isNumbered = (parameters.skip ?? parameters.page) !== undefined;
  const isLeft = isNumbered && skipped >= 0 && skipped < total;
  if (records.length === 0 && isLeft && (askedOf(list, exchange, "take") ?? 0) > 0)
    yield violation({
      ...wrong,
      message: `a page from ${skipped} is empty though total is ${shownCount(total)}`,
      pointer,
      expected: "the records that are left",
      actual: "none",
    });
  const keys = records.map(recordKey);
  const repeated = keys.length - new Set(keys).size;
  if (repeated > 0 && keys.every(isId))
    yield violation({
      ...wrong,
      message: `a page holds ${repeated} of its records twice`,
      pointer,
      expected: "each record once",
      actual: `${repeated} repeated`,
    });
};

/** Any page by itself: as long as asked at most, and in agreement with its total. Judges one of the two facts of it. */
export const pageFits = (
  lists: Readonly<Record<string, PagedList>>,
  { fact, ...words }: Pick<PassiveCheck, "id" | "title" | "why"> & { readonly fact: string },
): PassiveCheck => {
  const known = new Map(Object.entries(lists));
  return {
    ...words,
    facts: [fact],
    effect: "passive",
    interfaces: [...new Set([...known.values()].map((list) => list.interface))],
    applies(exchange) {
      const list = known.get(exchange.operation ?? "");
      if (list === undefined || !isSuccess(exchange) || isUnversioned(exchange)) return false;
      const { facts } = list.paging;
      const showsLength = facts.take === fact && (askedOf(list, exchange, "take") ?? 0) > 0;
      const showsTotal = facts.total === fact && totalOn(list, exchange) !== undefined;
      return recordsOn(list, exchange) !== undefined && (showsLength || showsTotal);
    },
    *judge(exchange): Generator<Judgement> {
      const list = known.get(exchange.operation ?? "");
      if (list === undefined) return;
      if (list.paging.facts.take === fact) yield* judgeLength(list, exchange);
      if (list.paging.facts.total === fact) yield* judgeTotal(list, exchange);
    },
  };
};
