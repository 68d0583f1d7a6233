import { describeLatencyClass } from "../../../../core/shapes/latency-class.ts";
import * as rules from "../../../../core/source/rules.ts";
import type { Database, Row } from "../../../../core/store/database.ts";
import { storedDay, integer, json, optionalText, text } from "../../../../core/store/rows.ts";
import { chartDays, mostRows } from "./limits.ts";
import { groupIn } from "../../../history/open-changes.ts";

const latencyIn = (row: Row): { readonly latency?: string } =>
  typeof row["latency"] === "number" ? { latency: describeLatencyClass(row["latency"]) } : {};

const targetData = async (database: Database, row: Row) => {
  const id = integer(row, "id");
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
    interface: text(row, "interface"),
    address: text(row, "address"),
    changes: changes.map((one) => ({ group: groupIn(one), state: text(one, "state") })),
    operations: operations.map((one) => ({
      operation: text(one, "name"),
      day: storedDay(one, "day"),
      answers: integer(one, "answers"),
      good: integer(one, "good"),
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
  const id = integer(row, "id");
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
    labels: json<Readonly<Record<string, string>>>(row, "labels", rules.valuesOf(rules.text)),
    ...(row["paused_at"] === null
      ? {}
      : { paused: { at: text(row, "paused_at"), reason: String(row["pause_reason"] ?? "") } }),
    targets: found,
    runs: runs.toReversed().map((one) => ({
      day: storedDay(one, "day"),
      state: text(one, "state"),
      ...optionalText(one, "cause", "cause"),
      ...optionalText(one, "reason", "reason"),
      requests: integer(one, "requests"),
    })),
  };
};

export type OrganizationData = NonNullable<Awaited<ReturnType<typeof organizationData>>>;
