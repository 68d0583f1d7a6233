import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import autocannon from "autocannon";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { interleaved } from "../statistics.ts";
import { type Service, startService } from "../whole-process.ts";

const port = 18_460;
const target = `http://127.0.0.1:${port}`;
const path = "/api/Webhook/1";

/** A server in front of the target, and its address. */
interface Way {
  readonly url: string;
  readonly service: Service;
}

/** The sandbox's answer, byte for byte. */
const answerText = async (): Promise<{ readonly text: string; readonly token: string }> => {
  const sandbox = createSandbox({ scale: 5 });
  const { baseUrl, credentials } = sandbox.config("http://127.0.0.1").interfaces.crm;
  const token = String(credentials["apiKey"]);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await sandbox.fetch(new Request(`${baseUrl}${path}`, { headers }));
  const text = await answer.text();
  await sandbox.close();
  return { text, token };
};

const startTarget = ({ root }: BenchContext, text: string): Promise<Service> =>
  startService(process.execPath, [`${root}bench/plain-server.ts`, String(port)], target, {
    env: { TRIPACT_BENCH_BODY: text },
  });

const startTripact = async ({ root, scratch }: BenchContext): Promise<Way> => {
  writeFileSync(join(scratch, "proxy.json"), JSON.stringify({ interfaces: { crm: { baseUrl: target } } }));
  const args = ["proxy", "--json", "--config", "proxy.json", "--port", String(port + 1)];
  const origin = `http://127.0.0.1:${port + 1}`;
  const service = await startService(
    process.execPath,
    [`${root}bin/tripact.js`, ...args],
    `${origin}/__tripact/status.json`,
    { cwd: scratch },
  );
  return { url: `${origin}/crm`, service };
};

const startForwarder = async ({ root }: BenchContext): Promise<Way> => {
  const url = `http://127.0.0.1:${port + 2}`;
  const args = [`${root}bench/forwarder.ts`, String(port + 2), target];
  return { url, service: await startService(process.execPath, args, url) };
};

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, accept: "application/json" });

const perSecond = async (url: string, token: string, seconds: number): Promise<number> => {
  const result = await autocannon({
    url: `${url}${path}`,
    connections: 20,
    duration: seconds,
    headers: headersOf(token),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} otherwise and ${result.errors} not at all`);
  return result.requests.average;
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until an answer is complete. */
const timeOf = (url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    get(url, { agent, headers: headersOf(token) }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(performance.now() - startedAt));
    }).on("error", reject);
  });

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** The latency that a proxy adds, at the median and at the 99th percentile. */
const addedLatency = async (way: string, token: string, { scale }: BenchContext) => {
  const times = { direct: [] as number[], through: [] as number[] };
  const rounds = Math.max(200, Math.round(3000 * scale));
  for (let round = 0; round < rounds + 200; round += 1) {
    const [direct, through] = [await timeOf(`${target}${path}`, token), await timeOf(`${way}${path}`, token)];
    // The first ones are a warm-up.
    if (round < 200) continue;
    times.direct.push(direct);
    times.through.push(through);
  }
  const [direct, through] = [times.direct, times.through].map((all) => all.toSorted((a, b) => a - b));
  const added = (part: number): number => quantile(through ?? [], part) - quantile(direct ?? [], part);
  return { median: added(0.5), p99: added(0.99) };
};

/** Peak memory of a service during some work, in megabytes. */
const peakWhile = async (service: Service, work: Promise<unknown>): Promise<number> => {
  let peak = service.residentMb();
  const watch = setInterval(() => {
    peak = Math.max(peak, service.residentMb());
  }, 50);
  await work.finally(() => clearInterval(watch));
  return peak;
};

const passBytes = async (url: string, size: number): Promise<void> => {
  let got = 0;
  const answer = await fetch(`${url}/bytes/${size}`);
  for await (const chunk of answer.body ?? []) got += chunk.length;
  if (got !== size) throw new Error(`of ${size} bytes ${got} came through`);
};

const memoryFigures = async ({ url, service }: Way, token: string, { scale }: BenchContext) => {
  const size = Math.round(1_000_000_000 * scale);
  await perSecond(url, token, 1);
  await passBytes(url, 1_000_000);
  const atRest = service.residentMb();
  const whileLarge = await peakWhile(service, passBytes(url, size));
  const amount = Math.round(100_000 * scale);
  await autocannon({ url: `${url}${path}`, connections: 20, amount, headers: headersOf(token) });
  const afterHalf = service.residentMb();
  await autocannon({ url: `${url}${path}`, connections: 20, amount, headers: headersOf(token) });
  const figure = { unit: "MB", spread: 0, runs: 1 };
  // Garbage that is not collected yet, whatever the size: an eighth of the body.
  const limit = { on: "value", at: "most", bound: 128 } as const;
  return [
    {
      ...figure,
      what: `memory added by a body of ${size / 1_000_000} MB`,
      value: Math.max(0, whileLarge - atRest),
      limit,
    },
    {
      ...figure,
      what: `memory added by ${amount.toLocaleString("en")} requests`,
      value: Math.max(0, service.residentMb() - afterHalf),
      limit,
    },
  ] satisfies Figure[];
};

/** Milliseconds that an answer may take longer. */
const most = { median: 1, p99: 5 } as const;

/** `tripact proxy` beside a minimal one. */
export const proxy: Measure = {
  id: "proxy",
  title: "the proxy",
  measure: async (context) => {
    const { text, token } = await answerText();
    const services = [await startTarget(context, text)];
    const started = async (way: Promise<Way>): Promise<Way> => {
      const { service } = await way;
      services.push(service);
      return way;
    };
    try {
      const tripact = await started(startTripact(context));
      const forwarder = await started(startForwarder(context));
      const seconds = Math.max(1, Math.round(3 * context.scale));
      const speed = ({ url }: Way) => perSecond(url, token, seconds);
      for (const way of [tripact, forwarder]) await speed(way);
      const speeds = await interleaved(Math.max(3, context.runs - 2), {
        tripact: () => speed(tripact),
        forwarder: () => speed(forwarder),
      });
      const added = await addedLatency(tripact.url, token, context);
      return [
        {
          what: "requests through the proxy",
          unit: "req/s",
          ...speeds.tripact,
          peer: { name: "forwarder", value: speeds.forwarder.value },
          limit: { on: "ratio", at: "least", bound: 0.5 },
        },
        ...(["median", "p99"] as const).map((part): Figure => ({
          what: `added latency, ${part}`,
          unit: "ms",
          value: added[part],
          spread: 0,
          runs: 1,
          limit: { on: "value", at: "most", bound: most[part] },
        })),
        ...(await memoryFigures(tripact, token, context)),
      ];
    } finally {
      for (const service of services.toReversed()) await service.stop();
    }
  },
};
