import type { Documentation } from "../drift/documentation.ts";
import { createTrackedTarget } from "../drift/tracked-target.ts";
import type { Acceptance, DriftTarget } from "../model/drift.ts";
import type { Database, Row, Transaction } from "../store/database.ts";
import { insertAll, integer, text } from "../store/rows.ts";
import { acceptanceRow } from "./acceptance-rows.ts";
import { idOf } from "./organizations.ts";
import { readState } from "./read-past.ts";
import { targetOf, trackedRows } from "./reading.ts";
import type { RunRepository } from "./run-repository.ts";
import { lockOrganization } from "./runs.ts";
import { writeChanges } from "./write-changes.ts";
import { writeStates } from "./write-run.ts";

const openTargets = (sql: Transaction, fingerprint: string, organization: number | undefined) =>
  sql.rows(
    `SELECT target.id, interface, address, target.organization, organization.name AS organization_name
     FROM change JOIN target ON target.id = change.target JOIN organization ON organization.id = target.organization
     WHERE fingerprint = $1 AND state <> 'accepted' ${organization === undefined ? "" : "AND target.organization = $2"}
     ORDER BY target.organization, target.id`,
    organization === undefined ? [fingerprint] : [fingerprint, organization],
  );

/** Accepts a change at one target; false where it is not open there any more. */
const acceptAt = async (
  sql: Transaction,
  found: Row,
  fingerprint: string,
  acceptance: Acceptance,
  documentation: Documentation,
): Promise<boolean> => {
  const id = integer(found, "id");
  await lockOrganization(sql, integer(found, "organization"));
  const target = targetOf(found);
  // Read again: the lock was waited for.
  const [row] = await trackedRows(sql, target);
  if (row === undefined) return false;
  const tracked = createTrackedTarget(
    target,
    documentation,
    await readState(sql, row, target, documentation),
  );
  if (!tracked.accept({ id: 0, fingerprint, ...acceptance })) return false;
  await insertAll(sql, "acceptance", [
    { target: id, after_position: tracked.state.run, fingerprint, ...acceptanceRow(acceptance) },
  ]);
  const [last] = await sql.rows("SELECT max(id) AS id FROM acceptance WHERE target = $1", [id]);
  const acceptanceId = last === undefined ? 0 : integer(last, "id");
  await writeStates(sql, [{ id, state: { ...tracked.state, acceptance: acceptanceId } }]);
  await writeChanges(sql, [{ id, groups: tracked.groups() }]);
  return true;
};

export const acceptancesIn = (
  database: Database,
  documentation: Documentation,
  isFleet: boolean,
): Pick<RunRepository, "openFingerprints" | "accept"> => ({
  openFingerprints: async () =>
    (await database.rows("SELECT DISTINCT fingerprint FROM change WHERE state <> 'accepted'")).map((row) =>
      text(row, "fingerprint"),
    ),

  async accept(fingerprint, acceptance, where) {
    const found = await database.transaction(async (sql) => {
      if (where === "everywhere")
        await insertAll(
          sql,
          "acceptance_everywhere",
          [{ fingerprint, ...acceptanceRow(acceptance) }],
          "DO NOTHING",
        );
      const organization = typeof where === "object" ? await idOf(sql, where.organization) : undefined;
      if (isFleet) return openTargets(sql, fingerprint, organization);
      // In a store single changes are accepted, too, and for longer: each target that has changes is asked.
      const changed = new Set(
        (await sql.rows("SELECT DISTINCT target FROM change")).map((row) => row["target"]),
      );
      return (await trackedRows(sql)).filter((row) => changed.has(row["id"]));
    });
    // One transaction for each: nobody waits for a fleet.
    const accepted: DriftTarget[] = [];
    for (const row of found)
      if (await database.transaction((sql) => acceptAt(sql, row, fingerprint, acceptance, documentation)))
        accepted.push(targetOf(row));
    return accepted;
  },
});
