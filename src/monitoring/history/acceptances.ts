import type { Documentation } from "../../core/shapes/documentation.ts";
import type { Acceptance, DriftTarget } from "../../core/model/drift.ts";
import type { Database, Row, Transaction } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, textColumnOf } from "../../core/store/rows.ts";
import { acceptanceRow } from "./acceptance-rows.ts";
import { groupIn } from "./open-changes.ts";
import { organizationIdOf } from "./organizations.ts";
import { causesOf } from "./problems.ts";
import { readTracked } from "./read-past.ts";
import { storedTarget, trackedRows } from "./reading.ts";
import { lockOrganization } from "./runs.ts";
import { writeTracked } from "./write-run.ts";

const openTargets = (sql: Transaction, fingerprint: string, organization: number | undefined) =>
  sql.rows(
    `SELECT target.id, interface, address, target.organization, organization.name AS organization_name
     FROM acceptable JOIN target ON target.id = acceptable.target
     JOIN organization ON organization.id = target.organization
     WHERE fingerprint = $1 ${organization === undefined ? "" : "AND target.organization = $2"}
     ORDER BY target.organization, target.id`,
    organization === undefined ? [fingerprint] : [fingerprint, organization],
  );

/** Accepts a change at one target; false if it is no longer open there. */
const acceptAt = async (
  sql: Transaction,
  found: Row,
  fingerprint: string,
  acceptance: Acceptance,
  documentation: Documentation,
): Promise<boolean> => {
  const id = integerColumnOf(found, "id");
  await lockOrganization(sql, integerColumnOf(found, "organization"));
  const target = storedTarget(found);
  // Read again after waiting for the lock.
  const [row] = await trackedRows(sql, target);
  if (row === undefined) return false;
  const tracked = await readTracked(sql, row, target, documentation);
  if (!tracked.accept({ id: 0, fingerprint, ...acceptance })) return false;
  await insertAll(sql, "acceptance", [
    { target: id, after_position: tracked.state.run, fingerprint, ...acceptanceRow(acceptance) },
  ]);
  const [last] = await sql.rows("SELECT max(id) AS id FROM acceptance WHERE target = $1", [id]);
  const acceptanceId = last === undefined ? 0 : integerColumnOf(last, "id");
  const state = { ...tracked.state, acceptance: acceptanceId };
  await writeTracked(sql, [{ id, state, groups: tracked.groups(), open: tracked.open() }]);
  return true;
};

export const acceptancesIn = (database: Database, documentation: Documentation) => ({
  /** Fingerprints that `accept` takes: changes and groups of them, of any target. */
  acceptable: async (): Promise<readonly string[]> =>
    (await database.rows("SELECT DISTINCT fingerprint FROM acceptable")).map((row) =>
      textColumnOf(row, "fingerprint"),
    ),

  /** The fingerprints of each problem's groups of changes, by that of the problem. */
  async groupsOf(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await database.rows(
      "SELECT min(summary) AS summary FROM change GROUP BY fingerprint, state",
    );
    return new Map(causesOf(rows.map(groupIn)).map(({ fingerprint, groups = [] }) => [fingerprint, groups]));
  },

  /**
   * Makes a change part of the history of every target that has it open; returns those targets.
   * @param where Only in this organization, or everywhere, including later appearances; default: wherever it is open
   * now.
   */
  async accept(
    fingerprint: string,
    acceptance: Acceptance,
    where?: { readonly organization: string } | "everywhere",
  ): Promise<readonly DriftTarget[]> {
    const found = await database.transaction(async (sql) => {
      if (where === "everywhere")
        await insertAll(
          sql,
          "acceptance_everywhere",
          [{ fingerprint, ...acceptanceRow(acceptance) }],
          "DO NOTHING",
        );
      const organization =
        typeof where === "object" ? await organizationIdOf(sql, where.organization) : undefined;
      return openTargets(sql, fingerprint, organization);
    });
    // One transaction per target, so that nobody waits for a whole fleet.
    const accepted: DriftTarget[] = [];
    for (const row of found)
      if (await database.transaction((sql) => acceptAt(sql, row, fingerprint, acceptance, documentation)))
        accepted.push(storedTarget(row));
    return accepted;
  },
});
