import { defineCheck, send, type Judgement } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { labelled, notApplicable, statusOf, violation } from "./support/judgements.ts";
import { findQueryEndpoints } from "./support/paged-endpoint.ts";
import { announcedLimit, freshCredential } from "./support/sandbox-credential.ts";
import { toBeRefused } from "./support/refusal.ts";

const within = ["a page of one", "a page of a hundred", "a query"] as const;

export const requestsCountOnce = defineCheck({
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
    yield* send(list("a page of one", 1));
    yield* send(list("a page of a hundred", 100));
    yield* send({
      ...query.call({ skip: 0, take: 50 }, "a query"),
      authorization,
      fresh: true,
      asItComes: true,
    });
    yield* send(toBeRefused(list("one too many", 1)));
  },
  *judge(exchanges): Generator<Judgement> {
    const over = labelled(exchanges, "one too many");
    if (over === undefined) return yield notApplicable("the sandbox announces no limit");
    const asked = within.map((label) => labelled(exchanges, label));
    // Operations that are not served are not asked and do not count.
    if (asked.some((one) => one === undefined || one.outcome.kind === "failure"))
      return yield notApplicable("a request that was to be counted was not sent");
    for (const [index, label] of within.entries()) {
      const exchange = asked[index];
      // A page size may be refused for other reasons (U-30); such a request still counts.
      if (exchange === undefined || statusOf(exchange) === 200 || statusOf(exchange) !== statusOf(over))
        continue;
      yield violation({
        rule: "relation",
        message: `${label} was refused before the limit was reached`,
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
