import type { Judgement } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { violation } from "./judgements.ts";
import { isSameTotal } from "./paging.ts";
import { lacks, lengthsOf } from "./shown-parts.ts";
import { shownIds, showsAnother } from "./shown-record.ts";

/** A request among others, and the same request alone: before, and, if it reads, afterwards. */
export interface Among {
  readonly among: Exchange;
  readonly before: Exchange;
  readonly last: Exchange | undefined;
}

const isAnotherRecord = (one: Exchange, other: Exchange): boolean => {
  const [id, ...further] = shownIds(jsonOf(other), "");
  return one.call?.path !== undefined && id !== undefined && further.length === 0
    ? showsAnother(jsonOf(one), "", id)
    : false;
};

/** Whether a list has fewer items than another, or another total: others may change what a record shows. */
const isOther = (one: Exchange, other: Exchange): boolean =>
  one.call?.path === undefined &&
  (lacks(lengthsOf(jsonOf(one)), lengthsOf(jsonOf(other))) || !isSameTotal(one, other));

const differenceOf = ({ among, before, last }: Among): string | undefined => {
  if (isAnotherRecord(among, before)) return "answers another record while other requests are under way";
  const isSteady = last !== undefined && !isOther(before, last) && !isOther(last, before);
  return isSteady && isOther(among, before)
    ? "is answered differently while other requests are under way"
    : undefined;
};

/** A request among others is answered like alone, where that is answered, and alike before and afterwards. */
export const judgeAmong = function* (one: Among, fact: string): Generator<Judgement> {
  const { among, before, last } = one;
  const also = [before, ...(last === undefined ? [] : [last])];
  const difference = [among, ...also].every(isSuccess) ? differenceOf(one) : undefined;
  if (difference !== undefined)
    yield violation({
      fact,
      rule: "relation",
      message: `${among.operation ?? ""} ${difference}`,
      exchange: among,
      also,
      expected: "the answer to the same request alone",
      actual: "something else",
    });
};
