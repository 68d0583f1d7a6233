import { defineTaggedCheck, send, type Judgement } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { notApplicable, statusOf, tagged, violation } from "./support/judgements.ts";
import { findQueryEndpoints } from "./support/paged-endpoint.ts";
import { announcedLimit, freshCredential } from "./support/sandbox-credential.ts";
import { toBeRefused } from "./support/refusal.ts";

const within = ["a page of one", "a page of a hundred", "a query"] as const;

type Tag = (typeof within)[number] | "one too many";

export const requestsCountOnce = defineTaggedCheck<Tag>({
  id: "requests-count-once",
  facts: ["DON-24"],
  effect: "sandbox",
  interfaces: ["donation"],
  needs: [],
  title: "Each list or query counts as one request, whatever its size",
  why: "Consumers ask for large pages to stay within the limit.",
  *plan(context) {
    const credential = yield* freshCredential("donation");
    if (credential === undefined) return;
    const { authorization } = credential;
    const list = (label: string, take: number): Call => ({
      operation: "listDonors",
      query: { Take: take },
      authorization,
      label,
      fresh: true,
      asItComes: true,
    });
    const query = (yield* findQueryEndpoints(context)).find(({ kind }) => kind === "donor");
    const limit = announcedLimit(yield* send(list("first of the hour", 1)));
    if (limit === undefined || limit < 4 || query === undefined) return;
    yield* credential.spend(limit - 3, "all but three");
    yield* send({ ...list("a page of one", 1), tag: "a page of one" });
    yield* send({ ...list("a page of a hundred", 100), tag: "a page of a hundred" });
    yield* send({
      ...query.call({ skip: 0, take: 50 }, "a query"),
      authorization,
      fresh: true,
      asItComes: true,
      tag: "a query",
    });
    yield* send(toBeRefused({ ...list("one too many", 1), tag: "one too many" }));
  },
  *judge(exchanges): Generator<Judgement> {
    const over = tagged(exchanges, "one too many");
    if (over === undefined) return yield notApplicable("the sandbox announces no limit");
    const asked = within.map((tag) => tagged(exchanges, tag));
    // Operations that are not served are not asked and do not count.
    if (asked.some((one) => one === undefined || one.outcome.kind === "failure"))
      return yield notApplicable("a request that was to be counted was not sent");
    for (const [index, tag] of within.entries()) {
      const exchange = asked[index];
      // A page size may be refused for other reasons (U-30); such a request still counts.
      if (exchange === undefined || statusOf(exchange) === 200 || statusOf(exchange) !== statusOf(over))
        continue;
      yield violation({
        rule: "relation",
        message: `${tag} was refused before the limit was reached`,
        exchange,
        expected: "200",
        actual: String(statusOf(exchange)),
      });
    }
    if (statusOf(over) < 400)
      yield violation({
        rule: "relation",
        message: "a request beyond the limit is answered: some before it were not counted",
        exchange: over,
        expected: "a refusal",
        actual: String(statusOf(over)),
      });
  },
});
