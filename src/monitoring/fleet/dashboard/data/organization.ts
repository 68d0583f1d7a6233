import { describeLatencyClass } from "../../../../core/shapes/latency-class.ts";
import * as rules from "../../../../core/source/rules.ts";
import type { Database, Row } from "../../../../core/store/database.ts";
import {
  storedDay,
  integerColumnOf,
  jsonColumnOf,
  optionalText,
  textColumnOf,
} from "../../../../core/store/rows.ts";
import { chartDays, mostRows } from "./limits.ts";
import { groupIn } from "../../../history/open-changes.ts";

const latencyIn = (row: Row): { readonly latency?: string } =>
  typeof row["latency"] === "number" ? { latency: describeLatencyClass(row["latency"]) } : {};

const targetData = async (database: Database, row: Row) => {
  const id = integerColumnOf(row, "id");
  const changes = await database.rows(
    "SELECT state, summary FROM change WHERE target = $1 AND state <> 'inconclusive' ORDER BY last_seen DESC LIMIT $2",
    [id, mostRows],
  );
  const operations = await database.rows(
    `SELECT operation.name, operation_run.day, answers, good, latency FROM operation_run
     JOIN operation ON operation.id = operation_run.operation
     WHERE target = $1 AND day = (SELECT max(day) FROM target_run WHERE target_run.target = $1) ORDER BY operation.name`,
    [id],
  );
  return {
    interface: textColumnOf(row, "interface"),
    address: textColumnOf(row, "address"),
    changes: changes.map((one) => ({ group: groupIn(one), state: textColumnOf(one, "state") })),
    operations: operations.map((one) => ({
      operation: textColumnOf(one, "name"),
      day: storedDay(one, "day"),
      answers: integerColumnOf(one, "answers"),
      good: integerColumnOf(one, "good"),
      ...latencyIn(one),
    })),
  };
};

/** An organization with its last run per target, and its last 30 runs, oldest first. */
export const organizationData = async (database: Database, name: string) => {
  const [row] = await database.rows(
    "SELECT id, labels, paused_at, pause_reason FROM organization WHERE name = $1",
    [name],
  );
  if (row === undefined) return undefined;
  const id = integerColumnOf(row, "id");
  const targets = await database.rows(
    "SELECT id, interface, address FROM target WHERE organization = $1 ORDER BY interface, address",
    [id],
  );
  const runs = await database.rows(
    "SELECT day, state, cause, reason, requests FROM run WHERE organization = $1 ORDER BY day DESC LIMIT $2",
    [id, chartDays],
  );
  const found: Awaited<ReturnType<typeof targetData>>[] = [];
  for (const target of targets) found.push(await targetData(database, target));
  return {
    name,
    labels: jsonColumnOf<Readonly<Record<string, string>>>(row, "labels", rules.valuesOf(rules.aText)),
    ...(row["paused_at"] === null
      ? {}
      : { paused: { at: textColumnOf(row, "paused_at"), reason: String(row["pause_reason"] ?? "") } }),
    targets: found,
    runs: runs.toReversed().map((one) => ({
      day: storedDay(one, "day"),
      state: textColumnOf(one, "state"),
      ...optionalText(one, "cause", "cause"),
      ...optionalText(one, "reason", "reason"),
      requests: integerColumnOf(one, "requests"),
    })),
  };
};

export type OrganizationData = NonNullable<Awaited<ReturnType<typeof organizationData>>>;
