import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { collectorOf } from "../../../src/monitoring/notify/send-metrics.ts";
import { version } from "../../../src/core/model/version.ts";

describe("the collector of the environment", () => {
  test("is none where no address is set, or OpenTelemetry is off", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "https://c.example.org";
    expect(collectorOf({})).toBeUndefined();
    expect(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: " " })).toBeUndefined();
    expect(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
    expect(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: "none" })).toBeUndefined();
  });

  test("is read as OpenTelemetry says; what is set for metrics goes first", () => {
    const service = { "service.name": "tripact", "service.version": version() };
    expect(
      collectorOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org/prefix/",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc, x-other = 1",
        OTEL_EXPORTER_OTLP_TIMEOUT: "500",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=night,service.name=ignored",
      }),
    ).toEqual({
      url: "https://c.example.org/prefix/v1/metrics",
      headers: { authorization: "Basic abc", "x-other": "1" },
      timeoutMs: 500,
      resource: { ...service, "deployment.environment": "night" },
    });
    expect(
      collectorOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org",
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://127.0.0.1:4318/own",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json",
        OTEL_SERVICE_NAME: "mine",
        OTEL_EXPORTER_OTLP_TIMEOUT: "never",
      }),
    ).toEqual({
      url: "http://127.0.0.1:4318/own",
      headers: {},
      timeoutMs: 10_000,
      resource: { ...service, "service.name": "mine" },
    });
  });

  test.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.org:4318" },
      "is not an address that metrics can be sent to",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://u:the-secret@c.example.org" },
      "is not an address that metrics can be sent to",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      "tripact sends only http/json",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org", OTEL_EXPORTER_OTLP_HEADERS: "the-secret" },
      "is not a list of KEY=VALUE",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org", OTEL_EXPORTER_OTLP_HEADERS: "a=%0athe-secret" },
      "has characters that no header allows",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.org", OTEL_RESOURCE_ATTRIBUTES: "a=%" },
      "is not a list of KEY=VALUE",
    ],
  ])("%j is refused, and none of it is shown", (env, message) => {
    expect(() => collectorOf(env)).toThrow(UsageError);
    expect(() => collectorOf(env)).toThrow(message);
    expect(() => collectorOf(env)).not.toThrow("the-secret");
  });
});
