import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { CheckResult } from "./checks.ts";
import { startProxy } from "./planted-proxy.ts";
import { keepResult, resultOf } from "./results.ts";
import { folderOf, type ForeignServer, install, start } from "./servers.ts";

/** What Schemathesis reports about a server, each kind of failure of an operation once. */
export interface BesideResult {
  readonly requests: number;
  readonly seconds: number;
  readonly failures: readonly {
    readonly kind: string;
    readonly operation: string;
    readonly received: string;
  }[];
  /** Errors of its own, which end the tests of an operation. */
  readonly errors: number;
}

/** The version of Hypothesis is one of its time: later ones break it. */
const environment = {
  install: "python3 -m venv env\nenv/bin/pip install -q schemathesis==4.9.5 hypothesis==6.151.0",
};

/** It took 21 GB on one server. */
const mostMemoryKilobytes = 8_000_000;
const mostSeconds = 900;

const failuresIn = (text: string): BesideResult["failures"] => {
  const [, failures = ""] = /=+ FAILURES =+\n([\s\S]*?)\n=+ (?:WARNINGS|SUMMARY) =+/.exec(text) ?? [];
  const found = new Map<string, BesideResult["failures"][number]>();
  let operation = "";
  let kinds: string[] = [];
  for (const line of failures.split("\n")) {
    const [, title] = /^_+ (.+?) _+$/.exec(line) ?? [];
    if (title !== undefined) operation = title;
    const [, kind] = /^- (.+)$/.exec(line) ?? [];
    if (kind !== undefined) kinds.push(kind);
    const [, status] = /^\[(\d{3})\] /.exec(line) ?? [];
    const [, method, path] = /^ {4}curl (?:-X (\w+) )?.*?https?:\/\/[^/\s]+([^\s'"?]*)/.exec(line) ?? [];
    // Stateful tests name the operation by their request alone.
    if (path !== undefined && operation.startsWith("Stateful"))
      operation = `Stateful tests: ${method ?? "GET"} ${path}`;
    if (status === undefined) continue;
    for (const one of kinds) {
      const failure = { kind: one, operation, received: status };
      found.set(`${one} ${operation} ${status}`, failure);
    }
    kinds = [];
  }
  return [...found.values()];
};

/** A run of Schemathesis that is interrupted once it has sent as many requests. */
const besideOf = async (
  name: string,
  server: ForeignServer,
  budget: number,
  operations: number,
): Promise<BesideResult> => {
  const running = await start(name, server);
  let interrupt = (): void => undefined;
  const proxy = await startProxy(running.port, {
    onRequest: (count) => void (count === budget && interrupt()),
  });
  const options = [
    "run",
    running.document,
    "--url",
    proxy.url + (server.base ?? ""),
    "--seed",
    "1",
    "--no-color",
    "-n",
    String(Math.max(1, Math.ceil(budget / operations / 2))),
    ...(server.header === undefined ? [] : ["--header", server.header]),
    ...(server.exclude ?? []).flatMap((one) => ["--exclude-path-regex", one.replaceAll("*", ".*")]),
  ];
  const began = performance.now();
  const child = spawn(
    "bash",
    [
      "-c",
      `ulimit -v ${mostMemoryKilobytes}; exec timeout -s INT ${mostSeconds} env/bin/st "$@"`,
      "st",
      ...options,
    ],
    { cwd: folderOf("schemathesis"), stdio: ["ignore", "pipe", "ignore"], detached: true },
  );
  interrupt = () => void (child.pid !== undefined && process.kill(-child.pid, "SIGINT"));
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  await once(child, "close");
  const seconds = (performance.now() - began) / 1000;
  proxy.close();
  await running.stop();
  const [, errors = "0"] = /(\d+) errors? in [\d.]+s/.exec(text) ?? [];
  return { requests: proxy.requests(), seconds, failures: failuresIn(text), errors: Number(errors) };
};

export const measureBeside = async (chosen: readonly (readonly [string, ForeignServer])[]): Promise<void> => {
  await install("schemathesis", environment);
  for (const [name, server] of chosen) {
    const own = resultOf<CheckResult>("check", name);
    if (own === undefined) throw new Error(`measure first: node scripts/foreign-servers.ts check ${name}`);
    await install(name, server);
    const result = await besideOf(name, server, own.requests, own.operations);
    keepResult("beside", name, result);
    process.stdout.write(
      `${name}: ${result.failures.length} failures, ${result.requests} requests, ${result.seconds.toFixed(1)} s (${join(folderOf("schemathesis"))})\n`,
    );
  }
};
