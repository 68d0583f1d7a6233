import type { ReportedDay } from "../alerts/report-day.ts";
import { createHash } from "node:crypto";
import type { ConstructorOptions, Job, JobWithMetadata, PgBoss } from "pg-boss";
import { codeOf } from "../../../core/model/error-code.ts";
import { isDay } from "../../../core/model/day.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import * as rules from "../../../core/source/rules.ts";
import type { Database } from "../../../core/store/database.ts";
import { integerColumnOf } from "../../../core/store/rows.ts";
import { preparedFor } from "../database/session.ts";
import { soonMs } from "../budget/grants.ts";
import { dayIn, dayMs, startOf } from "../file/day.ts";
import type { FleetFile, Schedule } from "../file/fleet-file.ts";

/** The namespace of the ids below (RFC 9562, 5.5). */
const namespace = Buffer.from("6f1b5d0e4c7a4f0f9d0b7c2a51e3a8d4", "hex");

const hyphenated = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");

/**
 * The id of a job. Equal for everyone who plans the same run, so that the queue takes it once.
 * @param turn How often the run was postponed.
 * @param failed How often the run has failed.
 */
const jobId = (organization: string, day: string, turn: number, failed = 0): string => {
  const name = [organization, day, turn, ...(failed === 0 ? [] : [failed])].join("\n");
  const bytes = createHash("sha1").update(namespace).update(name).digest();
  // Version 5 and the variant of the RFC.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return hyphenated(bytes.subarray(0, 16).toString("hex"));
};

/** The job of one run, without secrets. */
export interface RunJob {
  readonly organization: string;
  readonly day: string;
  /** Deadline after which it counts as failed, ISO 8601. */
  readonly until: string;
  /** How often it has failed without a result; with each failure it can be planned once more. */
  readonly failed: number;
  /** How often it was postponed. */
  readonly turn: number;
}

/** A run with its start time, ISO 8601. */
export interface PlannedRun extends RunJob {
  readonly startAfter: string;
}

const day = rules.is("a day", (value) => typeof value === "string" && isDay(value));
const runJob = rules.anObject({
  organization: rules.aText,
  day,
  until: rules.aTime,
  failed: rules.aCount,
  turn: rules.aCount,
});
const alertJob = rules.anObject({ day, isOver: rules.aTruth });

/** Handles jobs. An error makes the queue retry a job, and is stored with it. */
export interface JobHandlers {
  run(job: RunJob, signal: AbortSignal): Promise<void>;
  /** A run whose retries are used up, with the reason of the last failure. */
  dead(job: RunJob, reason: string): Promise<void>;
  /** The schedule requests the planning of a day. */
  plan(): Promise<void>;
  /** The runs of a day have ended, or their time is over. */
  alert(job: ReportedDay): Promise<void>;
  /** A job that tripact has not written as it is, with its queue; it has been removed. */
  unreadable(queue: string): void;
}

const queues = { run: "run", dead: "run-dead", plan: "plan", alert: "alert" } as const;

/** Number of runs per insert. */
const pageSize = 1000;

const expireSeconds = 5400;
const longestDelaySeconds = 1800;
const pollSeconds = 1;

/** The schema of the jobs, beside that of the tables. */
export const jobSchema = (schema: string): string => `${schema}_jobs`;

const loadBoss = async () => {
  try {
    return (await import("pg-boss")).PgBoss;
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError("a fleet on PostgreSQL needs the packages pg and pg-boss", {
      hint: "npm install pg pg-boss@12.35.0",
    });
  }
};

/** pg-boss hands its options on to the pool of pg. */
type Prepared = ReturnType<typeof preparedFor>;

const bossOptions = (fleet: FleetFile, url: string, schema: string): ConstructorOptions & Prepared => {
  const seconds = Math.min(60, fleet.work.heartbeatSeconds);
  return {
    connectionString: url,
    ...preparedFor(jobSchema(schema)),
    schema: jobSchema(schema),
    application_name: "tripact jobs",
    max: 4,
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
  };
};

/**
 * When days may have to be planned, in the form of cron in UTC: at every time at which one begins within a year. The
 * readers of cron do not agree on times that clocks skip.
 */
export const planTimes = (schedule: Schedule, from: number): string => {
  const starts = Array.from(
    { length: 366 },
    (_, at) => new Date(startOf(schedule, dayIn("UTC", from + at * dayMs))),
  );
  const listOf = (values: readonly number[]): string => [...new Set(values)].join();
  const hours = listOf(starts.map((start) => start.getUTCHours()));
  return `${listOf(starts.map((start) => start.getUTCMinutes()))} ${hours} * * *`;
};

const createQueues = async (boss: PgBoss, { work }: FleetFile): Promise<void> => {
  await boss.createQueue(queues.dead, { retryLimit: 20, retryDelay: 30, retryBackoff: true });
  await boss.createQueue(queues.plan, { retryLimit: 10, retryDelay: 10, retryBackoff: true });
  await boss.createQueue(queues.alert, { retryLimit: 8, retryDelay: 60, retryBackoff: true });
  await boss.createQueue(queues.run, { deadLetter: queues.dead });
  await boss.updateQueue(queues.run, {
    expireInSeconds: expireSeconds,
    heartbeatSeconds: work.heartbeatSeconds,
    retryLimit: work.retries,
    retryDelay: work.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: longestDelaySeconds,
  });
};

const messageOf = (output: unknown): string => {
  const message = typeof output === "object" && output !== null && "message" in output ? output.message : "";
  return typeof message === "string" && message !== "" ? message : "no attempt has ended";
};

