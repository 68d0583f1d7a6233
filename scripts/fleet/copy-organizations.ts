import type { Database, Transaction } from "../../src/core/store/database.ts";
import { integerColumnOf, textColumnOf } from "../../src/core/store/rows.ts";

/** Row counts, from which the ids of copies are offset. */
interface Counts {
  readonly organizations: number;
  readonly targets: number;
  readonly runs: number;
}

const countsOf = async (database: Database): Promise<Counts> => {
  const last = async (table: string): Promise<number> => {
    const [row] = await database.rows(`SELECT max(id) AS last FROM ${table}`);
    return row === undefined ? 0 : integerColumnOf(row, "last");
  };
  return {
    organizations: await last("organization"),
    targets: await last("target"),
    runs: await last("run"),
  };
};

/** A change of one organization becomes a separate change in each copy. */
const ownFingerprint = (release: string): string =>
  `CASE WHEN fingerprint = '${release}' THEN fingerprint ELSE substr(md5(fingerprint || copy), 1, 12) END`;

/** The query for a table's copies, without `FROM`; in every fiftieth run the target failed. */
type Copied = readonly [table: string, text: string];

const parents = ({ organizations, targets }: Counts): readonly Copied[] => [
  [
    "organization",
    `INSERT INTO organization (id, name, labels, listed, failures)
       SELECT id + copy * ${organizations}, name || '-' || lpad(copy::text, 5, '0'), labels, listed, failures`,
  ],
  [
    "target",
    `INSERT INTO target (id, organization, interface, address)
       SELECT id + copy * ${targets}, organization + copy * ${organizations}, interface, address || '-' || copy`,
  ],
];

const ofTargets = ({ targets }: Counts, release: string): readonly Copied[] => {
  const target = `target + copy * ${targets}`;
  const own = ownFingerprint(release);
  return [
    ["target_state", `INSERT INTO target_state SELECT ${target}, form, position, acceptance, state`],
    [
      "change",
      `INSERT INTO change SELECT ${target}, ${own}, state, severity, impact, confidence, first_seen, reported_at, last_seen,
         replace(summary, fingerprint, ${own})`,
    ],
  ];
};

const ofDays = ({ organizations, targets, runs }: Counts, release: string): readonly Copied[] => {
  const target = `target + copy * ${targets}`;
  const failed = "(id + copy) % 50 = 0";
  return [
    [
      "run",
      `INSERT INTO run (id, organization, day, state, cause, reason, attempt, identity, started_at, ended_at, seed, version, requests)
         SELECT id + copy * ${runs}, organization + copy * ${organizations}, day,
           CASE WHEN ${failed} THEN 'failed' ELSE state END, CASE WHEN ${failed} THEN 'target' END,
           CASE WHEN ${failed} THEN 'crm: no answer' END,
           attempt, gen_random_uuid()::text, started_at, ended_at, seed, version, requests`,
    ],
    [
      "target_run",
      `INSERT INTO target_run SELECT ${target}, day, run + copy * ${runs}, position, status, reason, requests, answers,
         operations, errors, warnings, infos, new_changes, standing_changes, back_changes, gone_changes,
         inconclusive_changes, breaking_changes`,
    ],
    ["target_shapes", `INSERT INTO target_shapes SELECT ${target}, day, shapes`],
    [
      "operation_run",
      `INSERT INTO operation_run SELECT ${target}, day, operation, answers, good, locations, latency, statuses, changes`,
    ],
    ["event", `INSERT INTO event SELECT day, ${target}, ${ownFingerprint(release)}, turn`],
  ];
};

/** No table refers to these, so they need no index while they are filled. */
const leaves = ["target_run", "target_shapes", "operation_run", "change", "event"];

/** Drops the indexes of the leaves; returns the statements that recreate them. */
const dropIndexes = async (sql: Transaction): Promise<readonly string[]> => {
  const indexes = await sql.rows(
    `SELECT relation.relname AS table, index.relname AS name, coalesce(own.conname, '') AS key,
       coalesce(pg_get_constraintdef(own.oid), pg_get_indexdef(indexrelid)) AS definition
     FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS relation ON relation.oid = indrelid
     LEFT JOIN pg_constraint AS own ON own.conindid = indexrelid AND own.contype = 'p'
     WHERE indrelid IN (${leaves.map((table) => `'${table}'::regclass`).join(", ")})`,
  );
  const again: string[] = [];
  for (const row of indexes) {
    const [table, name, key] = [
      textColumnOf(row, "table"),
      textColumnOf(row, "name"),
      textColumnOf(row, "key"),
    ];
    const definition = textColumnOf(row, "definition");
    await sql.rows(key === "" ? `DROP INDEX ${name}` : `ALTER TABLE ${table} DROP CONSTRAINT ${key}`);
    again.push(key === "" ? definition : `ALTER TABLE ${table} ADD CONSTRAINT ${key} ${definition}`);
  }
  return again;
};

