import type { Metric } from "./metric.ts";

/** The sender of the metrics: `service.name` and the like. */
export type MetricsResource = Readonly<Record<string, string>>;

const attributes = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: value } }));

/** OTLP 1.x by hand: it is stable, and OpenTelemetry's exporter needs seven packages. @param at milliseconds */
export const otlpRequest = (
  metrics: readonly Metric[],
  resource: MetricsResource,
  version: string,
  at: number,
): unknown => ({
  resourceMetrics: [
    {
      resource: { attributes: attributes(resource) },
      scopeMetrics: [
        {
          scope: { name: "tripact", version },
          metrics: metrics
            .filter(({ points }) => points.length > 0)
            .map(({ name, help, unit, points }) => ({
              name: name.replace(/^tripact_/, "tripact.").replace(/_seconds$/, ""),
              description: help,
              unit,
              gauge: {
                dataPoints: points.map(({ labels, value }) => ({
                  attributes: attributes(labels),
                  timeUnixNano: `${Math.floor(at)}000000`,
                  asDouble: value,
                })),
              },
            })),
        },
      ],
    },
  ],
});
