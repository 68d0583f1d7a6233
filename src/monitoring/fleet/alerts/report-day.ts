import type { DriftGroup } from "../../../core/model/drift.ts";
import type { NotifySettings } from "../../../core/model/notify.ts";
import { createOutbox } from "../../notify/outbox.ts";
import { findingPrefix } from "../../notify/subjects.ts";
import { deliver, type Delivery } from "../../notify/deliver.ts";
import { type Means, type Receiver, stateReceiversOf } from "../../notify/receivers.ts";
import type { Database, Sql } from "../../../core/store/database.ts";
import { textColumnOf } from "../../../core/store/rows.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { withDays } from "../../history/change-days.ts";
import { groupIn, openChanges } from "../../history/open-changes.ts";
import { goneCauses, goneProblems, openProblems } from "../../history/problems.ts";
import { dayStatus } from "../../history/reading.ts";
import { unendedOf } from "../report/day-verdict.ts";
import { type FleetDay, fleetSubjects, stateOf, wholeFleet } from "./fleet-subjects.ts";

/** More than the changes of any fleet, and its organizations. */
const limits = { changes: 10_000, failures: 100_000, names: 3 };

/** Changes that are gone in every organization; those accepted everywhere are dropped. */
const goneChanges = async (sql: Sql): Promise<readonly DriftGroup[]> => {
  const rows = await sql.rows(
    `SELECT min(summary) AS summary, min(first_seen) AS first_seen, max(last_seen) AS last_seen
     FROM change WHERE state IN ('standing', 'gone') GROUP BY fingerprint
     HAVING count(CASE WHEN state = 'standing' THEN 1 END) = 0`,
  );
  return rows.map((row) => {
    const { toldAt: _, ...group } = groupIn(row);
    return { ...group, firstSeen: textColumnOf(row, "first_seen"), lastSeen: textColumnOf(row, "last_seen") };
  });
};

const readDay = async (
  sql: Sql,
  { day, isOver }: ReportedDay,
  known: readonly string[],
): Promise<FleetDay> => {
  const changes = await withDays(sql, await openChanges(sql, {}, limits));
  const gone = await goneChanges(sql);
  const found = known.filter((one) => one.startsWith(findingPrefix));
  return {
    status: await dayStatus(sql, day, limits.failures),
    isOver,
    problems: await openProblems(sql, changes, limits.names, { gone }),
    gone: [
      ...goneCauses(gone, changes),
      ...(await goneProblems(
        sql,
        found.map((one) => one.slice(findingPrefix.length)),
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

/**
 * Makes a day the last reported one, unless a later one was: what is open and what failed is then known better. Later
 * runs alone do not count, since they may begin before the last run of the day ends.
 */
const advanceTo = async (sql: Sql, { day }: ReportedDay): Promise<boolean> => {
  const later = await sql.rows("SELECT day FROM reported_day WHERE day > $1", [day]);
  if (later.length > 0) return false;
  await sql.rows("DELETE FROM reported_day");
  await sql.rows("INSERT INTO reported_day (day) VALUES ($1)", [day]);
  return true;
};

/**
 * Sends the alerts of a day that the fleet file configures: once, however often and by whomever it is called; of a day
 * before the last reported one only what still waits.
 */
export const reportDay = async (
  reported: ReportedDay,
  { fleet, database, settings, receivers, means }: AlertContext,
): Promise<Delivery> => {
  const outbox = createOutbox(database);
  let succeeded = false;
  const [plan] = await database.transaction(async (sql) => {
    await sql.lock("alerts");
    if (!(await advanceTo(sql, reported))) return [];
    const known = await outbox.known(sql, wholeFleet);
    const day = await readDay(sql, reported, known);
    const isBroken = day.problems.some(
      ({ problem: { kind, severity }, lastDay }) =>
        kind === "violation" && severity === "error" && lastDay === reported.day,
    );
    succeeded = stateOf(day, fleet) === "good" && unendedOf(day.status) === 0 && !isBroken;
    return outbox.add(sql, [fleetSubjects(day, new Set(known), fleet)], receivers);
  });
  const state = {
    open: plan?.open ?? [],
    gone: plan?.alerts.filter(({ kind }) => kind === "gone") ?? [],
    succeeded,
  };
  return deliver(outbox, receivers, stateReceiversOf(settings, means), state, means);
};
