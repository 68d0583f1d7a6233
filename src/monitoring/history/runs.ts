import type { IsUsualElsewhere } from "../drift/change-tracker.ts";
import { randomBytes } from "node:crypto";
import { judgeTarget, type TargetPast } from "../drift/judge-target.ts";
import { type Outlook, outlookOf } from "../drift/outlook.ts";
import { shapesFromJson } from "../../core/shapes/shapes.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { withAcceptedChanges } from "./accepted-findings.ts";
import { seenGroups } from "../../core/problems/drift-problems.ts";
import type { Drift, DriftTarget } from "../../core/model/drift.ts";
import type { Database, Row, Sql, Transaction } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, parameterList, textColumnOf } from "../../core/store/rows.ts";
import { acceptanceRow } from "./acceptance-rows.ts";
import { mostFailures } from "./organizations.ts";
import { writeProblems } from "./problems.ts";
import { readPasts } from "./read-past.ts";
import type {
  Begun,
  EndedRun,
  EndHooks,
  FailureCause,
  OpenRun,
  PausedBy,
  RunEnd,
  RunOrder,
  TargetResult,
} from "./run-repository.ts";
import { addTried, readTried } from "../../core/store/tried-steps.ts";
import { createUsualElsewhere } from "./usual-elsewhere.ts";
import { type StoredTarget, writeRun } from "./write-run.ts";

/** The lock for ending a run of an organization or accepting one of its changes. */
export const lockOrganization = (sql: Transaction, id: number): Promise<void> =>
  sql.lock(`organization ${id}`);

const organizationRow = async (sql: Sql, name: string): Promise<Row> => {
  await insertAll(sql, "organization", [{ name }], "DO NOTHING");
  const [row] = await sql.rows(
    `UPDATE organization SET digest_key = coalesce(digest_key, $2) WHERE name = $1
     RETURNING id, paused_at, pause_reason, digest_key`,
    [name, randomBytes(32).toString("base64")],
  );
  if (row === undefined) throw new Error("an organization was not added");
  return row;
};

/** Causes within the organization: a target that is down may be so for all. */
const ownCauses: readonly FailureCause[] = ["credential", "dead"];

/** Whether a run (of the table `run`) failed without a result of any target, so that it can be begun again. */
export const isRepeatable = `(run.state = 'failed' AND NOT EXISTS (SELECT 1 FROM target_run
  JOIN target ON target.id = target_run.target
  WHERE target.organization = run.organization AND target_run.day = run.day))`;

/** Forgets how a run failed that is begun again: it fails or succeeds once a day. */
const reopen = async (sql: Sql, organizationId: number, day: string): Promise<void> => {
  const [failed] = await sql.rows(
    `SELECT id, cause FROM run WHERE organization = $1 AND day = $2 AND ${isRepeatable}`,
    [organizationId, day],
  );
  if (failed === undefined) return;
  await sql.rows(
    "UPDATE run SET state = 'running', cause = NULL, reason = NULL, ended_at = NULL, requests = 0 WHERE id = $1",
    [integerColumnOf(failed, "id")],
  );
  if (ownCauses.some((one) => one === failed["cause"]))
    await sql.rows("UPDATE organization SET failures = failures - 1 WHERE id = $1 AND failures > 0", [
      organizationId,
    ]);
};

export const beginRun = async (sql: Sql, order: RunOrder): Promise<Begun> => {
  const organization = await organizationRow(sql, order.organization);
  if (typeof organization["paused_at"] === "string")
    return { kind: "paused", reason: textColumnOf(organization, "pause_reason") };
  const organizationId = integerColumnOf(organization, "id");
  await reopen(sql, organizationId, order.day);
  const [begun] = await sql.rows(
    `INSERT INTO run (organization, day, state, identity, started_at, seed, version)
     VALUES ($1, $2, 'running', $3, $4, $5, $6)
     ON CONFLICT (organization, day) DO UPDATE SET attempt = run.attempt + 1, identity = excluded.identity,
       started_at = excluded.started_at, seed = excluded.seed, version = excluded.version
     WHERE run.state = 'running' RETURNING id, attempt`,
    [organizationId, order.day, order.run, order.startedAt, order.seed, order.version],
  );
  if (begun === undefined) return { kind: "done" };
  const run = {
    ...order,
    id: integerColumnOf(begun, "id"),
    organizationId,
    attempt: integerColumnOf(begun, "attempt"),
    digestKey: textColumnOf(organization, "digest_key"),
  };
  return { kind: "begun", run };
};

