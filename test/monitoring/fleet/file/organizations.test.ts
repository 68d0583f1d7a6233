import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { contract } from "../../../../src/inputs/contract.ts";
import { UsageError } from "../../../../src/core/model/usage-error.ts";
import { loadFleet } from "../../../../src/monitoring/fleet/file/load-fleet.ts";
import { organizationConfig } from "../../../../src/monitoring/fleet/file/organization-config.ts";
import {
  type FleetInputs,
  readOrganizations,
} from "../../../../src/monitoring/fleet/file/read-organizations.ts";
import { runCommand } from "../../../../src/monitoring/fleet/file/run-command.ts";
import { createSecretResolver } from "../../../../src/monitoring/fleet/file/resolve-secrets.ts";
import { temporaryFolder } from "../../../entrypoints/cli/temporary-folder.ts";

const inputs = (env: Readonly<Record<string, string>> = {}): FleetInputs => ({
  env: { PATH: process.env["PATH"], ...env },
  signal: new AbortController().signal,
  readText: async (path, location) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      throw new UsageError(`${path} is not there`, { location });
    }
  },
});

const template = 'interfaces:\n  donation: { baseUrl: "${URL}", credentials: { token: "${TOKEN}" } }\n';

/** A fleet in a folder with these files. */
const fleetOf = (text: string, files: Readonly<Record<string, string>> = {}) => {
  const folder = temporaryFolder({ "o.yaml": template, ...files });
  return loadFleet(`defaults: { config: o.yaml, safety: { perHour: 900 } }\n${text}`, {
    file: join(folder, "fleet.yaml"),
    env: {},
  });
};

const node = process.execPath;

/** A command that prints a text. */
const printing = (text: string): string =>
  JSON.stringify([node, "-e", `process.stdout.write(${JSON.stringify(text)})`]);

const messageOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return "";
  } catch (error) {
    if (error instanceof UsageError) return [error, ...error.others].map(({ line }) => line).join("\n");
    throw error;
  }
};

const expected = [
  {
    name: "north",
    labels: { region: "n" },
    variables: { URL: "https://n.example.org" },
    safety: { perHour: 900, perSecond: 2 },
  },
  { name: "south", labels: {}, variables: { URL: "https://s.example.org" }, safety: { perHour: 300 } },
];

test("a list, a CSV file and a command say the same", async () => {
  const rows = [
    {
      name: "north",
      labels: { region: "n" },
      variables: { URL: "https://n.example.org" },
      safety: { perSecond: 2 },
    },
    { name: "south", variables: { URL: "https://s.example.org" }, safety: { perHour: 300 } },
  ];
  const csv = [
    "\uFEFFname,labels.region,variables.URL,safety.perSecond,safety.perHour",
    'north,n,"https://n.example.org",2,',
    "",
    "south,,https://s.example.org,,300",
  ].join("\r\n");
  const ndjson = rows.map((row) => JSON.stringify(row)).join("\n");
  for (const fleet of [
    fleetOf(`organizations: ${JSON.stringify(rows)}`),
    fleetOf("organizations: { file: list.csv }", { "list.csv": csv }),
    fleetOf(`organizations: { command: ${printing(ndjson)} }`),
  ]) {
    const organizations = await readOrganizations(fleet, inputs());
    expect(organizations).toMatchObject(expected);
    expect(organizations.map(({ config }) => config.path.endsWith("/o.yaml"))).toEqual([true, true]);
  }
});

test.each([
  ["name,safety.perHour\na,many\n", /list\.csv:2: safety\.perHour must be a whole number above 0/],
  ["name,color\na,red\n", /list\.csv:2: unknown key color/],
  ["name\na\nb\na\n", /list\.csv:4: another organization has the same name/],
  ["name\na-b\na.b\n", /list\.csv:3: a-b and a\.b have the same prefix of environment variables, A_B_/],
  ["name,labels.x\na\n", /list\.csv:2: not valid CSV: csv record inconsistent columns/],
  ["labels.x\na\n", /list\.csv:2: .*lacks name/],
  ["__proto__.name\na\n", /list\.csv:2: unknown key __proto__/],
  ["name\n", /there is no organization/],
])("the CSV file %j is refused with its line", async (text, says) => {
  const fleet = fleetOf("organizations: { file: list.csv }", { "list.csv": text });
  expect(await messageOf(readOrganizations(fleet, inputs()))).toMatch(says);
});