/** Handles the jobs of a queue one by one. Once one has ended, the next is fetched at once, and not at the next poll. */
const workOn = async <Data>(
  boss: PgBoss,
  queue: string,
  handle: (job: JobWithMetadata<Data>) => Promise<void>,
): Promise<void> => {
  const options = { pollingIntervalSeconds: pollSeconds, batchSize: 1, includeMetadata: true } as const;
  const worker = boss.work(queue, options, async (jobs: JobWithMetadata<Data>[]) => {
    try {
      for (const job of jobs) await handle(job);
    } finally {
      boss.notifyWorker(await worker);
    }
  });
  await worker;
};

/**
 * Aborts if a run takes too long or the worker ends, but not for a missed heartbeat, for example because the database
 * was away. Another worker may then take the job, but not the account, so this run can finish.
 */
const signalOf = ({ signal }: Job<RunJob>): AbortSignal => {
  const own = new AbortController();
  const abort = (): void => {
    // A lapsed claim has an error of pg-boss itself as its reason.
    if (signal.reason instanceof DOMException) own.abort(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  return own.signal;
};

const startWork = async (boss: PgBoss, slots: number, handlers: JobHandlers): Promise<void> => {
  /** No attempt would read it, and as long as it is there, its run cannot be planned again. */
  const readable =
    <Data>(rule: rules.ValueRule, handle: (job: JobWithMetadata<Data>) => Promise<void>) =>
    async (job: JobWithMetadata<Data>): Promise<void> => {
      if (![...rule(job.data, [])].length) return handle(job);
      await boss.deleteJob(job.name, job.id);
      handlers.unreadable(job.name);
    };
  const run = readable<RunJob>(runJob, (job) => handlers.run(job.data, signalOf(job)));
  for (let slot = 0; slot < slots; slot += 1) await workOn(boss, queues.run, run);
  const dead = readable<RunJob>(runJob, ({ data, sourceOutput }) =>
    handlers.dead(data, messageOf(sourceOutput)),
  );
  await workOn(boss, queues.dead, dead);
  await workOn(
    boss,
    queues.alert,
    readable<ReportedDay>(alertJob, ({ data }) => handlers.alert(data)),
  );
  await workOn(boss, queues.plan, () => handlers.plan());
};

/** pg-boss' error about an unsuitable installation, as a UsageError. */
const asUsageError = (error: unknown, shown: string): unknown =>
  error instanceof Error && !(error instanceof UsageError)
    ? new UsageError(`the jobs cannot be used: ${error.message || codeOf(error)}`, {
        location: shown,
        hint: "run tripact fleet migrate as the owner of the schema",
      })
    : error;

/**
 * The jobs of a fleet, on pg-boss, whose tables are created or updated.
 * @param database where the jobs are also counted
 * @throws UsageError on SQLite, without the packages, and if the tables cannot be used
 */
export const openJobQueue = async (fleet: FleetFile, database: Database) => {
  const location = fleet.database;
  if (location.kind !== "postgres")
    throw new UsageError("jobs need PostgreSQL", {
      location: fleet.file,
      hint: "name a server with the key database, or use tripact fleet run",
    });
  const Boss = await loadBoss();
  const boss = new Boss(bossOptions(fleet, location.address(), location.schema));
  // pg-boss resumes by itself once the database answers again.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    await createQueues(boss, fleet);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw asUsageError(error, database.shown);
  }
  return {
    /** Adds runs that are not queued yet; returns how many were added. */
    async add(runs: readonly PlannedRun[]) {
      let added = 0;
      for (let start = 0; start < runs.length; start += pageSize) {
        const page = runs.slice(start, start + pageSize).map(({ startAfter, ...data }) => ({
          id: jobId(data.organization, data.day, data.turn, data.failed),
          data,
          startAfter,
        }));
        const ids = await boss.insert(queues.run, page, { returnId: true });
        added += ids?.length ?? 0;
      }
      return added;
    },
    /**
     * Schedules the alerts of a day for a time, ISO 8601; once, however often it is called.
     * @param after the last run, if it was planned again
     */
    async alert(job: ReportedDay, at: string, after?: RunJob) {
      const id = jobId(after?.organization ?? "", job.day, job.isOver ? 1 : 0, after?.failed);
      await boss.insert(queues.alert, [{ id, data: job, startAfter: at }]);
    },
    /** Starts taking jobs, at most `slots` at once. */
    work: (slots: number, handlers: JobHandlers) => startWork(boss, slots, handlers),
    /** Schedules the planning of every day. @param now milliseconds since the epoch */
    schedule: (now: number) =>
      boss.schedule(queues.plan, planTimes(fleet.schedule, now), null, { tz: "UTC", missed: "once" }),
    /**
     * Number of incomplete jobs, including dead ones; of alerts only those that are due.
     * @param noWait whether to leave out what cannot begin within a few seconds
     */
    async remaining(noWait: boolean) {
      const [row] = await database.rows(
        `SELECT count(*) AS jobs FROM ${jobSchema(location.schema)}.job
         WHERE (name IN ($1, $2) OR (name = $3 AND start_after <= now())) AND state < 'completed'
           AND ($4 = 0 OR state = 'active' OR start_after <= now() + interval '${2 * soonMs} milliseconds')`,
        [queues.run, queues.dead, queues.alert, noWait ? 1 : 0],
      );
      return row === undefined ? 0 : integerColumnOf(row, "jobs");
    },
    /** Takes no further jobs, and resolves once the current ones are done. */
    stop: () => boss.stop({ graceful: true, timeout: expireSeconds * 1000 }),
  };
};

/** The jobs of a fleet on PostgreSQL. */
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>;
