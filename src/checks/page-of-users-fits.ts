import { defineCheck, type Judgement } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { shownCount } from "../harness/validation/shape-of.ts";
import { violation } from "./support/judgements.ts";
import { totalIn } from "./support/user-pages.ts";
import { recordList } from "./support/record-list.ts";

const perPage = ({ request }: Exchange): number | undefined => {
  const text = new URL(request.url).searchParams.get("per_page");
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

const length = (exchange: Exchange): number | undefined => recordList(jsonOf(exchange))?.length;

export const pageOfUsersFits = defineCheck({
  id: "page-of-users-fits",
  facts: ["VOL-07"],
  effect: "passive",
  severity: "error",
  interfaces: ["volunteer"],
  title: "Every page of users holds at most per_page of them, and no more than meta.total",
  why: "Consumers compute the number of pages from both, whichever page they are on.",
  applies: (exchange) =>
    exchange.operation === "listUsers" &&
    isSuccess(exchange) &&
    exchange.call?.unversioned !== true &&
    length(exchange) !== undefined,
  *judge(exchange): Generator<Judgement> {
    const users = length(exchange) ?? 0;
    const size = perPage(exchange);
    const total = totalIn(exchange);
    if (size !== undefined && users > size)
      yield violation({
        rule: "length",
        message: `a page of ${size} holds ${users} users`,
        exchange,
        expected: `at most ${size} users`,
        actual: `${users} users`,
      });
    if (total !== undefined && users > total)
      yield violation({
        rule: "relation",
        message: `a page holds ${users} users though meta.total is ${shownCount(total)}`,
        exchange,
        pointer: "/meta/total",
        expected: `at least ${users}`,
        actual: shownCount(total),
      });
  },
});
