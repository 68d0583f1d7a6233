import { safe, safeJson } from "../../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../../harness/runner/exit-code.ts";
import { readOrganizations } from "../../../fleet/file/read-organizations.ts";
import { withBreadth } from "../../../fleet/report/breadth.ts";
import { isBreaking, isTolerated } from "../../../fleet/report/day-verdict.ts";
import { changesText, statusText } from "../../../fleet/report/fleet-text.ts";
import { openJobQueue } from "../../../fleet/jobs/job-queue.ts";
import { planDay } from "../../../fleet/jobs/plan-day.ts";
import { runDay, type RunReport } from "../../../fleet/run/run-day.ts";
import { usesColor } from "../../color.ts";
import type { FleetRunOptions } from "../../definitions/fleet.ts";
import { withFleetAlerts } from "../../fleet-alerts.ts";
import { workOn } from "../../fleet-worker.ts";
import { createFleetProblems } from "../../fleet-problems.ts";
import { withRunContext } from "../../fleet-runs.ts";
import type { CliIo } from "../../io.ts";
import { dayOf, fleetInputs, mostSlots, type OpenFleet, withFleet } from "../../open-fleet.ts";
import { integerOf } from "../../option-values.ts";

/** Plans the runs of a day for all workers and makes what is left of them. */
const runPlanned = async (
  open: OpenFleet,
  day: string,
  slots: number,
  options: FleetRunOptions,
  io: CliIo,
): Promise<number> => {
  const { fleet, database, repository } = open;
  const queue = await openJobQueue(fleet, database);
  const now = io.clock.now();
  await planDay({ fleet, inputs: fleetInputs(io), repository, queue, day, now, spread: false });
  return workOn(queue, open, { slots, drain: true, quiet: true, json: options.json === true }, io);
};

/** Makes the runs of a day in this process alone. */
const runAlone = async (
  { fleet, repository }: OpenFleet,
  day: string,
  slots: number,
  options: FleetRunOptions,
  io: CliIo,
): Promise<readonly RunReport[]> => {
  const organizations = await readOrganizations(fleet, fleetInputs(io));
  await repository.list(organizations);
  const pending = await repository.pending(day);
  const reports: RunReport[] = [];
  if (pending.size === 0) return reports;
  const problems = createFleetProblems(
    (text) => io.stderr.write(text),
    () => io.clock.now(),
  );
  await withRunContext(fleet, io, (context) =>
    runDay(
      organizations.filter(({ name }) => pending.has(name)),
      {
        ...context,
        day,
        windowMs: fleet.schedule.windowMs,
        slots,
        signal: io.signal,
        onReport(report) {
          reports.push(report);
          problems.onReport(report);
        },
        onWait(...wait) {
          if (options.quiet !== true) problems.onWait(...wait);
        },
      },
    ),
  );
  problems.end();
  return reports;
};

/** The same, and alerts of the day. */
const runAndAlert = (
  open: OpenFleet,
  day: string,
  slots: number,
  options: FleetRunOptions,
  io: CliIo,
): Promise<{ readonly notRun: number; readonly isAlerted: boolean }> =>
  withFleetAlerts(open, io, async (alert) => {
    const reports = await runAlone(open, day, slots, options, io);
    await open.repository.prune(day, open.fleet.retention);
    const isAlerted = (await alert?.({ day, isOver: true })) ?? true;
    return { notRun: reports.filter(({ result }) => result.kind === "not-run").length, isAlerted };
  });

/**
 * `tripact fleet run`: checks every organization that has no run of the day yet, in this process.
 * @throws UsageError before anything is sent when the fleet file or the list of organizations cannot be used
 */
export const runFleet = (options: FleetRunOptions, io: CliIo): Promise<number> =>
  withFleet(options, io, async (open) => {
    const { fleet, repository } = open;
    const day = dayOf(options.date, fleet, io);
    const slots = integerOf("--slots", options.slots, 1, mostSlots);
    let notRun = 0;
    let isAlerted = true;
    if (open.database.engine === "postgres") {
      const code = await runPlanned(open, day, slots, options, io);
      if (code !== exitCodes.conformant) return code;
    } else ({ notRun, isAlerted } = await runAndAlert(open, day, slots, options, io));
    const status = await repository.status(day);
    const changes = await repository.changes();
    const tolerated = isTolerated({ ...status, failed: status.failed + notRun }, fleet);
    const color = usesColor(options.color, io.env, io.stdout);
    if (options.json === true) io.stdout.write(safeJson({ status, changes: withBreadth(changes, fleet) }, 2));
    else if (options.quiet !== true)
      io.stdout.write(safe`${statusText(status, tolerated, color)}${changesText(changes, fleet, color)}`);
    if (!tolerated) return exitCodes.notJudged;
    if (changes.some(isBreaking)) return exitCodes.findings;
    return isAlerted ? exitCodes.conformant : exitCodes.notJudged;
  });
