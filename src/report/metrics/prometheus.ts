import { escapeText } from "../../core/output/escape.ts";
import type { Metric, MetricPoint } from "./metric.ts";

const inLabel: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

const labelsOf = ({ labels }: MetricPoint): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => inLabel[character] ?? "")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

/** Metrics in the text format of Prometheus 0.0.4, for the textfile collector of its node exporter. */
export const prometheusText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ points }) => points.length > 0)
    .flatMap(({ name, help, points }) => [
      `# HELP ${name} ${escapeText(help)}`,
      `# TYPE ${name} gauge`,
      ...points.map((point) => `${name}${labelsOf(point)} ${point.value}`),
    ])
    .map((line) => `${line}\n`)
    .join("");
