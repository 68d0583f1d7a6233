import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, readServedDocument } from "../../src/index.ts";
import { Pool } from "undici";
import type { BenchContext, Measure } from "../figure.ts";
import { shopDocument } from "../shop-document.ts";
import { interleaved, type Summary } from "../statistics.ts";
import { type Service, startService } from "../whole-process.ts";

const port = 18_480;

/** What users would take instead; npx fetches it when the bench runs. */
const prismCli = "@stoplight/prism-cli@5.16.0";

const concurrency = 8;

interface Target {
  readonly origin: string;
  readonly service: Service;
  readonly requests: number;
}

/** One creation, one page and two reads in turn. */
const requestAt = (
  n: number,
): { readonly method: "GET" | "POST"; readonly path: string; readonly body?: string } => {
  if (n % 4 === 0)
    return { method: "POST", path: "/orders", body: JSON.stringify({ product: `Kite ${n}`, count: 2 }) };
  return n % 4 === 1
    ? { method: "GET", path: `/orders?limit=20&offset=${n % 50}` }
    : { method: "GET", path: `/orders/${1 + (n % 100)}` };
};

const send = async ({ origin }: Target, token: string, count: number): Promise<void> => {
  const pool = new Pool(origin, { connections: concurrency });
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < count) {
      const { method, path, body } = requestAt(sent++);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      };
      const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
      await answer.body.dump();
      if (answer.statusCode >= 500)
        throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await pool.close();
};

/** Microseconds of CPU time per request. */
const costOf = async (target: Target, token: string): Promise<number> => {
  const before = target.service.cpuMs();
  await send(target, token, target.requests);
  return ((target.service.cpuMs() - before) * 1000) / target.requests;
};

/** The credential that the seed decides. */
const tokenOf = async (file: string): Promise<string> => {
  const sandbox = createSandbox({ scale: 1, openapi: [await readServedDocument(file, { name: "shop" })] });
  const { credentials = {} } = sandbox.config().interfaces["shop"] ?? {};
  await sandbox.close();
  return String(credentials["bearerAuth"]);
};

const start = async (
  { scratch, scale }: BenchContext,
  offset: number,
  command: string,
  args: (at: string) => readonly string[],
  requests: number,
): Promise<Target> => {
  const at = String(port + offset);
  const origin = `http://127.0.0.1:${at}`;
  const service = await startService(command, args(at), `${origin}/orders`, { cwd: scratch });
  return { origin, service, requests: Math.max(200, Math.round(requests * scale)) };
};

/** A served document's cost per request, beside a handler written by hand and beside Prism. */
export const servedDocument: Measure = {
  id: "served-document",
  title: "a document with state: creations, pages and reads",
  measure: async (context) => {
    const { root, scratch, runs } = context;
    const file = join(scratch, "shop.json");
    writeFileSync(file, JSON.stringify(shopDocument));
    const token = await tokenOf(file);
    const node = process.execPath;
    const sandbox = await start(
      context,
      0,
      node,
      (at) => [`${root}bin/tripact.js`, "sandbox", "--port", at, "--openapi", `shop=${file}`],
      8000,
    );
    const handler = await start(context, 1, node, (at) => [`${root}bench/shop-handler.ts`, at, token], 8000);
    const prism = context.peers
      ? await start(context, 2, "npx", (at) => ["-y", prismCli, "mock", file, "--port", at], 800)
      : undefined;
    const all = [sandbox, handler, ...(prism === undefined ? [] : [prism])];
    try {
      for (const one of all) await send(one, token, Math.ceil(one.requests / 4));
      const costs: Readonly<Record<string, Summary>> = await interleaved(runs, {
        sandbox: () => costOf(sandbox, token),
        handler: () => costOf(handler, token),
        prism: () => (prism === undefined ? Promise.resolve(Number.NaN) : costOf(prism, token)),
      });
      const own = costs["sandbox"];
      if (own === undefined) throw new Error("the sandbox was not measured");
      const beside = (name: string, peer: string, bound: number) => ({
        what: `a served document beside ${peer}`,
        unit: "µs of CPU a request",
        ...own,
        ...(costs[name] === undefined || Number.isNaN(costs[name].value)
          ? {}
          : { peer: { name: peer, value: costs[name].value } }),
        limit: { on: "ratio" as const, at: "most" as const, bound },
      });
      return [beside("handler", "a handler by hand", 1.6), beside("prism", "prism", 0.5)];
    } finally {
      await Promise.all(all.map(({ service }) => service.stop()));
    }
  },
};