/** Marks a run as ended; false if this worker no longer owns it. */
const endRow = async (sql: Sql, { id, attempt }: OpenRun, end: RunEnd): Promise<boolean> => {
  const { endedAt, requests, failure } = end;
  const { cause, reason } = failure ?? { cause: null, reason: null };
  const ended = await sql.rows(
    `UPDATE run SET state = $3, cause = $4, reason = $5, ended_at = $6, requests = $7
     WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id`,
    [id, attempt, failure === undefined ? "done" : "failed", cause, reason, endedAt, requests],
  );
  return ended.length === 1;
};

/** Counts consecutive runs that saw nothing, and pauses what failed too often. @param isBlind whether it saw nothing */
const countFailure = async (
  sql: Sql,
  { organizationId }: OpenRun,
  { failure, endedAt }: RunEnd,
  isBlind: boolean,
): Promise<PausedBy | undefined> => {
  if (failure === undefined || !isBlind || !ownCauses.includes(failure.cause)) {
    if (!isBlind)
      await sql.rows("UPDATE organization SET failures = 0 WHERE id = $1 AND failures > 0", [organizationId]);
    return undefined;
  }
  const [row] = await sql.rows(
    "UPDATE organization SET failures = failures + 1 WHERE id = $1 RETURNING failures",
    [organizationId],
  );
  if (row === undefined || integerColumnOf(row, "failures") < mostFailures) return undefined;
  const reason = `${mostFailures} runs in a row failed, at last: ${failure.reason}`;
  await sql.rows("UPDATE organization SET paused_at = $2, pause_reason = $3 WHERE id = $1", [
    organizationId,
    endedAt,
    reason,
  ]);
  return { reason };
};

type Everywhere = NonNullable<TargetPast["acceptedEverywhere"]>;

/** Writes the acceptances that follow from those for everywhere, and returns the targets that include them. */
const acceptedOf = async (
  sql: Sql,
  targets: readonly StoredTarget[],
  everywhere: Everywhere,
): Promise<readonly StoredTarget[]> => {
  const all = targets.flatMap(({ id, run, accepted }) =>
    accepted.flatMap((fingerprint) => {
      const acceptance = everywhere.get(fingerprint);
      return acceptance === undefined
        ? []
        : [{ target: id, after_position: run.run, fingerprint, ...acceptanceRow(acceptance) }];
    }),
  );
  if (all.length === 0) return targets;
  await insertAll(sql, "acceptance", all);
  const ids = targets.map(({ id }) => id);
  const rows = await sql.rows(
    `SELECT target, max(id) AS acceptance FROM acceptance WHERE target IN ${parameterList(ids.length)} GROUP BY target`,
    ids,
  );
  const last = new Map(
    rows.map((row) => [integerColumnOf(row, "target"), integerColumnOf(row, "acceptance")]),
  );
  return targets.map((target) => ({
    ...target,
    state: { ...target.state, acceptance: last.get(target.id) ?? target.state.acceptance },
  }));
};

