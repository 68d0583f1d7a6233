import type { DriftGroup } from "../../../harness/model/drift.ts";
import type { NotifySettings } from "../../../harness/model/notify.ts";
import { createOutbox } from "../../../harness/notify/outbox.ts";
import { findingPrefix } from "../../../harness/notify/subjects.ts";
import { deliver, type Delivery } from "../../../harness/notify/deliver.ts";
import { type Means, type Receiver, stateReceiversOf } from "../../../harness/notify/receivers.ts";
import type { Database, Sql } from "../../../harness/store/database.ts";
import { listOf, text } from "../../../harness/store/rows.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { withDays } from "../../../harness/history/change-days.ts";
import { groupIn, openChanges } from "../../../harness/history/open-changes.ts";
import { goneCauses, goneProblems, openProblems } from "../../../harness/history/problems.ts";
import { dayStatus } from "../../../harness/history/reading.ts";
import { type FleetDay, fleetSubjects, isGoodDay, wholeFleet } from "./fleet-subjects.ts";

/** No fleet has as many changes at once. */
const limits = { changes: 10_000, names: 3 };

/** At once in one statement. */
const pageSize = 500;

/** Of these changes, those that are gone wherever they were; what is accepted everywhere is forgotten. */
const goneChanges = async (sql: Sql, fingerprints: readonly string[]): Promise<readonly DriftGroup[]> => {
  const gone = new Map<string, DriftGroup>();
  const standing = new Set<string>();
  for (let start = 0; start < fingerprints.length; start += pageSize) {
    const page = fingerprints.slice(start, start + pageSize);
    const rows = await sql.rows(
      `SELECT fingerprint, state, min(summary) AS summary FROM change
       WHERE fingerprint IN ${listOf(page.length)} AND state IN ('standing', 'gone') GROUP BY fingerprint, state`,
      page,
    );
    for (const row of rows)
      if (text(row, "state") === "gone") gone.set(text(row, "fingerprint"), groupIn(row));
      else standing.add(text(row, "fingerprint"));
  }
  return [...gone].flatMap(([fingerprint, group]) => (standing.has(fingerprint) ? [] : [group]));
};

const readDay = async (
  sql: Sql,
  { day, isOver }: ReportedDay,
  known: readonly string[],
): Promise<FleetDay> => {
  const changes = await withDays(sql, await openChanges(sql, {}, limits));
  const isFinding = (subject: string): boolean => subject.startsWith(findingPrefix);
  const gone = await goneChanges(
    sql,
    known.filter((one) => !isFinding(one)),
  );
  return {
    status: await dayStatus(sql, day),
    isOver,
    problems: await openProblems(sql, changes, limits.names, { gone }),
    gone: [
      ...goneCauses(gone, changes),
      ...(await goneProblems(
        sql,
        known.filter(isFinding).map((one) => one.slice(findingPrefix.length)),
      )),
    ],
  };
};

export interface ReportedDay {
  readonly day: string;
  /** Whether runs that have not ended by now count as failed. */
  readonly isOver: boolean;
}

export interface AlertContext {
  readonly fleet: Pick<FleetFile, "breadth" | "tolerate">;
  readonly database: Database;
  readonly settings: NotifySettings;
  readonly receivers: readonly Receiver[];
  readonly means: Means;
}

/** Alerts those whom the fleet file names of what a day has shown: once, however often and by whomever it is called. */
export const reportDay = async (
  reported: ReportedDay,
  { fleet, database, settings, receivers, means }: AlertContext,
): Promise<Delivery> => {
  const outbox = createOutbox(database);
  let succeeded = false;
  const [plan] = await database.transaction(async (sql) => {
    await sql.lock("alerts");
    const known = await outbox.known(sql, wholeFleet);
    const day = await readDay(sql, reported, known);
    const { waiting, running } = day.status;
    const isBroken = day.problems.some(
      ({ problem: { kind, severity }, lastDay }) =>
        kind === "violation" && severity === "error" && lastDay === reported.day,
    );
    succeeded = isGoodDay(day, fleet) && waiting + running === 0 && !isBroken;
    return outbox.add(sql, [fleetSubjects(day, new Set(known), fleet)], receivers);
  });
  const state = {
    open: plan?.open ?? [],
    gone: plan?.alerts.filter(({ kind }) => kind === "gone") ?? [],
    succeeded,
  };
  return deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
};
