import type { DriftGroup } from "../../core/model/drift.ts";
import * as rules from "../../core/source/rules.ts";
import type { Row, Sql } from "../../core/store/database.ts";
import { jsonColumnOf, integerColumnOf, parameterList, textColumnOf } from "../../core/store/rows.ts";
import type { ChangeFilter, FleetChange } from "./run-repository.ts";

const groupRule = rules.anObject({
  fingerprint: rules.aText,
  operations: rules.aList(rules.aText),
  changes: rules.aList(rules.aText),
});

export const groupIn = (row: Row): DriftGroup => jsonColumnOf(row, "summary", groupRule);

const conditionsOf = ({ organization, fingerprint }: ChangeFilter) => {
  const given = [
    ["organization.name", organization],
    ["change.fingerprint", fingerprint],
  ].filter((one): one is [string, string] => one[1] !== undefined);
  return {
    text: given.map(([column], index) => ` AND ${column} = $${index + 1}`).join(""),
    values: given.map(([, value]) => value),
  };
};

const named = "JOIN organization ON organization.id = target.organization";

const from = (join: string): string =>
  `FROM change JOIN target ON target.id = change.target ${join} WHERE change.state = 'standing'`;

/** Every open change once, with one target that shows it; by number of targets, which needs only an index. */
const widest = (sql: Sql, filter: ChangeFilter, most: number): Promise<readonly Row[]> => {
  const { text: conditions, values } = conditionsOf(filter);
  const isOfAll = filter.organization === undefined;
  // Breadth is counted for the whole fleet, even if one organization is selected.
  const organizations = `(SELECT count(DISTINCT target.organization) ${from("")} AND change.fingerprint = wide.fingerprint)`;
  return sql.rows(
    `SELECT wide.*, ${organizations} AS organizations, summary, organization.name AS shown_by FROM (
       SELECT fingerprint, count(CASE WHEN severity = 'error' THEN 1 END) AS failing,
         min(first_seen) AS first_seen, max(last_seen) AS last_seen, min(change.target) AS example
       ${isOfAll ? "FROM change WHERE change.state = 'standing'" : from(named)}${conditions}
       GROUP BY fingerprint ORDER BY count(*) DESC, fingerprint LIMIT $${values.length + 1}
     ) AS wide JOIN change ON change.target = example AND change.fingerprint = wide.fingerprint
     JOIN target ON target.id = example ${named}
     ORDER BY organizations DESC, wide.fingerprint`,
    [...values, most],
  );
};

/** Organizations that show each of these changes: the first by name, or the selected one. */
const namesBy = async (
  sql: Sql,
  changes: readonly Row[],
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (changes.length === 0 || most === 0) return new Map();
  if (most === 1)
    return new Map(changes.map((row) => [textColumnOf(row, "fingerprint"), [textColumnOf(row, "shown_by")]]));
  const fingerprints = changes.map((row) => textColumnOf(row, "fingerprint"));
  const rows = await sql.rows(
    `SELECT fingerprint, name FROM (
       SELECT fingerprint, name, row_number() OVER (PARTITION BY fingerprint ORDER BY name) AS place FROM (
         SELECT DISTINCT fingerprint, name ${from(named)} AND fingerprint IN ${parameterList(fingerprints.length)}
       ) AS shown
     ) AS numbered WHERE place <= $${fingerprints.length + 1} ORDER BY fingerprint, name`,
    [...fingerprints, most],
  );
  const grouped = Map.groupBy(rows, (row) => textColumnOf(row, "fingerprint"));
  return new Map([...grouped].map(([key, of]) => [key, of.map((row) => textColumnOf(row, "name"))]));
};

/** How many targets sampled an operation on the last day with samples. */
interface Sampled {
  readonly interface: string;
  readonly operation: string;
  readonly targets: number;
}

const lastSamples = async (sql: Sql): Promise<readonly Sampled[]> => {
  const rows = await sql.rows(
    `SELECT interface, name, sampled FROM operation JOIN operation_day ON operation_day.operation = operation.id
     WHERE day = (SELECT max(day) FROM operation_day AS other WHERE other.operation = operation.id)`,
  );
  return rows.map((row) => ({
    interface: textColumnOf(row, "interface"),
    operation: textColumnOf(row, "name"),
    targets: integerColumnOf(row, "sampled"),
  }));
};

/** Targets that sampled one of its operations, or any operation if it affects the whole interface. */
const sampledBy = ({ interface: of, operations }: DriftGroup, samples: readonly Sampled[]): number =>
  samples
    .filter((one) => one.interface === of && (operations.length === 0 || operations.includes(one.operation)))
    .reduce((most, { targets }) => Math.max(most, targets), 0);

export interface OpenChangeLimits {
  readonly changes: number;
  readonly names: number;
}

/** A fleet's open changes, each once with its breadth. */
export const openChanges = async (
  sql: Sql,
  filter: ChangeFilter,
  limits: OpenChangeLimits,
): Promise<readonly FleetChange[]> => {
  const rows = await widest(sql, filter, limits.changes);
  const samples = await lastSamples(sql);
  const names = await namesBy(sql, rows, limits.names);
  return rows
    .map((row): FleetChange => {
      const group = groupIn(row);
      const organizations = integerColumnOf(row, "organizations");
      const isFailing = integerColumnOf(row, "failing") > 0;
      return {
        group: isFailing ? { ...group, severity: "error" } : group,
        organizations,
        names: names.get(group.fingerprint) ?? [],
        sampledBy: Math.max(sampledBy(group, samples), organizations),
        firstSeen: textColumnOf(row, "first_seen"),
        lastSeen: textColumnOf(row, "last_seen"),
      };
    })
    .filter(({ group }) => filter.operation === undefined || group.operations.includes(filter.operation));
};
