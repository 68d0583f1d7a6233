import type { JudgeTools } from "../model/check.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { Observer } from "../model/observer.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { ResultCollector } from "./result-collector.ts";
import type { RunProblems } from "./run-problems.ts";

const isShownTo = ({ interfaces, aboutRefusals }: Observer, { interface: name, call }: Exchange): boolean =>
  interfaces.includes(name) && (call?.expects !== "refusal" || aboutRefusals === true);

/** A provoked refusal that did not happen is a fault and answers no question. */
const wasMissed = ({ call }: Exchange, status: number): boolean =>
  call?.expects === "refusal" && status < 400;

/** Observers see every exchange and report at the end. One that crashes reports nothing, and the run says so. */
export const createObserverRunner = (
  observers: readonly Observer[],
  tools: JudgeTools,
  results: Pick<ResultCollector, "observe">,
  problems: Pick<RunProblems, "crashed">,
) => {
  let seats = observers.map((observer) => ({ observer, watch: observer.watch() }));
  return {
    see(exchange: Exchange) {
      const response = responseOf(exchange);
      if (response === undefined || response.body.kind === "unknown") return;
      if (wasMissed(exchange, response.status)) return;
      seats = seats.filter(({ observer, watch }) => {
        if (!isShownTo(observer, exchange)) return true;
        try {
          watch.see(exchange, tools);
          return true;
        } catch {
          problems.crashed(observer.id);
          return false;
        }
      });
    },
    *events(): Generator<RunEvent<never>, void> {
      for (const { watch } of seats) yield* results.observe(watch.observations());
    },
  };
};
