import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  check,
  createSandbox,
  diff,
  discover,
  doctor,
  drift,
  driftHistory,
  estimate,
  fleet,
  init,
  mergeReports,
  observe,
  report,
  restore,
  startProxy,
  startSandbox,
  usage,
  UsageError,
  verify,
} from "../../src/index.ts";
import { openStore } from "../../src/core/store/store.ts";
import { isNightly } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { documentText, giftPaths } from "../consumers/diff/documents.ts";

const served = async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
};

const closedTarget = {
  interfaces: { volunteer: { baseUrl: "http://127.0.0.1:1", credentials: { token: "t" } } },
};

test.each<readonly [string, (cwd: string) => Promise<unknown>, string]>([
  [
    "diff",
    (cwd) => diff({ cwd, old: "a.json", new: "a.json", onlyUsed: true }),
    "onlyUsed: needs the usage file of a consumer (add `usages` FILE)",
  ],
  [
    "diff by something else",
    (cwd) => diff({ cwd, old: "a.json", new: "a.json", usages: ["a.json"] }),
    "usages a.json: is not a usage file",
  ],
  ["usage", (cwd) => usage({ cwd, project: "none" }), "project none: file not found"],
  ["discover", () => discover({ budget: 0 }), "budget: 0 is not a whole number from 1 to 100000"],
  ["doctor", () => doctor(), "there is no configuration of a target"],
  ["init", (cwd) => init({ cwd, config: "c.yaml" }), "there is no address to begin with"],
  [
    // In JavaScript no type requires the folder.
    "restore",
    (cwd) => restore({ cwd, ...JSON.parse(`{"config": ${JSON.stringify(closedTarget)}}`) }).result,
    "stateFolder: is missing",
  ],
  ["verify", (cwd) => verify({ cwd, publish: "1" }).result, "publish: needs a broker (add `broker` URL)"],
  ["startProxy", (cwd) => startProxy({ cwd }), "config: there is no target to pass requests on to"],
  ["fleet", (cwd) => fleet.status({ cwd, fleet: "none.yaml" }), "fleet none.yaml: file not found"],
])("%s refuses what it cannot use in the words of the library, and writes nothing", async (_, call, line) => {
  const cwd = temporaryFolder({ "a.json": documentText({}) });
  const error: unknown = await call(cwd).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error instanceof UsageError && error.line).toContain(line);
  expect(readdirSync(cwd)).toEqual(["a.json"]);
});

/** As JavaScript passes them, where no type forbids it. */
const untyped = <Options>(json: string): Options => JSON.parse(json);

