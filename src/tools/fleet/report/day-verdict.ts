import type { FleetFile } from "../file/fleet-file.ts";
import type { DayStatus } from "../../../harness/history/run-repository.ts";

type Runs = Pick<DayStatus, "done" | "failed" | "givenUp">;

/** Runs of a day that failed or were skipped after earlier failures, and all runs. */
export const failedOf = ({ done, failed, givenUp }: Runs) => ({
  failed: failed + givenUp,
  all: done + failed + givenUp,
});

/** Whether few enough of a day's runs failed for it to be valid. */
export const isTolerated = (runs: Runs, { tolerate }: Pick<FleetFile, "tolerate">): boolean => {
  const { failed, all } = failedOf(runs);
  return failed <= all * tolerate;
};
