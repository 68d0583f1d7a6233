import type { Metric, MetricPoint } from "../../../harness/reporters/metrics/metric.ts";
import type { Database } from "../../../harness/store/database.ts";
import { integer, text } from "../../../harness/store/rows.ts";
import { lastDay, organizationCounts } from "./data/tonight.ts";
import { workData } from "./data/work.ts";

/** Beyond so many organizations none is a label: every label is a series of its own. */
export const mostOrganizationLabels = 1000;

const gauge = (name: string, unit: string, help: string, points: readonly MetricPoint[]): Metric => ({
  name: `tripact_fleet_${name}`,
  unit,
  help,
  points,
});

const value = (count: number): readonly MetricPoint[] => [{ labels: {}, value: count }];

const runsOf = async (database: Database, day: string): Promise<readonly MetricPoint[]> => {
  const rows = await database.rows("SELECT state, count(*) AS runs FROM run WHERE day = $1 GROUP BY state", [
    day,
  ]);
  return ["done", "failed", "running"].map((state) => {
    const row = rows.find((one) => text(one, "state") === state);
    return { labels: { state }, value: row === undefined ? 0 : integer(row, "runs") };
  });
};

const openChanges = async (database: Database): Promise<readonly MetricPoint[]> => {
  const rows = await database.rows(
    `SELECT impact, severity, count(DISTINCT fingerprint) AS changes FROM change WHERE state = 'standing'
     GROUP BY impact, severity ORDER BY impact, severity`,
  );
  return rows.map((row) => ({
    labels: { impact: text(row, "impact"), severity: text(row, "severity") },
    value: integer(row, "changes"),
  }));
};

const openProblems = async (database: Database): Promise<readonly MetricPoint[]> => {
  const rows = await database.rows(
    `SELECT kind, severity, count(DISTINCT fingerprint) AS problems FROM problem WHERE state = 'open'
     GROUP BY kind, severity ORDER BY kind, severity`,
  );
  return rows.map((row) => ({
    labels: { kind: text(row, "kind"), severity: text(row, "severity") },
    value: integer(row, "problems"),
  }));
};

/** Whether the last run of each organization failed; nothing where there are too many of them. */
const failedOrganizations = async (database: Database, day: string): Promise<readonly MetricPoint[]> => {
  const [counted] = await database.rows("SELECT count(*) AS listed FROM organization WHERE listed = 1");
  if (counted === undefined || integer(counted, "listed") > mostOrganizationLabels) return [];
  const rows = await database.rows(
    `SELECT name, state FROM run JOIN organization ON organization.id = run.organization
     WHERE day = $1 AND listed = 1 ORDER BY name`,
    [day],
  );
  return rows.map((row) => ({
    labels: { organization: text(row, "name") },
    value: text(row, "state") === "failed" ? 1 : 0,
  }));
};

/** What Prometheus reads of a fleet. */
export const fleetMetrics = async (database: Database, now: number): Promise<readonly Metric[]> => {
  const day = await lastDay(database);
  const { waiting, granted } = await workData(database, day, now);
  const { paused } = await organizationCounts(database);
  const at = day === undefined ? [] : value(Date.parse(`${day}T00:00:00Z`) / 1000);
  return [
    gauge("last_day_timestamp_seconds", "s", "The last day on which a run began.", at),
    gauge(
      "runs",
      "{run}",
      "Runs of that day by state.",
      day === undefined ? [] : await runsOf(database, day),
    ),
    gauge(
      "waiting_organizations",
      "{organization}",
      "Organizations whose run of that day has not begun.",
      value(waiting),
    ),
    gauge("paused_organizations", "{organization}", "Organizations that are left alone.", value(paused)),
    gauge("granted_requests", "{request}", "Requests that running runs may still send.", value(granted)),
    gauge(
      "open_changes",
      "{change}",
      "Changes that are open in at least one organization.",
      await openChanges(database),
    ),
    gauge(
      "open_problems",
      "{problem}",
      "What was found, or could not be judged, and is open in at least one organization.",
      await openProblems(database),
    ),
    gauge(
      "organization_failed",
      "1",
      "1 where the run of that day failed.",
      day === undefined ? [] : await failedOrganizations(database, day),
    ),
  ];
};