test.each<readonly [string, () => Promise<unknown>, string]>([
  ["a text for a list", () => check(untyped('{"checks": "abc"}')).result, "checks: must be a list of texts"],
  ["a number for a list", () => check(untyped('{"facts": 3}')).result, "facts: must be a list of texts"],
  ["null for a list", () => check(untyped('{"facts": null}')).result, "facts: must be a list of texts"],
  ["numbers in a list", () => check(untyped('{"faults": [1]}')).result, "faults: must be a list of texts"],
  [
    "a text for a seed",
    () => check(untyped('{"seed": "x"}')).result,
    "seed: x is not a whole number from 0 to",
  ],
  ["another word", () => check(untyped('{"failOn": "all"}')).result, "failOn: must be error or warning"],
  [
    "no object for a part",
    () => check(untyped('{"shard": "1/2"}')).result,
    "shard: undefined/undefined is not a part I/N",
  ],
  [
    "several at once",
    () => estimate(untyped('{"deep": 1, "config": 3, "minFacts": "x"}')),
    "minFacts: x is not a whole number from 1 to 100000 (for example `minFacts` 1)\nconfig: must be text or an object\ndeep: must be true or false",
  ],
  ["a text for a signal", () => check(untyped('{"signal": "x"}')).result, "signal: must be an AbortSignal"],
  ["a number for a file", () => driftHistory(untyped('{"store": 5}')), "store: must be text"],
  ["a number for an address", () => init(untyped('{"config": "c", "crm": 3}')), "crm: must be text"],
  ["a text for files", () => mergeReports(untyped('"ab"')), "files: must be a list of texts"],
  ["another signal", () => check(untyped('{"signal": {}}')).result, "signal: must be an AbortSignal"],
  [
    "the outcome of a drift run",
    () => report(untyped('{"verdict": "conformant", "report": {"results": []}}'), "junit"),
    "result: has no report of a run (pass what `check` or `observe` returns; of a drift run, its `checks`)",
  ],
  ["no result", () => report(untyped("null"), "json"), "result: has no report of a run"],
  ["no recordings", () => observe(untyped("{}")).result, "recordings: is missing"],
  ["no store", () => drift(untyped("{}")).result, "store: is missing"],
  ["no fleet file", () => fleet.status(untyped("{}")), "fleet: is missing"],
  [
    "a share of 2",
    () => startProxy(untyped('{"sandbox": true, "faultRate": 2}')),
    "faultRate: must be a number",
  ],
  [
    "a sandbox of a text",
    async () => createSandbox(untyped('{"seed": "x"}')),
    "seed: x is not a whole number",
  ],
  [
    "a port of a text",
    () => startSandbox(untyped('{"port": "80"}')),
    "port: must be a whole number from 0 to 65535, not text",
  ],
  ["null for a seed", () => check(untyped('{"seed": null}')).result, "4294967295, not null"],
  ["a list for a scale", async () => createSandbox(untyped('{"scale": [5]}')), "1000000, not a list"],
  ["an object for a budget", () => discover(untyped('{"budget": {}}')), "100000, not an object"],
  [
    "answers as the command line takes them",
    async () => createSandbox(untyped('{"assumptions": ["U-14=and-is-1"]}')),
    "assumptions: must be an object",
  ],
  [
    "an answer to no question",
    async () => createSandbox(untyped('{"assumptions": {"U-99": 1}}')),
    "assumptions: there is no setting U-99 (did you mean U-",
  ],
  [
    "an answer that is not allowed",
    () => startSandbox(untyped('{"assumptions": {"U-14": "or"}}')),
    "assumptions: U-14 cannot be or (allowed: and-is-0, and-is-1)",
  ],
])("%s is wrong use that names the option", async (_, call, lines) => {
  const error: unknown = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  const all = error instanceof UsageError ? [error, ...error.others].map(({ line }) => line) : [];
  expect(all).toEqual(lines.split("\n").map((line) => expect.stringContaining(line)));
});

test("without a folder for the journal, a check says that this is why it writes nothing", async () => {
  const { config } = await served();
  const { volunteer } = config.interfaces;
  const target = { interfaces: { volunteer }, safety: { writes: true, maxRequests: 5 } };
  const { report } = await check({ config: target, facts: ["VOL-03"] }).result;
  expect(report.facts.find(({ id }) => id === "VOL-03")?.reason).toBe(
    "writes are off (no stateFolder for the journal)",
  );
});

test("what a diff returns is data, for folders as for files", async () => {
  const cwd = temporaryFolder({ "a.json": documentText(giftPaths), "b.json": documentText({}) });
  const found = await diff({ cwd, old: "a.json", new: "b.json" });
  expect(found.summary).toEqual({ breaking: 1, additive: 0, informational: 0 });
  expect(found.changes).toMatchObject([{ document: "b.json", kind: "operation-removed" }]);
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
});

test("drift runs have the ids that they are given, and one history for each target", async () => {
  const cwd = temporaryFolder();
  const { volunteer } = (await served()).config.interfaces;
  const config = { interfaces: { volunteer }, safety: { maxRequests: 5 } };
  for (const id of ["first", "second"])
    await drift({ cwd, config, store: "s.sqlite", nonce: () => id }).result;
  const [history, ...others] = await Array.fromAsync(await driftHistory({ cwd, store: "s.sqlite" }));
  expect([history?.target.interface, history?.nights.length, others]).toEqual(["volunteer", 2, []]);
  const store = openStore(join(cwd, "s.sqlite"));
  const rows = store.database.prepare("SELECT identity FROM run ORDER BY id").all();
  store.close();
  expect(rows.map(({ identity }) => identity)).toEqual(["first", "second"]);
});