test("what a command prints is never shown", async () => {
  const secret = "s3cret-5f2c";
  const failing = JSON.stringify([node, "-e", `console.error(${JSON.stringify(secret)}); process.exit(7)`]);
  const endless = JSON.stringify([node, "-e", "setInterval(() => {}, 1000)"]);
  const messages = await Promise.all(
    [
      [`organizations: { command: ${failing} }`, /ended with exit code 7/],
      [
        `organizations: { command: ${printing('{"name":"a"}\n{"name":"\\ud800"}')} }`,
        /line 2 of its output: name must be a name of letters/,
      ],
      [`organizations: { command: ${printing(secret)} }`, /line 1 of its output: is not JSON/],
      [`organizations: { command: [${secret.slice(0, 2)}-no-such-program] }`, /was not found/],
      [`organizations: { command: ${endless}, timeout: 1s }`, /gave no answer within 1 s/],
    ].map(async ([text, says]) => {
      const message = await messageOf(readOrganizations(fleetOf(String(text)), inputs()));
      expect(message).toMatch(says as RegExp);
      return message;
    }),
  );
  expect(messages.join("\n")).not.toContain(secret);
});

test.each([
  ["environment: '{ORGANIZATION}__'", "north east", { NORTH_EAST__TOKEN: "t", OTHER: "x" }, {}],
  ["files: 's/{organization}.json'", "north", {}, { "north.json": '{"TOKEN":"t"}' }],
  ["files: 's/{organization}.yaml', at: /in", "north", {}, { "north.yaml": "in: { TOKEN: t }" }],
  [`command: ${printing('{"data":{"TOKEN":"t"}}')}, at: /data`, "north", {}, {}],
])("secrets from %s", async (secrets, organization, env, files) => {
  const fleet = fleetOf(
    `organizations: [{ name: a }]\nsecrets: { ${secrets.replaceAll("'s/", `'${temporaryFolder(files)}/`)} }`,
  );
  expect(await createSecretResolver(fleet.secrets, inputs(env))(organization)).toEqual({ TOKEN: "t" });
});

test.each([
  [printing('{"TOKEN":["s3cret"]}'), /TOKEN is no text/],
  [printing('"s3cret"'), /the secrets are no map/],
  [printing("s3cret"), /printed no JSON/],
  [printing('{"a-b":"s3cret"}'), /a-b is no name of a variable/],
])("the answer of %s is refused without its values", async (command, says) => {
  const fleet = fleetOf(`organizations: [{ name: a }]\nsecrets: { command: ${command} }`);
  const message = await messageOf(createSecretResolver(fleet.secrets, inputs())("a"));
  expect(message).toMatch(says);
  expect(message.split("must")[0]).not.toContain("s3cret");
});

/** A shell and another one behind it, which write their ids to a file and wait; the first one may answer and end. */
const hanging = (
  ids: string,
  { ignores, ends }: { readonly ignores: boolean; readonly ends: boolean },
): readonly string[] => {
  const begin = `${ignores ? "trap '' TERM;" : ""} echo $$ >> ${ids}`;
  const wait = "while :; do sleep 0.1; done";
  writeFileSync(`${ids}.sh`, `${begin}\n${wait}\n`);
  const script = [
    begin,
    `sh ${ids}.sh &`,
    `until [ "$(wc -l < ${ids})" -eq 2 ]; do sleep 0.01; done`,
    ends ? "echo answer" : wait,
  ];
  return ["sh", "-c", script.join("\n")];
};

