import { readOrganizations } from "../file/read-organizations.ts";
import { openJobQueue } from "../jobs/job-queue.ts";
import { planDay } from "../jobs/plan-day.ts";
import { runDay } from "../run/run-day.ts";
import type { Emit } from "../../../core/run/create-run.ts";
import { withFleetAlerts } from "./alerts.ts";
import type { FleetEvent, FleetRunResult, WorkVerdict } from "../fleet.ts";
import { fleetOptions, type OptionsOfFleet } from "../options.ts";
import { driftIn } from "./look.ts";
import { dayOfRuns, fleetInputs, type OpenFleet, withFleet } from "./open-fleet.ts";
import { withRunContext } from "./run-context.ts";
import { workOn } from "./worker.ts";

/** Number of organizations that one process checks at once. */
type OnEvent = (event: FleetEvent) => void;

/** Executes the planned runs together with other workers. @throws UsageError on SQLite */
export const work = (
  options: OptionsOfFleet<"work">,
  emit: Emit<FleetEvent>,
  signal: AbortSignal,
): Promise<{ readonly verdict: WorkVerdict }> =>
  withFleet(
    options,
    fleetOptions.work,
    async (open) => {
      const { drain = false } = options;
      const { slots = fleetOptions.work.slots.usual } = options;
      const queue = await openJobQueue(open.fleet, open.database);
      if (!drain) await queue.schedule(open.around.clock.now());
      return {
        verdict: await workOn(queue, open, {
          slots,
          drain,
          noWait: false,
          onEvent: (event) => void emit(event),
        }),
      };
    },
    { signal },
  );

const nothingLeft = ({ schedule: { timezone } }: OpenFleet["fleet"], day: string): FleetEvent => ({
  type: "nothing-left",
  day,
  timezone,
});

/** How to execute the runs of a day. */
interface Manner {
  readonly slots: number;
  /** Whether to leave organizations that would have to wait. */
  readonly noWait: boolean;
}

/** Plans the runs of a day for all workers, and executes those that are left. */
const runPlanned = async (
  open: OpenFleet,
  day: string,
  manner: Manner,
  onEvent: OnEvent,
): Promise<WorkVerdict> => {
  const { fleet, database, repository, around } = open;
  const queue = await openJobQueue(fleet, database);
  const now = around.clock.now();
  const options = {
    fleet,
    inputs: fleetInputs(around),
    repository,
    queue,
    day,
    now,
    spread: false,
    again: true,
  };
  const { pending } = await planDay(options);
  if (pending === 0) onEvent(nothingLeft(fleet, day));
  return workOn(queue, open, { ...manner, drain: true, onEvent });
};

/** Executes the runs of a day in this process alone. */
const runAlone = async (open: OpenFleet, day: string, manner: Manner, onEvent: OnEvent): Promise<void> => {
  const { fleet, repository, around } = open;
  const organizations = await readOrganizations(fleet, fleetInputs(around));
  const { windowMs } = fleet.schedule;
  await repository.list(organizations);
  await repository.makeDue(day, new Date(around.clock.now() + windowMs).toISOString());
  const pending = await repository.pending(day, true);
  if (pending.size === 0) return onEvent(nothingLeft(fleet, day));
  await withRunContext(open, (context) =>
    runDay(
      organizations.filter(({ name }) => pending.has(name)),
      {
        ...context,
        day,
        windowMs,
        ...manner,
        signal: around.signal,
        onReport: (report) => onEvent({ type: "report", ...report }),
        onWait: (organization, ms, why) => onEvent({ type: "wait", organization, ms, ...why }),
      },
    ),
  );
};

/** The same, followed by the alerts of the day; returns whether all were sent. */
const runAndAlert = (open: OpenFleet, day: string, manner: Manner, onEvent: OnEvent): Promise<boolean> =>
  withFleetAlerts(
    open,
    (message) => onEvent({ type: "problem", message }),
    async (alert) => {
      await runAlone(open, day, manner, onEvent);
      await open.repository.prune(day, open.fleet.retention);
      return (await alert?.({ day, isOver: !manner.noWait })) ?? true;
    },
  );

const makeRuns = async (
  open: OpenFleet,
  options: OptionsOfFleet<"run">,
  onEvent: OnEvent,
): Promise<FleetRunResult> => {
  const day = dayOfRuns(options.date, open.fleet, open.around);
  const { slots = fleetOptions.run.slots.usual, noWait = false } = options;
  const manner = { slots, noWait };
  let isAlerted = true;
  if (open.database.engine === "postgres") {
    const verdict = await runPlanned(open, day, manner, onEvent);
    if (verdict !== "complete") return { verdict };
  } else isAlerted = await runAndAlert(open, day, manner, onEvent);
  const drift = await driftIn(open, day, {}, noWait ? undefined : true);
  const isUnheard = drift.verdict === "conformant" && !isAlerted;
  return { verdict: isUnheard ? "inconclusive" : drift.verdict, drift };
};

/** @throws UsageError before any request if the fleet file or the list of organizations cannot be used */
export const runOfDay = async (
  options: OptionsOfFleet<"run">,
  emit: Emit<FleetEvent>,
  signal: AbortSignal,
): Promise<FleetRunResult> => {
  try {
    return await withFleet(
      options,
      fleetOptions.run,
      (open) => makeRuns(open, options, (event) => void emit(event)),
      { signal, mayCreate: true },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    return { verdict: "interrupted" };
  }
};