/**
 * Repeats the days of every organization the given number of times; open changes stay open.
 * @param days number of days in the database
 */
export const repeatDays = async (database: Database, days: number, times: number): Promise<void> => {
  const { runs } = await countsOf(database);
  const copies = `FROM generate_series(1, ${times - 1}) AS copy CROSS JOIN`;
  const day = `day + copy * ${days}`;
  const statements: readonly Copied[] = [
    [
      "run",
      `INSERT INTO run (id, organization, day, state, cause, reason, attempt, identity, started_at, ended_at, seed, version, requests)
         SELECT id + copy * ${runs}, organization, ${day}, state, cause, reason, attempt, gen_random_uuid()::text,
           started_at + copy * ${days} * interval '1 day', ended_at + copy * ${days} * interval '1 day', seed, version, requests`,
    ],
    [
      "target_run",
      `INSERT INTO target_run SELECT target, ${day}, run + copy * ${runs}, position + copy * ${days}, 'compared', reason,
         requests, answers, operations, errors, warnings, infos, 0, standing_changes, 0, 0, inconclusive_changes,
         breaking_changes`,
    ],
    ["target_shapes", `INSERT INTO target_shapes SELECT target, ${day}, shapes`],
    [
      "operation_run",
      `INSERT INTO operation_run SELECT target, ${day}, operation, answers, good, locations, latency, statuses, NULL`,
    ],
    [
      "operation_day",
      `INSERT INTO operation_day SELECT operation, ${day}, asked, sampled, answers, good, latency_0, latency_1, latency_2,
         latency_3, latency_4, latency_5`,
    ],
  ];
  for (const [table, insert] of statements) await database.rows(`${insert} ${copies} ${table}`);
};

/** Adjusts the daily totals to the copies. */
const multiplyDays = async (sql: Transaction, factor: number): Promise<void> => {
  const columns = ["asked", "sampled", "answers", "good", ...[0, 1, 2, 3, 4, 5].map((at) => `latency_${at}`)];
  const multiplied = columns.map((column) => `${column} = ${column} * ${factor}`).join(", ");
  await sql.rows(`UPDATE operation_day SET ${multiplied}`);
};

/**
 * Multiplies the organizations of a PostgreSQL database, with all their runs, in the order of days. The role must be a
 * superuser, since references are not checked, and indexes are rebuilt at the end.
 * @param release fingerprint of the change that is the same everywhere
 */
export const copyOrganizations = async (
  database: Database,
  times: number,
  release: string,
  note: (line: string) => void,
): Promise<void> => {
  const counts = await countsOf(database);
  const days = (await database.rows("SELECT DISTINCT day FROM run ORDER BY day")).map((row) =>
    textColumnOf(row, "day"),
  );
  const startedAt = performance.now();
  const noteDone = (what: string): void =>
    note(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const copies = `FROM generate_series(1, ${times - 1}) AS copy CROSS JOIN`;
  await database.transaction(async (sql) => {
    await sql.rows("SET LOCAL session_replication_role = replica");
    await sql.rows("SET LOCAL maintenance_work_mem = '1GB'");
    const again = await dropIndexes(sql);
    for (const [table, insert] of [...parents(counts), ...ofTargets(counts, release)])
      await sql.rows(`${insert} ${copies} ${table}`);
    for (const [at, day] of days.entries()) {
      for (const [table, insert] of ofDays(counts, release))
        // The copies of a day are not copied again, because their ids are larger.
        await sql.rows(`${insert} ${copies} (SELECT * FROM ${table} WHERE day = $1) AS ${table}`, [day]);
      if ((at + 1) % 10 === 0) noteDone(`${at + 1} days`);
    }
    await multiplyDays(sql, times);
    for (const statement of again) await sql.rows(statement);
    for (const table of ["organization", "target", "run"])
      await sql.rows(
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
      );
  });
  noteDone("indexes");
  for (const table of ["organization", "target", "target_state", "run", "operation_day", ...leaves])
    // As the server does by itself after this many new rows.
    await database.rows(`VACUUM ANALYZE ${table}`);
  noteDone("vacuum");
};
