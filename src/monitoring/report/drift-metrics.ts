import { severities } from "../../core/model/check.ts";
import type { DriftHistory, DriftReport, DriftResult, DriftTarget } from "../../core/model/drift.ts";
import { isOpen } from "../../core/model/problem.ts";
import type { Report } from "../../core/model/report.ts";
import type { Metric, MetricPoint } from "../../report/metrics/metric.ts";

const labelsOf = ({ interface: name, organization }: DriftTarget): Readonly<Record<string, string>> => ({
  interface: name,
  organization,
});

const statuses = ["baseline", "compared", "failed"] as const;

/** Counts items by value, with one point per given value, zero included. */
const pointsBy = <Item, Value extends string>(
  labels: Readonly<Record<string, string>>,
  label: string,
  values: readonly Value[],
  items: readonly Item[],
  valueOf: (item: Item) => Value,
): readonly MetricPoint[] =>
  values.map((value) => ({
    labels: { ...labels, [label]: value },
    value: items.filter((item) => valueOf(item) === value).length,
  }));

const ofResults = (
  results: readonly DriftResult[],
  valueOf: (result: DriftResult) => number,
): readonly MetricPoint[] =>
  results.map((result) => ({ labels: labelsOf(result.target), value: valueOf(result) }));

const runMetrics = ({ results }: DriftReport): readonly Metric[] => [
  {
    name: "tripact_drift_last_run_timestamp_seconds",
    help: "When the last run began.",
    unit: "s",
    points: ofResults(results, ({ night }) => Date.parse(night.startedAt) / 1000),
  },
  {
    name: "tripact_drift_last_run_success",
    help: "Whether the last run could read the interface.",
    unit: "1",
    points: ofResults(results, ({ night }) => (night.status === "failed" ? 0 : 1)),
  },
  {
    name: "tripact_drift_requests",
    help: "Requests of the last run.",
    unit: "{request}",
    points: ofResults(results, ({ night }) => night.requests),
  },
];

const kinds = ["violation", "change", "unjudged"] as const;

/** A problem counts at the interface of its first location. An unreadable interface says nothing about the others. */
const problemMetrics = ({ results, problems }: DriftReport): readonly Metric[] => [
  {
    name: "tripact_drift_open_problems",
    help: "Open problems after the last run: findings, changes, and what could not be judged.",
    unit: "{problem}",
    points: results.flatMap(({ target, night }) => {
      const open = problems.filter((one) => isOpen(one) && one.places[0]?.interface === target.interface);
      const known = kinds.filter((kind) => kind === "unjudged" || night.status !== "failed");
      return known.flatMap((kind) =>
        pointsBy(
          { ...labelsOf(target), kind },
          "severity",
          severities,
          open.filter((one) => one.kind === kind),
          (one) => one.severity,
        ),
      );
    }),
  },
];

const historyMetrics = (histories: readonly DriftHistory[]): readonly Metric[] => [
  {
    name: "tripact_drift_stored_runs",
    help: "Runs in the store by outcome.",
    unit: "{run}",
    points: histories.flatMap(({ target, nights }) =>
      pointsBy(labelsOf(target), "status", statuses, nights, ({ status }) => status),
    ),
  },
  {
    name: "tripact_drift_operations",
    help: "Operations by class of median latency in the last run.",
    unit: "{operation}",
    points: histories.flatMap(({ target, nights, operations }) => {
      const last = nights.at(-1)?.night;
      const classes = operations.flatMap(({ nights: of }) => {
        const { night, latency } = of.at(-1) ?? {};
        return night === last && latency !== undefined ? [latency] : [];
      });
      return pointsBy(labelsOf(target), "latency", [...new Set(classes)].toSorted(), classes, (one) => one);
    }),
  },
];

const suiteMetrics = (report: Report | undefined): readonly Metric[] => {
  if (report === undefined) return [];
  const { facts, findings } = report.summary;
  return [
    {
      name: "tripact_facts",
      help: "Facts of the last run by outcome.",
      unit: "{fact}",
      points: (["passed", "failed", "skipped"] as const).map((status) => ({
        labels: { status },
        value: facts[status],
      })),
    },
    {
      name: "tripact_findings",
      help: "Findings of the last run against the OpenAPI documents.",
      unit: "{finding}",
      points: severities.map((severity) => ({ labels: { severity }, value: findings[severity] })),
    },
  ];
};

/** Metrics of a drift run: names of interfaces and organizations, and counts. */
export const driftMetrics = (
  report: DriftReport,
  histories: readonly DriftHistory[],
  suiteReport: Report | undefined,
): readonly Metric[] => [
  ...runMetrics(report),
  ...problemMetrics(report),
  ...historyMetrics(histories),
  ...suiteMetrics(suiteReport),
];