test.runIf(isNightly)("two discoveries at once find what each finds alone", async () => {
  const answers = await Promise.all(
    (["and-is-0", "and-is-1"] as const).map(async (conjunct) => {
      const { answers: all } = await discover({ assumptions: { "U-14": conjunct } });
      return all.find(({ unknown }) => unknown === "U-14")?.answer;
    }),
  );
  expect(answers).toEqual(["conjunct 0 joins by AND, 1 by OR", "conjunct 1 joins by AND, 0 by OR"]);
});

test("init asks by the functions that it is given, and returns no secret", async () => {
  const { config } = await served();
  const { baseUrl, credentials } = config.interfaces.crm;
  const secret = String(credentials["apiKey"]);
  const cwd = temporaryFolder({});
  const variables: string[] = [];
  const result = await init({
    cwd,
    config: "c.yaml",
    crm: baseUrl,
    ask: {
      text: () => Promise.resolve(""),
      secret: async (_, variable) => {
        variables.push(variable);
        return secret;
      },
      confirm: () => Promise.resolve(false),
    },
  });
  expect([result.verdict, result.files, variables]).toEqual([
    "complete",
    ["c.yaml", ".env.example"],
    ["CRM_KEY"],
  ]);
  expect(JSON.stringify(result) + readFileSync(join(cwd, "c.yaml"), "utf8")).not.toContain(secret);
});

test("a proxy whose signal aborts serves no longer, though nobody asks for its result", async () => {
  const stop = new AbortController();
  const proxy = await startProxy({ sandbox: true, inject: true, signal: stop.signal });
  const address = `${proxy.addresses[0]?.baseUrl ?? ""}/api/ContactMethod/Types`;
  expect((await fetch(address)).status).toBe(200);
  stop.abort();
  await expect
    .poll(() =>
      fetch(address).then(
        () => "serves",
        () => "closed",
      ),
    )
    .toBe("closed");
  const { traffic, verdict } = await proxy.run.result;
  expect([traffic.interfaces["crm"]?.requests, verdict]).toEqual([1, "conformant"]);
});

test.each([0, 0xffff_ffff])("the seed %i chooses combinations, as every seed does", async (seed) => {
  const { verdict, report: judged } = await check({ seed, checks: ["combinations-hold"] }).result;
  expect([verdict, judged.summary.facts.failed]).toEqual(["conformant", 0]);
});

test("an estimate that is broken off is no estimate", async () => {
  const signal = AbortSignal.abort();
  await expect(estimate({ facts: ["VOL-01"], signal })).rejects.toBe(signal.reason);
});

test("what a project uses is not read after the signal, nor returned if it comes meanwhile", async () => {
  const aborted = AbortSignal.abort();
  const broken = temporaryFolder({ "tsconfig.json": "no JSON: an error if it is read" });
  await expect(usage({ cwd: broken, name: "shop", signal: aborted })).rejects.toBe(aborted.reason);

  const exchange = {
    interface: "donation",
    request: { method: "GET", url: "https://donations.example/api/Gift/list?Take=3", headers: {} },
    outcome: { kind: "response", status: 200, headers: {}, body: { kind: "unknown" }, elapsedMs: 1 },
  };
  const stop = new AbortController();
  const chunks = async function* () {
    yield Buffer.from(`${JSON.stringify(exchange)}\n`);
    stop.abort();
  };
  const recordings = [{ file: "t.ndjson", form: "lines", format: "NDJSON", chunks }] as const;
  const read = usage({ cwd: temporaryFolder(), recordings, name: "shop", signal: stop.signal });
  await expect(read).rejects.toHaveProperty("name", "AbortError");
});

test("a run of a fleet that is broken off says so, and closes its database", async () => {
  const cwd = temporaryFolder({
    "c.json": JSON.stringify({ interfaces: { crm: { baseUrl: "http://127.0.0.1:1" } } }),
  });
  writeFileSync(
    join(cwd, "fleet.json"),
    JSON.stringify({ defaults: { config: "c.json" }, organizations: [{ name: "north" }] }),
  );
  const signal = AbortSignal.abort();
  const run = fleet.run({ cwd, fleet: "fleet.json", date: "2025-01-01", signal });
  expect(await run.result).toEqual({ verdict: "interrupted" });
  expect(existsSync(join(cwd, "fleet.sqlite-wal"))).toBe(false);
});
