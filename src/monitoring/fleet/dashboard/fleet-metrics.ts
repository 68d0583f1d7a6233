import type { Metric, MetricPoint } from "../../../report/metrics/metric.ts";
import type { Database, Row } from "../../../core/store/database.ts";
import { integerColumnOf, textColumnOf } from "../../../core/store/rows.ts";
import { dayStatus } from "../../history/reading.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import type { FleetStatus } from "../fleet.ts";
import { lateIn, statusAt, unendedOf } from "../report/day-verdict.ts";
import { lastDay, shownDay } from "./data/tonight.ts";
import { workData } from "./data/work.ts";

/** With more organizations than this, none is a label: every label makes its own time series. */
export const mostOrganizationLabels = 1000;

const gauge = (name: string, unit: string, help: string, points: readonly MetricPoint[]): Metric => ({
  name: `tripact_fleet_${name}`,
  unit,
  help,
  points,
});

const value = (count: number): readonly MetricPoint[] => [{ labels: {}, value: count }];

/** Rows as metric points with their texts as labels. */
const points = (rows: readonly Row[], labels: readonly string[]): readonly MetricPoint[] =>
  rows.map((row) => ({
    labels: Object.fromEntries(labels.map((label) => [label, textColumnOf(row, label)])),
    value: integerColumnOf(row, "count"),
  }));

/** What is open in at least one organization, each counted once. */
const openOf = async (
  database: Database,
  table: "change" | "problem",
  kind: "impact" | "kind",
): Promise<readonly MetricPoint[]> =>
  points(
    await database.rows(
      `SELECT ${kind}, severity, count(DISTINCT fingerprint) AS count FROM ${table}
       WHERE state IN ('standing', 'open') GROUP BY ${kind}, severity ORDER BY ${kind}, severity`,
    ),
    [kind, "severity"],
  );

/** Whether the run of each organization failed or is late; empty if there are too many of them. */
const failedOrganizations = async (
  database: Database,
  status: FleetStatus,
): Promise<readonly MetricPoint[]> => {
  const [counted] = await database.rows("SELECT count(*) AS listed FROM organization WHERE listed = 1");
  if (counted === undefined || integerColumnOf(counted, "listed") > mostOrganizationLabels) return [];
  const rows = await database.rows(
    `SELECT name, state FROM run JOIN organization ON organization.id = run.organization
     WHERE day = $1 AND listed = 1 ORDER BY name`,
    [status.day],
  );
  const late = new Set(lateIn(status).map(({ organization }) => organization));
  return [
    ...rows
      .map((row) => ({
        organization: textColumnOf(row, "name"),
        isFailed: textColumnOf(row, "state") === "failed",
      }))
      .filter(({ organization }) => !late.has(organization)),
    ...[...late].map((organization) => ({ organization, isFailed: true })),
  ].map(({ organization, isFailed }) => ({ labels: { organization }, value: isFailed ? 1 : 0 }));
};

/** A fleet's metrics for Prometheus. */
export const fleetMetrics = async (
  database: Database,
  fleet: Pick<FleetFile, "schedule" | "tolerate">,
  now: number,
): Promise<readonly Metric[]> => {
  const last = await lastDay(database);
  const day = await shownDay(database, fleet, now);
  const status = statusAt(await dayStatus(database, day, mostOrganizationLabels), fleet, now);
  const { granted } = await workData(database, day, now);
  const at = last === undefined ? [] : value(Date.parse(`${last}T00:00:00Z`) / 1000);
  return [
    gauge("last_day_timestamp_seconds", "s", "The last day on which a run began.", at),
    gauge(
      "runs",
      "{run}",
      "Runs by state, of that day or of a later one whose window is over.",
      (["done", "failed", "running"] as const).map((state) => ({ labels: { state }, value: status[state] })),
    ),
    gauge(
      "late_runs",
      "{run}",
      "Runs of the same day that did not end in its window.",
      value(status.over ? unendedOf(status) : 0),
    ),
    gauge(
      "waiting_organizations",
      "{organization}",
      "Organizations whose run of the same day has not begun.",
      value(status.waiting),
    ),
    gauge(
      "paused_organizations",
      "{organization}",
      "Organizations that are left alone.",
      value(status.paused),
    ),
    gauge("granted_requests", "{request}", "Requests that running runs may still send.", value(granted)),
    gauge(
      "open_changes",
      "{change}",
      "Changes that are open in at least one organization.",
      await openOf(database, "change", "impact"),
    ),
    gauge(
      "open_problems",
      "{problem}",
      "What was found, or could not be judged, and is open in at least one organization.",
      await openOf(database, "problem", "kind"),
    ),
    gauge(
      "organization_failed",
      "1",
      "1 where the run of the same day failed or is late.",
      await failedOrganizations(database, status),
    ),
  ];
};
