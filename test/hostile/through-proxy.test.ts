import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { someOf } from "../nightly.ts";
import { whileServing } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { hostileCases } from "./cases/all.ts";
import type { HostileCase } from "./hostile-case.ts";
import { dangersIn, secrets } from "./run-hostile.ts";
import { pause, serveBytes } from "./server.ts";

/** What clients ask of every hostile server. */
const asked: readonly (readonly [method: string, path: string, body?: string])[] = [
  ["GET", "/crm/api/Contact/1"],
  ["GET", "/crm/api/ContactMethod/Types"],
  ["POST", "/donation/api/Donor/query", JSON.stringify({ queryType: 0, skip: 0, take: 5, groups: [] })],
  ["GET", "/volunteer/v1/users?per_page=5"],
];

/** How long a client waits for an answer to end. */
const patienceMs = 250;

/** Asks as a client with little patience does; resolves whatever comes of it. */
const ask = (origin: string, [method, path, body]: (typeof asked)[number]): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const headers = { "content-type": "application/json" };
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("error", () => undefined);
    });
    const timer = setTimeout(() => sent.destroy(), patienceMs);
    sent.on("error", () => undefined);
    sent.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
    sent.end(body);
  });

interface Outcome {
  readonly code: number;
  /** Connections to the hostile server that are left when the clients are gone. */
  readonly left: number;
  readonly dangers: readonly string[];
}

const meet = async ({ answer, greet }: HostileCase): Promise<Outcome> => {
  const open = new Set<Socket>();
  const server = await serveBytes(answer, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    greet?.(socket);
  });
  const interfaces = Object.fromEntries(
    interfaceNames.map((name) => [
      name,
      {
        baseUrl: `${server.origin}/${name}`,
        credentials: name === "crm" ? { apiKey: secrets.crm } : { token: secrets[name] },
      },
    ]),
  );
  const cwd = temporaryFolder({ "c.json": JSON.stringify({ interfaces }) });
  const files = "--config c.json --record r.ndjson --report json=r.json";
  let left = 0;
  const use = async (line: string): Promise<void> => {
    const { origin } = JSON.parse(line) as { origin: string }; // what the command prints
    await Promise.all(asked.map((one) => ask(origin, one)));
    for (let waits = 0; open.size > 0 && waits < 50; waits += 1) await pause(10);
    left = open.size;
  };
  const { code, out, err } = await whileServing(`proxy --json --inject ${files}`, use, { cwd });
  const record = join(cwd, "r.ndjson");
  const texts = {
    out,
    err,
    record: existsSync(record) ? readFileSync(record, "utf8") : "",
    report: readFileSync(join(cwd, "r.json"), "utf8"),
  };
  return { code, left, dangers: Object.entries(texts).flatMap(([where, text]) => dangersIn(where, text)) };
};

describe("through the proxy, a hostile server", () => {
  it.each(someOf(hostileCases, 8).map((one) => [one.id, one] as const))(
    "that %s crashes nothing, keeps nobody waiting and leaves nothing open",
    async (_, one) => {
      const { code, left, dangers } = await meet(one);
      expect(dangers).toEqual([]);
      expect(left).toBe(0);
      expect([0, 1, 3]).toContain(code);
    },
  );
});
