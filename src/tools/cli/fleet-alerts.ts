import { hasReceivers, receiversOf } from "../../harness/notify/receivers.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { reportDay, type ReportedDay } from "../fleet/alerts/report-day.ts";
import type { CliIo } from "./io.ts";
import type { OpenFleet } from "./open-fleet.ts";
import { assertCanAlert, withMeans } from "./send-alerts.ts";

/** Alerts those whom the fleet file names of a day, and prints what could not be sent; returns whether all was. */
export type AlertOfDay = (day: ReportedDay) => Promise<boolean>;

/**
 * Gives what alerts of a day; undefined where the fleet file names nobody.
 * @throws UsageError where a package is missing
 */
export const withFleetAlerts = async <Result>(
  { fleet, database }: OpenFleet,
  io: CliIo,
  work: (alert: AlertOfDay | undefined) => Promise<Result>,
): Promise<Result> => {
  const settings = fleet.notify();
  if (!hasReceivers(settings)) return work(undefined);
  await assertCanAlert(settings);
  return withMeans(io, async (means) => {
    const receivers = await receiversOf(settings, means);
    return work(async (day) => {
      const { problems } = await reportDay(day, { fleet, database, settings, receivers, means });
      for (const problem of problems) io.stderr.write(safe`tripact: ${problem}\n`);
      return problems.length === 0;
    });
  });
};
