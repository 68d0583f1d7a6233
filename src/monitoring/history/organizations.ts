import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import * as rules from "../../core/source/rules.ts";
import type { Database, Row, Sql } from "../../core/store/database.ts";
import { jsonColumnOf, insertAll, integerColumnOf, textColumnOf } from "../../core/store/rows.ts";
import type { ListedOrganization, StoredOrganization } from "./run-repository.ts";

/** Consecutive failures caused by the organization itself after which it is paused. */
export const mostFailures = 3;

const organizationOf = (row: Row): StoredOrganization => ({
  name: textColumnOf(row, "name"),
  labels: jsonColumnOf(row, "labels", rules.valuesOf(rules.aText)),
  listed: integerColumnOf(row, "listed") === 1,
  failures: integerColumnOf(row, "failures"),
  ...(typeof row["paused_at"] === "string"
    ? { paused: { at: row["paused_at"], reason: textColumnOf(row, "pause_reason") } }
    : {}),
});

const list = async (sql: Sql, organizations: readonly ListedOrganization[]): Promise<void> => {
  await sql.rows("UPDATE organization SET listed = 0 WHERE listed = 1");
  await insertAll(
    sql,
    "organization",
    organizations.map(({ name, labels }) => ({ name, labels: JSON.stringify(labels), listed: 1 })),
    "(name) DO UPDATE SET labels = excluded.labels, listed = 1",
  );
};

/** @throws UsageError for an unknown organization. */
export const organizationIdOf = async (sql: Sql, name: string): Promise<number> => {
  const [row] = await sql.rows("SELECT id FROM organization WHERE name = $1", [name]);
  if (row !== undefined) return integerColumnOf(row, "id");
  const names = (await sql.rows("SELECT name FROM organization")).map((one) => textColumnOf(one, "name"));
  throw new UsageError(`there is no organization ${printable(name)}`, {
    hint: suggestionHint(name, names) ?? "tripact fleet status lists them",
  });
};

export const organizationsIn = (database: Database) => ({
  /** Those not given are no longer listed, but keep their data. One call at a time: two could deadlock. */
  list: (organizations: readonly ListedOrganization[]) =>
    database.transaction(async (sql) => {
      await sql.lock("organizations");
      await list(sql, organizations);
    }),

  /**
   * Makes a run of every listed organization due on a day, until an instant in ISO 8601, except for those that somebody
   * has paused. A run that is due already stays so.
   */
  makeDue: async (day: string, until: string): Promise<void> => {
    await database.rows(
      `INSERT INTO due_run (day, organization, until) SELECT $1, id, $2 FROM organization
       WHERE listed = 1 AND (paused_at IS NULL OR failures >= $3) ON CONFLICT DO NOTHING`,
      [day, until, mostFailures],
    );
  },

  organizations: async (): Promise<readonly StoredOrganization[]> =>
    (await database.rows("SELECT * FROM organization ORDER BY name")).map(organizationOf),

  /** Pauses an organization from its next run on, at a time in ISO 8601. @throws UsageError for an unknown one. */
  pause: (name: string, reason: string, at: string) =>
    database.transaction(async (sql) => {
      const id = await organizationIdOf(sql, name);
      await sql.rows("UPDATE organization SET paused_at = $2, pause_reason = $3 WHERE id = $1", [
        id,
        at,
        reason,
      ]);
    }),

  /** @throws UsageError for an unknown organization. */
  resume: (name: string) =>
    database.transaction(async (sql) => {
      const id = await organizationIdOf(sql, name);
      await sql.rows(
        "UPDATE organization SET paused_at = NULL, pause_reason = NULL, failures = 0 WHERE id = $1",
        [id],
      );
    }),
});
