import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { hasPostgres, postgresUrl } from "./engines.ts";

const { PATH = "" } = process.env;

/** Debian has it in a folder of programs for administrators. */
const env = { ...process.env, PATH: `${PATH}:/usr/sbin` };

/** Whether there is a PgBouncer; `TRIPACT_POSTGRES=required` makes its absence an error. */
export const hasPgbouncer: boolean =
  hasPostgres && spawnSync("pgbouncer", ["--version"], { env }).status === 0;

if (!hasPgbouncer) {
  const missing = "fleet: no PgBouncer (apt-get install pgbouncer)";
  if (process.env["TRIPACT_POSTGRES"] === "required")
    throw new Error(`${missing}, and TRIPACT_POSTGRES=required`);
  process.stderr.write(`${missing}; its tests are left out\n`);
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
};

/** Starts a PgBouncer before the server of the tests, for the running test; returns its address. */
export const startPgbouncer = async (...lines: readonly string[]): Promise<string> => {
  const port = await freePort();
  const { hostname: host, port: to, pathname } = new URL(postgresUrl);
  const name = pathname.slice(1);
  const folder = temporaryFolder({
    "pgbouncer.ini": [
      "[databases]",
      `${name} = host=${host} port=${to} dbname=${name} user=postgres`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      ...lines,
      "",
    ].join("\n"),
  });
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", [...user, join(folder, "pgbouncer.ini")], { env, stdio: "ignore" });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  const url = `postgres://postgres@127.0.0.1:${port}/${name}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (await answers(url)) return url;
    if (child.exitCode !== null) break;
    await wait(50);
  }
  throw new Error("PgBouncer did not start");
};
