import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { ServedSandbox } from "../../../../src/sandbox/serve.ts";
import { listening } from "../../../listening.ts";
import { type CliSetting, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Where runs keep what they share, when `state` in a folder is their XDG_STATE_HOME. */
export const liveFolder = (cwd: string): string => join(cwd, "state", "tripact", "live");

/** The journals of writes that runs have left there. */
export const journalsIn = (cwd: string): readonly string[] =>
  existsSync(liveFolder(cwd)) ? readdirSync(liveFolder(cwd)).filter((name) => name.endsWith(".ndjson")) : [];

const child = fileURLToPath(new URL("../killed-run.ts", import.meta.url));

/** Starts the command line in a process of its own; what it prints is only that it is up. */
export const startProcess = (args: readonly string[], cwd: string): ChildProcess => {
  const file = join(cwd, "run.json");
  writeFileSync(file, JSON.stringify({ args, cwd }));
  return spawn(process.execPath, [child, file], { stdio: ["ignore", "pipe", "inherit"] });
};

/** A proxy before a served sandbox that counts, and fails where it is set to. */
export interface Proxy {
  readonly origin: string;
  readonly seen: string[];
  /** The status of an answer in place of the sandbox's, or that the connection breaks without one. */
  fail: (request: IncomingMessage) => number | "broken" | undefined;
  /** The path of the sandbox that stands for one of the proxy. */
  path: (url: string) => string;
  /** What it waits for holds the request. */
  onRequest: () => Promise<void> | void;
  onBody: (body: string) => void;
}

/** A proxy that is gone with the test, or at another end. */
export const startProxy = async (
  sandbox: ServedSandbox,
  atEnd: (close: () => void) => void = onTestFinished,
): Promise<Proxy> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    proxy.onBody(body.toString());
    proxy.seen.push(`${request.method} ${request.url}`);
    await proxy.onRequest();
    const status = proxy.fail(request);
    if (status === "broken") return void request.socket.destroy();
    if (status !== undefined) return void response.writeHead(status).end();
    const answer = await sandbox.sandbox.fetch(
      new Request(`${sandbox.origin}${proxy.path(request.url ?? "")}`, {
        method: request.method ?? "GET",
        headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === "string" && name !== "host" && name !== "connection" ? [[name, value]] : [],
        ),
        ...(body.byteLength === 0 ? {} : { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const proxy: Proxy = {
    origin: await listening(server, atEnd),
    seen: [],
    fail: () => undefined,
    path: (url) => url,
    onRequest: () => undefined,
    onBody: () => undefined,
  };
  return proxy;
};

/** A user's folder for the running test, with a configuration of the sandbox behind the proxy. */
export const userOf = (served: ServedSandbox, proxy: Proxy) => {
  const cwd = temporaryFolder();
  return {
    cwd,
    /** Writes the configuration, changed as text. */
    configure(safety: object, change = (config: string): string => config): void {
      const config = JSON.stringify({ ...served.config, safety: { perSecond: 100_000, ...safety } });
      writeFileSync(join(cwd, "c.json"), change(config.replaceAll(served.origin, proxy.origin)));
    },
    run: (args: readonly string[], setting: CliSetting = {}) =>
      runCli([...args, "--config", "c.json"], {
        cwd,
        env: { XDG_STATE_HOME: join(cwd, "state") },
        ...setting,
      }),
  };
};
