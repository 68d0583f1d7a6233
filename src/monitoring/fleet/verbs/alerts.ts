import { assertCanAlert, withMeans } from "../../notify/means.ts";
import { hasReceivers, receiversOf } from "../../notify/receivers.ts";
import { reportDay, type ReportedDay } from "../alerts/report-day.ts";
import type { OpenFleet } from "./open-fleet.ts";

/** Sends the alerts of a day; returns whether all were sent. */
export type AlertOfDay = (day: ReportedDay) => Promise<boolean>;

/**
 * Provides the function that sends a day's alerts; undefined if the fleet file names no receivers.
 * @throws UsageError if a package is missing
 */
export const withFleetAlerts = async <Result>(
  { fleet, database, around }: OpenFleet,
  onProblem: (message: string) => void,
  work: (alert: AlertOfDay | undefined) => Promise<Result>,
): Promise<Result> => {
  const settings = fleet.notify();
  if (!hasReceivers(settings)) return work(undefined);
  await assertCanAlert(settings, around);
  return withMeans(around, async (means) => {
    const receivers = await receiversOf(settings, means);
    return work(async (day) => {
      const { problems } = await reportDay(day, { fleet, database, settings, receivers, means });
      for (const problem of problems) onProblem(problem);
      return problems.length === 0;
    });
  });
};
