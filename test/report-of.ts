import type { Report } from "../src/core/model/report.ts";
import type { RunEvent } from "../src/core/model/run-event.ts";

/**
 * The report of a whole run.
 * @param see called with each event
 */
export const reportOf = async (
  events: AsyncIterable<RunEvent>,
  see: (event: RunEvent) => void = () => undefined,
): Promise<Report> => {
  for await (const event of events) {
    see(event);
    if (event.type === "run-ended") return event.report;
  }
  throw new Error("the run ended without its footer");
};
