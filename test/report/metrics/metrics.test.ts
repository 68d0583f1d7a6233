import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DriftResult } from "../../../src/core/model/drift.ts";
import { driftMetrics } from "../../../src/monitoring/report/drift-metrics.ts";
import type { Metric } from "../../../src/report/metrics/metric.ts";
import { otlpRequest } from "../../../src/report/metrics/otlp.ts";
import { prometheusText } from "../../../src/report/metrics/prometheus.ts";
import { driftReport } from "../../monitoring/drift/drift-group.ts";
import { driftResults, history, problem, redInput } from "../input.ts";
import { codePoint } from "../../code-point.ts";

const one: Metric = {
  name: "tripact_things_seconds",
  help: "Things.",
  unit: "s",
  points: [
    { labels: {}, value: 1.5 },
    { labels: { name: 'a"b\\c\nd' }, value: 0 },
  ],
};

const empty: Metric = { ...one, name: "tripact_nothing", points: [] };

describe("the text of Prometheus", () => {
  test("has a help, a type and a line for each point", () => {
    expect(prometheusText([one, empty])).toBe(
      "# HELP tripact_things_seconds Things.\n" +
        "# TYPE tripact_things_seconds gauge\n" +
        "tripact_things_seconds 1.5\n" +
        'tripact_things_seconds{name="a\\"b\\\\c\\nd"} 0\n',
    );
  });

  test("keeps each label on its line, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (value) => {
        const text = prometheusText([{ ...one, points: [{ labels: { name: value }, value: 1 }] }]);
        const [, , line = ""] = text.split("\n");
        const [, found = ""] = /^tripact_things_seconds\{name="((?:[^"\\]|\\.)*)"\} 1$/s.exec(line) ?? [];
        const read = found.replace(/\\(.)/gs, (_, character: string) =>
          character === "n" ? "\n" : character,
        );
        expect(read).toBe(value);
      }),
    );
  });
});

test("a request of OTLP holds the same points as gauges", () => {
  expect(otlpRequest([one, empty], { "service.name": "x" }, "1.2.3", 1700000000123.4)).toEqual({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "x" } }] },
        scopeMetrics: [
          {
            scope: { name: "tripact", version: "1.2.3" },
            metrics: [
              {
                name: "tripact.things",
                description: "Things.",
                unit: "s",
                gauge: {
                  dataPoints: [
                    { attributes: [], timeUnixNano: "1700000000123000000", asDouble: 1.5 },
                    {
                      attributes: [{ key: "name", value: { stringValue: 'a"b\\c\nd' } }],
                      timeUnixNano: "1700000000123000000",
                      asDouble: 0,
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

describe("the metrics of a drift run", () => {
  const { report: suiteReport } = redInput;
  const report = driftReport([], {
    problems: [problem({ kind: "change" }), problem({ state: "open" }), problem({ state: "gone" })],
  });

  const lines = (results: readonly DriftResult[]): readonly string[] =>
    prometheusText(driftMetrics({ ...report, results }, history, suiteReport))
      .split("\n")
      .filter((line) => !line.startsWith("#"));

  const of = 'interface="donation",organization="default"';

  test("say when it was, whether it succeeded, what is open and what was judged", () => {
    expect(lines(driftResults)).toEqual(
      expect.arrayContaining([
        `tripact_drift_last_run_timestamp_seconds{${of}} 1738202400`,
        `tripact_drift_last_run_success{${of}} 1`,
        `tripact_drift_requests{${of}} 280`,
        `tripact_drift_open_problems{${of},kind="change",severity="error"} 1`,
        `tripact_drift_open_problems{${of},kind="violation",severity="error"} 1`,
        `tripact_drift_open_problems{${of},kind="unjudged",severity="error"} 0`,
        `tripact_drift_stored_runs{${of},status="failed"} 1`,
        `tripact_drift_stored_runs{${of},status="compared"} 28`,
        `tripact_facts{status="failed"} ${suiteReport.summary.facts.failed}`,
        `tripact_findings{severity="error"} ${suiteReport.summary.findings.error}`,
      ]),
    );
  });

  test("say nothing of other problems where it failed", () => {
    const failed = driftResults.map((result) => ({
      ...result,
      night: { ...result.night, status: "failed" as const },
    }));
    expect(lines(failed)).toContain(`tripact_drift_last_run_success{${of}} 0`);
    expect(lines(failed).join()).not.toMatch(/kind="(?:change|violation)"/);
  });
});