/** What has ended and whose parent has not asked for its end, as an orphan's new parent does late. */
const isZombie = (id: number): boolean => {
  try {
    return / Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
};

const isThere = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

const isAlive = (id: number): boolean => isThere(id) && !isZombie(id);

const realTimeout = setTimeout;

/** Lets processes go on, while the clock of the test stands, until something holds. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => realTimeout(resolve, 10));
};

const second = 1000;

describe.skipIf(process.platform === "win32")(
  "a program that starts another one leaves nothing behind",
  () => {
    test.each([
      ["once its time is over", { ignores: false, ends: false }, "gave no answer within 2 s"],
      ["once its time is over, though it ignores SIGTERM", { ignores: true, ends: false }, "within 2 s"],
      ["when it is interrupted", { ignores: true, ends: false }, "abort"],
      ["when the other one holds its output", { ignores: true, ends: true }, "answer\n"],
    ])("%s", async (why, behaviour, expectedEnd) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const ids = join(temporaryFolder({ ids: "" }), "ids");
      const stop = new AbortController();
      const outcome = runCommand(hanging(ids, behaviour), {
        location: "fleet.yaml",
        timeoutMs: 2 * second,
        maxBytes: 100,
        env: process.env,
        signal: stop.signal,
      }).catch(String);
      const started = (): readonly number[] => readFileSync(ids, "utf8").split("\n").slice(0, -1).map(Number);
      await until(() => started().length === 2);
      const [own = 0, other = 0] = started();
      // This process asks for the end of its own, and sees then that it has ended.
      const areGone = (): boolean => !isThere(own) && !isAlive(other);
      if (behaviour.ends) await until(() => !isThere(own));
      else if (why === "when it is interrupted") stop.abort();
      else vi.advanceTimersByTime(2 * second);
      if (behaviour.ignores) expect(isAlive(other)).toBe(true);
      else await until(areGone);
      vi.advanceTimersByTime(second);
      expect(await outcome).toContain(expectedEnd);
      await until(areGone);
    });
  },
);

test.each([
  [
    "prints without an end",
    ["-e", "setInterval(() => process.stdout.write('x'.repeat(1e6)), 1)"],
    "printed too much",
  ],
  ["is ended by a signal", ["-e", "process.kill(process.pid, 'SIGKILL')"], "was ended by a signal"],
  ["has a null character in its arguments", ["-e", "\0"], "could not be run"],
  ["has more arguments than a system takes", ["-e", "x".repeat(200_000)], "could not be run"],
])("a program that %s", async (_, args, says) => {
  const fleet = fleetOf(
    `organizations: [{ name: a }]\nsecrets: { command: ${JSON.stringify([node, ...args])} }`,
  );
  expect(await messageOf(createSecretResolver(fleet.secrets, inputs())("a"))).toContain(says);
});

test("no more commands than allowed run at once", async () => {
  const folder = temporaryFolder();
  const script = `
    const fs = require("fs"), path = ${JSON.stringify(folder)} + "/" + process.pid;
    fs.writeFileSync(path, "");
    const at = fs.readdirSync(${JSON.stringify(folder)}).length;
    setTimeout(() => { fs.rmSync(path); console.log(JSON.stringify({ AT_ONCE: at })); }, 100);`;
  const fleet = fleetOf(
    `organizations: [{ name: a }]\nsecrets: { command: ${JSON.stringify([node, "-e", script])}, concurrency: 2 }`,
  );
  const resolve = createSecretResolver(fleet.secrets, inputs());
  const answers = await Promise.all(["a", "b", "c", "d", "e"].map(resolve));
  expect(Math.max(...answers.map((answer) => Number(answer["AT_ONCE"])))).toBeLessThanOrEqual(2);
});

test("a configuration takes variables, secrets and limits of its organization, and never writes", async () => {
  const fleet = fleetOf(
    "organizations: [{ name: north, variables: { URL: 'https://n.example.org' }, safety: { perSecond: 3 } }]",
    { "o.yaml": `${template}safety: { writes: true, timeoutMs: 5 }\n` },
  );
  const [north] = await readOrganizations(fleet, inputs());
  if (north === undefined) throw new Error("there is one");
  const config = await organizationConfig(north, { TOKEN: "t0ken" }, inputs(), { contract });
  expect(config.safety).toMatchObject({ writes: false, perSecond: 3, perHour: 900, timeoutMs: 5 });
  expect(config.baseUrls).toEqual({ donation: "https://n.example.org" });
  expect(config.secret("donation.credentials.token")).toBe("t0ken");
  expect(JSON.stringify(config)).not.toContain("t0ken");
  expect(await messageOf(organizationConfig(north, {}, inputs(), { contract }))).toMatch(
    /fleet\.yaml:2:17: no variable of north is set \(set NORTH_TOKEN\)/,
  );
});
