import type { Check } from "../model/check.ts";
import { isSuccess, type Exchange } from "../model/exchange.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { WriteSummary } from "../model/write-summary.ts";
import type { ResultCollector } from "./result-collector.ts";

/** Remembers the accepted writes of a target, as evidence against a restoring write that did not replace the record. */
export const createReplacementWatch = () => {
  const taken = new Map<string | undefined, Exchange>();
  return {
    see(exchange: Exchange) {
      if (isSuccess(exchange) && exchange.operation !== undefined) taken.set(exchange.operation, exchange);
    },
    /** A finding for each fact that a target has broken by not replacing a record. */
    *judge(
      writes: WriteSummary | undefined,
      checks: readonly Check[],
      results: Pick<ResultCollector, "collect" | "verdict">,
    ): Generator<RunEvent> {
      for (const { state, fact, operation } of writes?.records ?? []) {
        const exchange = taken.get(operation);
        const check = checks.find(
          ({ effect, facts }) => effect === "write" && facts.some((id) => id === fact),
        );
        if (state !== "not replaced" || fact === undefined || exchange === undefined || check === undefined)
          continue;
        yield* results.collect(check, [
          {
            kind: "violation",
            fact,
            rule: "relation",
            message: `${operation} was taken with what a record held before, and a read still shows it changed`,
            exchange,
            expected: "the record as it was before the run",
            actual: "a record that is still changed",
          },
        ]);
        yield results.verdict(check.id, fact, { kind: "failed", exchanges: 1, violations: 1 });
      }
    },
  };
};
