import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";
import { runProcess } from "../whole-process.ts";

const latencyMs = 20;

/** Concurrent requests of a live run. */
const concurrency = 4;

interface Report {
  readonly run: { readonly elapsedMs: number };
  readonly summary: { readonly requests: number };
}

/** A sandbox on a port with delayed answers; `onCall` is called for each request. */
const slowServer = (sandbox: Sandbox, onCall: () => void): Server =>
  createServer((incoming, outgoing) => {
    onCall();
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => setTimeout(() => void answer(Buffer.concat(chunks)), latencyMs));
    const answer = async (body: Buffer): Promise<void> => {
      const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      );
      const method = incoming.method ?? "GET";
      const response = await sandbox.fetch(
        new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
          method,
          headers,
          ...(method === "GET" ? {} : { body }),
        }),
      );
      outgoing.writeHead(response.status, [...response.headers].flat());
      if (response.body === null) outgoing.end();
      else Readable.fromWeb(response.body).pipe(outgoing);
    };
  });

/** A served check with delayed answers, beside the minimum waiting time. */
export const latency: Measure = {
  id: "latency",
  title: "a served check with 20 ms of latency",
  measure: async ({ root, runs, scratch }) => {
    const sandbox = createSandbox({ scale: 50 });
    let calls = 0;
    const server = slowServer(sandbox, () => {
      calls += 1;
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    // A listening server has such an address.
    const { port } = server.address() as AddressInfo;
    const config = sandbox.config(`http://127.0.0.1:${port}`);
    const safety = { ...config.safety, writes: false };
    const path = join(scratch, "latency.json");
    writeFileSync(path, JSON.stringify({ ...config, safety }));

    const ratios: number[] = [];
    let least = 0;
    const elapsed: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      calls = 0;
      const args = [
        `${root}bin/tripact.js`,
        "check",
        "--json",
        "--config",
        path,
        "--store",
        join(scratch, `${run}.sqlite`),
      ];
      const { out } = await runProcess(process.execPath, args);
      const report: Report = JSON.parse(out);
      least = (calls * latencyMs) / concurrency;
      elapsed.push(report.run.elapsedMs);
      ratios.push(report.run.elapsedMs / least);
    }
    server.close();
    server.closeAllConnections();
    await sandbox.close();
    return [
      {
        what: `a reading check, ${calls} calls of ${latencyMs} ms`,
        unit: "ms",
        ...summarize(elapsed),
        peer: { name: `the calls over ${concurrency} at once`, value: least },
        // A plain client without any check takes 1.12 times as long.
        limit: { on: "ratio", at: "most", bound: 1.6 },
      },
    ];
  },
};
