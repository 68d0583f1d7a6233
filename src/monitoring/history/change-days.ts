import type { Sql } from "../../core/store/database.ts";
import { parameterList, optionalText, textColumnOf } from "../../core/store/rows.ts";
import type { ChangeFilter, DatedChange, FleetChange } from "./run-repository.ts";

type Days = Partial<Pick<DatedChange, "firstDay" | "lastDay">>;

const daysBy = async (
  sql: Sql,
  fingerprints: readonly string[],
  organization: string | undefined,
): Promise<ReadonlyMap<string, Days>> => {
  const values = organization === undefined ? fingerprints : [...fingerprints, organization];
  const rows = await sql.rows(
    `WITH seen AS (
       SELECT fingerprint, first_seen, last_seen, organization.id AS organization
       FROM change JOIN target ON target.id = change.target
       JOIN organization ON organization.id = target.organization
       WHERE change.state = 'standing' AND fingerprint IN ${parameterList(fingerprints.length)}
         ${organization === undefined ? "" : `AND organization.name = $${values.length}`}
     ), bounds AS (
       SELECT fingerprint, min(first_seen) AS first_at, max(last_seen) AS last_at FROM seen GROUP BY fingerprint
     )
     SELECT seen.fingerprint, min(CASE WHEN run.started_at = bounds.first_at THEN run.day END) AS first_day,
       max(CASE WHEN run.started_at = bounds.last_at THEN run.day END) AS last_day
     FROM bounds JOIN seen ON seen.fingerprint = bounds.fingerprint
       AND (seen.first_seen = bounds.first_at OR seen.last_seen = bounds.last_at)
     JOIN run ON run.organization = seen.organization AND run.started_at IN (bounds.first_at, bounds.last_at)
     GROUP BY seen.fingerprint`,
    values,
  );
  return new Map(
    rows.map((row) => [
      textColumnOf(row, "fingerprint"),
      { ...optionalText(row, "first_day", "firstDay"), ...optionalText(row, "last_day", "lastDay") },
    ]),
  );
};

/** Adds the days of the first and last run that saw a change: a run may be made on another day than its own. */
export const withDays = async (
  sql: Sql,
  changes: readonly FleetChange[],
  { organization }: Pick<ChangeFilter, "organization"> = {},
): Promise<readonly DatedChange[]> => {
  if (changes.length === 0) return [];
  const fingerprints = changes.map(({ group }) => group.fingerprint);
  const days = await daysBy(sql, fingerprints, organization);
  return changes.map((change) => ({
    ...change,
    firstDay: change.firstSeen.slice(0, 10),
    lastDay: change.lastSeen.slice(0, 10),
    ...days.get(change.group.fingerprint),
  }));
};
