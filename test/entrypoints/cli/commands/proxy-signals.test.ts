import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { faults } from "../../../../src/builtin/faults/generated/faults.ts";
import { type ServedSandbox, startSandbox } from "../../../../src/sandbox/serve.ts";
import { isNightly } from "../../../nightly.ts";
import { signalGroup } from "../../../signal-group.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

interface Way {
  readonly name: string;
  readonly command: string;
  readonly before: readonly string[];
}

const direct: Way = { name: "started by itself", command: process.execPath, before: ["bin/tripact.js"] };

const throughNpx: Way = { name: "started by npx", command: "npx", before: ["--no", "tripact"] };

const isThere = ({ command }: Way): boolean =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

// npx hands the signal on once more, as test/bin.test.ts does in a usual run.
const ways = isNightly ? [direct, throughNpx].filter(isThere) : [direct];

let sandbox: ServedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ scale: 1, faults: faults.filter(({ id }) => id === "contact-in-a-list") });
});

afterAll(() => sandbox.close());

/** Starts a proxy in a process group of its own, as a terminal does. */
const startGroup = async ({ command, before }: Way) => {
  const config = join(temporaryFolder({ "c.json": JSON.stringify(sandbox.config) }), "c.json");
  const child = spawn(command, [...before, "proxy", "--json", "--inject", "--config", config], {
    cwd: root,
    detached: true,
    // With a shell that becomes what it starts, npm's signal is one more.
    env: { ...process.env, npm_config_script_shell: "/bin/bash" },
  });
  onTestFinished(() => signalGroup(child, "SIGKILL"));
  let err = "";
  child.stderr.on("data", (piece: Buffer) => (err += String(piece)));
  const ended = once(child, "close").then(() => Promise.reject(new Error(err)));
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(child.stdout, "data"), ended]);
  // What the command prints.
  const { interfaces } = JSON.parse(String(line)) as { interfaces: { crm: { baseUrl: string } } };
  return { child, crm: interfaces.crm, printed: () => err };
};

test.each(ways)("Ctrl+C prints the summary once and exits with what was found, $name", async (way) => {
  const { child, crm, printed } = await startGroup(way);
  expect((await fetch(`${crm.baseUrl}/api/Contact/1`)).status).toBe(200);
  signalGroup(child, "SIGINT");
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(printed().match(/^recorded /gm)).toHaveLength(1);
  expect(printed().match(/^✗ CRM-01 crm getContact: .+ [0-9a-f]{12}$/gm)).toHaveLength(1);
});
