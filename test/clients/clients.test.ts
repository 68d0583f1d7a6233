import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { interfaceNames, type BuiltinInterface } from "../../src/builtin/interface-name.ts";
import type { Report } from "../../src/core/model/report.ts";
import { type ServedSandbox, startSandbox } from "../../src/sandbox/serve.ts";
import { isNightly, someOf } from "../nightly.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { type BaseUrls, type ClientCall, callsOf } from "./calls.ts";
import { foreignClients, type SendAll } from "./foreign.ts";
import { clients, type Got } from "./javascript.ts";

interface Tried {
  readonly name: string;
  readonly sendAll: SendAll;
}

const tried: readonly Tried[] = [
  // One of each two, each in a process of its own.
  ...someOf(Object.entries(foreignClients), 2)
    .filter(([, client]) => client.isInstalled())
    .map(([name, { sendAll }]) => ({ name, sendAll })),
  // The test of the recorder has all of them, too.
  ...someOf(Object.entries(clients), 4).map(([name, send]) => ({
    name: `Node, ${name}`,
    sendAll: async (calls: Parameters<SendAll>[0]) => {
      const answers: Got[] = [];
      for (const call of calls) answers.push(await send(call));
      return answers;
    },
  })),
];

let folder: string;
let sandbox: ServedSandbox;
let proxyUrls: BaseUrls;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tripact-clients-"));
  sandbox = await startSandbox({ scale: 20 });
  const interfaces = Object.fromEntries(
    interfaceNames.map((name) => [name, { baseUrl: sandbox.config.interfaces[name].baseUrl }]),
  );
  writeFileSync(join(folder, "tripact.config.json"), JSON.stringify({ interfaces }));
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const proxy = ["proxy", "--json", "--config", "tripact.config.json", "--record", "traffic.ndjson"];
  const ended = runCli(proxy, { cwd: folder, signal: controller.signal, onOut: resolve });
  stop = async () => {
    controller.abort();
    return ended;
  };
  // What the command prints.
  const line = JSON.parse(await promise) as { interfaces: Record<BuiltinInterface, { baseUrl: string }> };
  proxyUrls = {
    crm: line.interfaces.crm.baseUrl,
    donation: line.interfaces.donation.baseUrl,
    volunteer: line.interfaces.volunteer.baseUrl,
  };
});

afterAll(async () => {
  await stop();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const outcomeOf = ({ status }: ClientCall, got: Got | undefined): string =>
  got?.status === status ? String(status) : `**${got?.status ?? "nothing"}**`;

/** What came of each client's calls, by its name. */
const rows = new Map<string, readonly string[]>();

describe("real clients, to the sandbox and through the proxy", () => {
  test.each(tried)("$name", async ({ name, sendAll }) => {
    const who = name.replace(/\W+/g, "-").toLowerCase();
    const direct = callsOf(sandbox.baseUrls, sandbox.config, `${who}-direct`);
    const passed = callsOf(proxyUrls, sandbox.config, `${who}-proxy`);
    // Both ways by one program: to start it is most of what it costs.
    const answered = await sendAll([...direct, ...passed]);
    const [directly, proxied] = [answered.slice(0, direct.length), answered.slice(direct.length)];
    rows.set(
      name,
      direct.map((call, index) => {
        const [one, other] = [outcomeOf(call, directly[index]), outcomeOf(call, proxied[index])];
        return one === other ? one : `${one}, proxy ${other}`;
      }),
    );
    for (const [index, { name: call, status, holds }] of direct.entries())
      for (const [way, answers] of Object.entries({ directly, proxied })) {
        expect([call, way, answers[index]?.status]).toEqual([call, way, status]);
        expect(answers[index]?.text).toContain(holds);
      }
  });

  test("leave a recording, which is observed without a finding", async () => {
    const { out } = await runCli(["observe", "traffic.ndjson", "--json"], { cwd: folder });
    const { findings, recording } = JSON.parse(out) as Report; // the output of the command
    const calls = callsOf(sandbox.baseUrls, sandbox.config, "any");
    expect(findings).toEqual([]);
    expect(recording).toMatchObject({ entries: calls.length * tried.length, troubles: 0, withoutBody: 0 });
  });

  test("are the rows of the guide; with TRIPACT_NIGHTLY=1, TRIPACT_UPDATE=1 renews it", () => {
    const file = join(import.meta.dirname, "../../docs/reference/clients.md");
    const names = callsOf(sandbox.baseUrls, sandbox.config, "any").map(({ name }) => name);
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    const head = [line(["client", ...names]), line(["client", ...names].map(() => "---"))];
    const lines = [...rows].map(([name, cells]) => line([name, ...cells]));
    const guide = readFileSync(file, "utf8");
    const [before = "", , after = ""] = guide.split(/<!-- \/?clients -->/);
    const table = `\n\n${[...head, ...lines].join("\n")}\n\n`;
    const renewed = `${before}<!-- clients -->${table}<!-- /clients -->${after}`;
    if (isNightly && process.env["TRIPACT_UPDATE"] === "1") writeFileSync(file, renewed);
    // A client that is not installed here has no row to compare.
    const written = readFileSync(file, "utf8").replace(/ +\|/g, " |").replace(/-{4,}/g, "---");
    for (const one of [...head.slice(0, 1), ...lines]) expect(written).toContain(one);
  });
});
