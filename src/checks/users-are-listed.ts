import { defineCheck, send, sendAll, type Judgement } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { shownCount } from "../harness/validation/shape-of.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { everybodyOf, totalIn } from "./support/user-pages.ts";
import { recordList } from "./support/record-list.ts";

const sizes = [1, 2, 5] as const;
/** Sizes at which servers may change their behaviour. */
const largeSizes = [20, 50, 100, 1000] as const;

const labelOf = (size: number): string => `per_page ${size}`;

/** A size that does not divide the total, so that the last page is shorter. */
const unevenSize = (total: number): readonly number[] =>
  [3, 4, 7, 11].filter((size) => size < total && total % size !== 0).slice(0, 1);

const isOfSize = ({ call }: Exchange): boolean => call?.query?.["per_page"] !== undefined;

const whole = "a page for everybody";

const judgeSizes = function* (
  first: Exchange,
  total: number,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const pages = [
    ...[...sizes, ...unevenSize(total), ...largeSizes].map((size) => ({
      size,
      exchange: labelled(exchanges, labelOf(size)),
    })),
    { size: total, exchange: labelled(exchanges, whole) },
  ];
  for (const { size, exchange } of pages) {
    if (exchange === undefined || !isSuccess(exchange)) continue;
    const answered = totalIn(exchange);
    if (answered !== undefined && answered !== total)
      yield violation({
        fact: "VOL-07",
        rule: "relation",
        message: `meta.total is ${shownCount(total)} without per_page and ${shownCount(answered)} with per_page=${size}`,
        exchange,
        also: [first],
        pointer: "/meta/total",
        expected: `${shownCount(total)} for any page size`,
        actual: shownCount(answered),
      });
    const length = recordList(jsonOf(exchange))?.length;
    if (length !== undefined && length > size)
      yield violation({
        fact: "VOL-07",
        rule: "length",
        message: `a page of ${size} holds ${length} users`,
        exchange,
        expected: `at most ${size} users`,
        actual: `${length} users`,
      });
  }
};

export const usersAreListed = defineCheck({
  id: "users-are-listed",
  facts: ["VOL-07", "VOL-01"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token"],
  title: "A page of users holds at most per_page of them, and meta.total is the same for every size",
  why: "Consumers compute the number of pages from both.",
  *plan(context) {
    const call = { operation: "listUsers", authorization: mainBearer("volunteer") } as const;
    const first = yield* send({ ...call, label: "default" });
    const total = totalIn(first) ?? 0;
    const everybody = everybodyOf(first);
    const all = context.sample(everybody === undefined ? [] : [everybody], 0);
    const pages = yield* sendAll([
      ...all.map((size) => ({ ...call, query: { per_page: size }, label: whole })),
      ...[...sizes, ...unevenSize(total), ...context.sample(largeSizes, 1)].map((size) => ({
        ...call,
        query: { per_page: size },
        label: labelOf(size),
      })),
    ]);
    // Valid sizes are not stated: a refusal counts only if another size is accepted.
    if (!pages.some(isSuccess))
      yield* sendAll(
        largeSizes.map((size) => ({ ...call, query: { per_page: size }, label: labelOf(size) })),
      );
  },
  looksAgain: (one, other) => statusOf(one) === statusOf(other) && totalIn(one) === totalIn(other),
  *judge(exchanges) {
    const isSizeTaken = exchanges.some((one) => isOfSize(one) && isSuccess(one));
    for (const exchange of exchanges) {
      const { label = "" } = exchange.call ?? {};
      // The largest and the smallest page size are not stated.
      if ((label === whole || largeSizes.some((size) => labelOf(size) === label)) && !isSuccess(exchange))
        continue;
      if (isSizeTaken && isOfSize(exchange) && [400, 422].includes(statusOf(exchange))) continue;
      const wrong = wrongStatus(exchange, "success", "a list of users", "VOL-01");
      if (wrong !== undefined) yield wrong;
      else if (jsonOf(exchange) === undefined)
        yield violation({
          fact: "VOL-01",
          rule: "missing",
          message: "the list of users has no JSON body",
          exchange,
          expected: "an object with meta.total",
          actual: "no JSON body",
        });
    }
    const first = labelled(exchanges, "default");
    const total = first && totalIn(first);
    if (first === undefined || total === undefined) return yield notApplicable("no total is known", "VOL-07");
    yield* judgeSizes(first, total, exchanges);
  },
});