const judgeAll = async (
  sql: Sql,
  run: OpenRun,
  results: readonly TargetResult[],
  documentation: Documentation,
  isUsual: IsUsualElsewhere | undefined,
) => {
  const targets = results.map(({ target }) => target);
  const pasts = await readPasts(sql, run.organizationId, targets, documentation, isUsual);
  const judged = results.flatMap((result, at): readonly StoredTarget[] => {
    const past = pasts[at];
    if (past === undefined) return [];
    const { shapes } = result;
    const seen = {
      ...result,
      shapes: shapes === undefined ? undefined : shapesFromJson(JSON.parse(shapes), documentation),
    };
    return [{ ...judgeTarget(past, seen, run, documentation), id: past.id }];
  });
  return { judged, everywhere: pasts[0]?.acceptedEverywhere ?? new Map() };
};

const changesOf = ({ target, groups, changes }: StoredTarget) =>
  seenGroups({ target, groups, drift: changes });

export const runsIn = (database: Database, documentation: Documentation, isFleet: boolean) => {
  const usualElsewhere = isFleet ? createUsualElsewhere() : undefined;

  const end = async (
    sql: Transaction,
    run: OpenRun,
    ending: RunEnd,
    results: readonly TargetResult[],
    { see = (one) => one, also }: EndHooks = {},
  ): Promise<EndedRun | undefined> => {
    await lockOrganization(sql, run.organizationId);
    if (!(await endRow(sql, run, ending))) return undefined;
    const questions = usualElsewhere?.ask(Date.parse(run.startedAt));
    const judgeNow = () => judgeAll(sql, run, results, documentation, questions?.isUsual);
    const first = await judgeNow();
    const isAnswered = (await questions?.lookUp(sql, run.organizationId)) === true;
    const { judged, everywhere } = isAnswered ? await judgeNow() : first;
    await writeRun(sql, run, await acceptedOf(sql, judged, everywhere));
    const targets = judged.map(see);
    const findings = withAcceptedChanges(ending.findings ?? [], judged.flatMap(changesOf));
    const problems = await writeProblems(sql, run, { ...ending, findings }, targets, isFleet);
    if (ending.tried !== undefined) await addTried(sql, ending.tried.by, ending.tried.steps);
    const isBlind = judged.every(({ verdict }) => verdict === undefined);
    const paused = await countFailure(sql, run, ending, isBlind);
    const ended = { targets, findings, problems, ...(paused === undefined ? {} : { paused }) };
    await also?.(ended);
    return ended;
  };

  const peek = (run: OpenRun, targets: readonly DriftTarget[]): Promise<readonly TargetPast[]> =>
    database.transaction((sql) =>
      readPasts(sql, run.organizationId, targets, documentation, isFleet ? () => false : undefined),
    );

  return {
    /** Begins the run of an organization on a day; again if no worker has ended it, or it failed without a result. */
    begin: (order: RunOrder) => database.transaction((sql) => beginRun(sql, order)),
    /** Steps tried by the runs of this scope. */
    tried: (by: string) => readTried(database, by),
    /** What a current run should request, in the order of the targets. */
    outlooks: async (run: OpenRun, targets: readonly DriftTarget[]): Promise<readonly Outlook[]> =>
      (await peek(run, targets)).map(({ state }) => outlookOf(state.tracker)),
    /** What the run would show of a target with these shapes (JSON), which are not stored. */
    preview: async (run: OpenRun, target: DriftTarget, json: string): Promise<readonly Drift[]> => {
      const [past] = await peek(run, [target]);
      const shapes = shapesFromJson(JSON.parse(json), documentation);
      const result = { shapes, requests: 0, findings: { error: 0, warning: 0, info: 0 } };
      return past === undefined ? [] : (judgeTarget(past, result, run, documentation).verdict?.drift ?? []);
    },
    /**
     * Ends a run: reads the past of each target, judges it and writes the result in one transaction, during which no
     * other run of the organization ends and none of its changes is accepted. Undefined, without writing anything, if
     * another worker has begun the run again or ended it.
     */
    end: (run: OpenRun, ending: RunEnd, results: readonly TargetResult[], hooks?: EndHooks) =>
      database.transaction((sql) => end(sql, run, ending, results, hooks)),
  };
};
