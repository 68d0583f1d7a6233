import type { Database } from "../../src/tools/fleet/database/database.ts";
import { integer } from "../../src/tools/fleet/database/rows.ts";

/** How many rows there are to copy, so that ids of copies are those of the originals and a step. */
interface Counts {
  readonly organizations: number;
  readonly targets: number;
  readonly runs: number;
}

const countsOf = async (database: Database): Promise<Counts> => {
  const last = async (table: string): Promise<number> => {
    const [row] = await database.rows(`SELECT max(id) AS last FROM ${table}`);
    return row === undefined ? 0 : integer(row, "last");
  };
  return {
    organizations: await last("organization"),
    targets: await last("target"),
    runs: await last("run"),
  };
};

/** A change that one organization has is in each copy a change of its own. */
const ownFingerprint = (release: string): string =>
  `CASE WHEN fingerprint = '${release}' THEN fingerprint ELSE substr(md5(fingerprint || copy), 1, 12) END`;

/** Statements that add `$1` copies of every organization with all its runs; of every fiftieth run the target failed. */
const statements = (
  { organizations, targets, runs }: Counts,
  release: string,
): readonly (readonly [table: string, text: string])[] => {
  const copies = "FROM generate_series(1, $1::int) AS copy CROSS JOIN";
  const target = `target + copy * ${targets}`;
  const own = ownFingerprint(release);
  return [
    [
      "organization",
      `INSERT INTO organization (id, name, labels, listed, failures)
         SELECT id + copy * ${organizations}, name || '-' || lpad(copy::text, 5, '0'), labels, listed, failures
         ${copies} organization`,
    ],
    [
      "target",
      `INSERT INTO target (id, organization, interface, address)
         SELECT id + copy * ${targets}, organization + copy * ${organizations}, interface, address || '-' || copy
         ${copies} target`,
    ],
    [
      "run",
      `INSERT INTO run (id, organization, day, state, cause, reason, attempt, identity, started_at, ended_at, seed, version, requests)
         SELECT id + copy * ${runs}, organization + copy * ${organizations}, day,
           CASE WHEN (id + copy) % 50 = 0 THEN 'failed' ELSE state END,
           CASE WHEN (id + copy) % 50 = 0 THEN 'target' END,
           CASE WHEN (id + copy) % 50 = 0 THEN 'crm: no answer' END,
           attempt, gen_random_uuid()::text, started_at, ended_at, seed, version, requests
         ${copies} run`,
    ],
    [
      "target_run",
      `INSERT INTO target_run SELECT ${target}, day, run + copy * ${runs}, position, status, reason, requests, answers,
           operations, errors, warnings, infos, new_changes, standing_changes, back_changes, gone_changes,
           inconclusive_changes, breaking_changes
         ${copies} target_run`,
    ],
    ["target_shapes", `INSERT INTO target_shapes SELECT ${target}, day, shapes ${copies} target_shapes`],
    [
      "target_state",
      `INSERT INTO target_state SELECT ${target}, form, position, acceptance, state ${copies} target_state`,
    ],
    [
      "operation_run",
      `INSERT INTO operation_run SELECT ${target}, day, operation, answers, good, locations, latency, statuses, changes
         ${copies} operation_run`,
    ],
    [
      "change",
      `INSERT INTO change SELECT ${target}, ${own}, state, severity, impact, confidence, first_seen, reported_at, last_seen,
           replace(summary, fingerprint, ${own})
         ${copies} change`,
    ],
    ["event", `INSERT INTO event SELECT day, ${target}, ${own}, turn ${copies} event`],
  ];
};

/** Brings what all runs of a day add up to in line with the copies. */
const multiplyDays = async (database: Database, factor: number): Promise<void> => {
  const columns = ["asked", "sampled", "answers", "good", ...[0, 1, 2, 3, 4, 5].map((at) => `latency_${at}`)];
  const multiplied = columns.map((column) => `${column} = ${column} * ${factor}`).join(", ");
  await database.rows(`UPDATE operation_day SET ${multiplied}`);
};

/**
 * Fills a database of PostgreSQL with so many times the organizations that it has, and all their runs.
 * @param release fingerprint of the change that is the same everywhere
 */
export const copyOrganizations = async (
  database: Database,
  times: number,
  release: string,
  note: (line: string) => void,
): Promise<void> => {
  const counts = await countsOf(database);
  for (const [table, text] of statements(counts, release)) {
    const startedAt = performance.now();
    await database.rows(text, [times - 1]);
    // References to the table are looked up by its index from now on.
    await database.rows(`ANALYZE ${table}`);
    note(`${table}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  await multiplyDays(database, times);
  for (const table of ["organization", "target", "run"])
    await database.rows(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  await database.rows("ANALYZE operation_day");
};
