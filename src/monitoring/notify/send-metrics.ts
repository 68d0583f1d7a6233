import { createHttpClient, type HttpClient } from "../../core/http/http-client.ts";
import { readHttpsAddress } from "../../core/model/https-address.ts";
import { proxiesOf } from "../../core/model/proxy.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { Metric } from "../../report/metrics/metric.ts";
import { otlpRequest, type MetricsResource } from "../../report/metrics/otlp.ts";
import type { Environment } from "../../core/model/environment.ts";
import { version } from "../../core/model/version.ts";

type Env = Environment["env"];

/** Destination of metrics, from OpenTelemetry's environment variables. */
export type Collector = NonNullable<ReturnType<typeof collectorOf>>;

const defaultTimeoutMs = 10_000;
const longestTimeoutMs = 60_000;

/** The value of the variable for metrics, or of the one for all signals; undefined if both are empty. */
const settingOf = (env: Env, name: string): { readonly name: string; readonly value: string } | undefined => {
  const names = [`OTEL_EXPORTER_OTLP_METRICS_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
  const found = names.find((one) => (env[one] ?? "").trim() !== "");
  return found === undefined ? undefined : { name: found, value: (env[found] ?? "").trim() };
};

/** `key=value,key=value`, values percent-encoded. @throws UsageError without the values */
const pairsOf = (text: string, location: string): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(
      text
        .split(",")
        .filter((pair) => pair.trim() !== "")
        .map((pair) => {
          const [, key, value] = /^\s*([\w.-]+)\s*=(.*)$/.exec(pair) ?? [];
          if (key === undefined || value === undefined) throw new Error("no pair");
          return [key, decodeURIComponent(value.trim())];
        }),
    );
  } catch {
    throw new UsageError("is not a list of KEY=VALUE", {
      location,
      hint: "for example key=value,other=value",
    });
  }
};

const headersOf = (env: Env): Readonly<Record<string, string>> => {
  const found = settingOf(env, "HEADERS");
  const headers = found === undefined ? {} : pairsOf(found.value, found.name);
  if (Object.values(headers).every((value) => /^[\t\x20-\x7e]*$/.test(value))) return headers;
  throw new UsageError("has characters that no header allows", { location: found?.name ?? "" });
};

const resourceOf = (env: Env): MetricsResource => ({
  ...pairsOf(env["OTEL_RESOURCE_ATTRIBUTES"] ?? "", "OTEL_RESOURCE_ATTRIBUTES"),
  "service.name": env["OTEL_SERVICE_NAME"] ?? "tripact",
  "service.version": version(),
});

/**
 * The collector named by the environment; undefined if there is none.
 * @throws UsageError for an unusable address or proxy, and for a protocol other than http/json.
 */
export const collectorOf = (env: Env) => {
  const endpoint = settingOf(env, "ENDPOINT");
  const isOff = env["OTEL_SDK_DISABLED"] === "true" || env["OTEL_METRICS_EXPORTER"] === "none";
  if (endpoint === undefined || isOff) return undefined;
  const url = readHttpsAddress(endpoint.value);
  if (typeof url === "string")
    throw new UsageError("is not an address that metrics can be sent to", {
      location: endpoint.name,
      hint: "write it as https://host:4318; plain http is for loopback addresses only",
    });
  proxiesOf(env)(url.href);
  const protocol = settingOf(env, "PROTOCOL");
  if (protocol !== undefined && protocol.value !== "http/json")
    throw new UsageError("tripact sends only http/json", {
      location: protocol.name,
      hint: `unset it, or ${protocol.name}=http/json`,
    });
  const timeout = Number(settingOf(env, "TIMEOUT")?.value ?? defaultTimeoutMs);
  const isOwn = endpoint.name === "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";
  return {
    url: isOwn ? url.href : `${url.href.replace(/\/+$/, "")}/v1/metrics`,
    headers: headersOf(env),
    timeoutMs: timeout >= 1 ? Math.min(timeout, longestTimeoutMs) : defaultTimeoutMs,
    resource: resourceOf(env),
  };
};

const post = async (client: HttpClient, collector: Collector, body: string, signal: AbortSignal) => {
  const outcome = await client(
    {
      method: "POST",
      url: collector.url,
      headers: { ...collector.headers, "user-agent": "tripact", "content-type": "application/json" },
      body,
      statusOnly: true,
    },
    signal,
  );
  if (outcome.kind === "failure") return outcome.message;
  return outcome.status < 300 ? undefined : `it was answered with ${outcome.status}`;
};

/** Sends metrics to a collector once. Returns why it refused them, which fails no run. */
export const sendMetrics = async (
  metrics: readonly Metric[],
  collector: Collector,
  { clock, signal, env }: Environment,
): Promise<string | undefined> => {
  const { timeoutMs, resource } = collector;
  const client = createHttpClient({
    timeoutMs,
    maxBodyBytes: 65_536,
    monotonic: () => performance.now(),
    proxyFor: proxiesOf(env),
  });
  try {
    const body = JSON.stringify(otlpRequest(metrics, resource, version(), clock.now()));
    return await post(client, collector, body, signal);
  } finally {
    await client.close();
  }
};
