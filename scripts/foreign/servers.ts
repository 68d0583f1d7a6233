import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { PlantedFault } from "./planted-proxy.ts";

/** How to install, start and ask a server that others have written: an entry of servers.yaml. */
export interface ForeignServer {
  readonly title: string;
  readonly install: string;
  readonly start: string;
  /** A path that answers when the server is there; default the document's. */
  readonly ready?: string;
  readonly document: string;
  readonly documentHeader?: string;
  /** The path that the document's paths are below. */
  readonly base?: string;
  /** Values of `--auth`. */
  readonly auth?: readonly string[];
  /** The same as one header, for other tools. */
  readonly header?: string;
  readonly exclude?: readonly string[];
  /** What its owner would declare (docs/resources.md). */
  readonly resources?: unknown;
}

/** Whether an error that was printed is one, as somebody found who asked the server again. */
export interface Label {
  readonly is: boolean;
  readonly says: string;
  readonly why: string;
  readonly curl: string;
}

/** The first run against a server. */
export interface FirstSight {
  readonly server: string;
  /** Whether what earlier servers had shown was fixed before. */
  readonly isAfter?: boolean;
  readonly operations: number;
  readonly requests: number;
  readonly errors: number;
  readonly right: number;
  /** What the others said, and what else was amiss. */
  readonly note?: string;
}

const table = <Row>(name: string): Readonly<Record<string, Row>> => {
  const file = fileURLToPath(new URL(name, import.meta.url));
  // Files of this folder, which are what their comments say.
  return existsSync(file) ? (parse(readFileSync(file, "utf8")) as Readonly<Record<string, Row>>) : {};
};

export const servers = table<ForeignServer>("servers.yaml");
export const faults = table<readonly PlantedFault[]>("faults.yaml");
export const firstSights = Object.values(table<FirstSight>("first-sight.yaml"));
/** By server, and by the fingerprint of the problem. */
export const labels = table<Readonly<Record<string, Label>>>("labels.yaml");

/** Where servers are installed and results wait for their table. */
export const cache = process.env["TRIPACT_FOREIGN"] ?? join(homedir(), ".cache", "tripact-foreign");

export const folderOf = (name: string): string => {
  const folder = join(cache, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

const bash = (script: string, folder: string, env: Readonly<Record<string, string>> = {}): ChildProcess => {
  const log = openSync(join(folder, "log.txt"), "a");
  return spawn("bash", ["-c", `set -euo pipefail\n${script}`], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", log, log],
    detached: true,
  });
};

/** Installs a server, once. */
export const install = async (
  name: string,
  { install: script }: Pick<ForeignServer, "install">,
): Promise<void> => {
  const folder = folderOf(name);
  const done = join(folder, "installed.txt");
  if (existsSync(done) && readFileSync(done, "utf8") === script) return;
  const [code] = (await once(bash(script, folder), "exit")) as [number | null];
  if (code !== 0) throw new Error(`${name} cannot be installed: see ${join(folder, "log.txt")}`);
  writeFileSync(done, script);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port.
  server.close();
  return port;
};

const answers = async (address: string): Promise<boolean> => {
  try {
    const { status, body } = await fetch(address);
    // What is left unread fails this program when the server closes the connection.
    await body?.cancel();
    return status < 500;
  } catch {
    return false;
  }
};

export interface RunningServer {
  readonly port: number;
  /** A file with its document. */
  readonly document: string;
  readonly stop: () => Promise<void>;
}

const longestStart = 120;

const headerOf = (line: string | undefined): Readonly<Record<string, string>> => {
  const [, name, value] = /^([^:]+): (.*)$/.exec(line ?? "") ?? [];
  return name === undefined || value === undefined ? {} : { [name]: value };
};

/** Starts a server without data, and takes its document. */
export const start = async (name: string, server: ForeignServer): Promise<RunningServer> => {
  const folder = folderOf(name);
  const port = await freePort();
  const place = mkdtempSync(join(tmpdir(), `${name}-`));
  const child = bash(server.start, place, { PORT: String(port), INSTALLED: folder });
  const stop = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, "SIGKILL");
    await once(child, "exit");
  };
  const isAddress = server.document.startsWith("/");
  const url = `http://127.0.0.1:${port}`;
  for (let second = 0; !(await answers(url + (server.ready ?? server.document))); second += 1) {
    if (second < longestStart && child.exitCode === null) {
      await pause(1000);
      continue;
    }
    await stop();
    throw new Error(`${name} does not start: see ${join(place, "log.txt")}`);
  }
  const document = isAddress ? join(place, "openapi.json") : join(folder, server.document);
  if (isAddress) {
    const response = await fetch(url + server.document, {
      headers: { ...headerOf(server.header), ...headerOf(server.documentHeader) },
    });
    writeFileSync(document, await response.text());
  }
  return {
    port,
    document,
    stop: async () => {
      await stop();
      rmSync(place, { recursive: true, force: true });
    },
  };
};
