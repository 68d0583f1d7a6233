import { once } from "node:events";
import fs, { rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { StatementSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { faults } from "../../../../src/builtin/faults/generated/faults.ts";
import type { Clock } from "../../../../src/core/model/clock.ts";
import type { PutBack, WriteSummary } from "../../../../src/core/model/write-summary.ts";
import { pollMs } from "../../../../src/core/transports/journal.ts";
import { startSandbox } from "../../../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../../../src/sandbox/options.ts";
import { systemClock } from "../../../../src/core/model/system-clock.ts";
import { isNightly } from "../../../nightly.ts";
import { type CliResult, reportOf, runCli } from "../run-cli.ts";
import { journalsIn, liveFolder, type Proxy, startProcess, startProxy, userOf } from "./sandbox-proxy.ts";

const note = "note-privacy-is-renamed";
const group = "group-input-is-validated";
const members = "group-members-are-set";

interface Setting {
  readonly proxy: Proxy;
  readonly cwd: string;
  /** The folder of everything that this user's runs share. */
  readonly live: string;
  run(...args: string[]): Promise<CliResult>;
  configure(change?: (config: string) => string): void;
  /** Asks the sandbox itself, behind the proxy. */
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The id of a declared scratch record. */
  scratch(name: string): number;
}

/** A sandbox behind a proxy, and a user who runs things against it. */
const setUp = async (safety: object = {}, options: ServeOptions = {}): Promise<Setting> => {
  const served = await startSandbox({ scale: 20, ...options });
  onTestFinished(() => served.close());
  const proxy = await startProxy(served);
  const user = userOf(served, proxy);
  const { volunteer } = served.config.interfaces as unknown as Record<
    string,
    { scratch: Record<string, number>; credentials: Record<string, string> }
  >; // The sandbox describes itself by numbers and texts.
  const configure: Setting["configure"] = (change) =>
    user.configure({ writes: true, maxWaitMs: 0, ...safety }, change);
  configure();
  return {
    proxy,
    cwd: user.cwd,
    live: liveFolder(user.cwd),
    configure,
    run: (...args) => user.run(args),
    async ask(method, path, body) {
      const response = await served.sandbox.fetch(
        new Request(`${served.origin}/volunteer/v1/${path}`, {
          method,
          headers: {
            authorization: `Bearer ${volunteer?.credentials["token"]}`,
            "content-type": "application/json",
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      // What the sandbox answers.
      return text === "" ? {} : ((JSON.parse(text) as { data: Record<string, unknown> }).data ?? {});
    },
    scratch: (name) => volunteer?.scratch[name] ?? 0,
  };
};

// What `restore --json` prints.
const summaryOf = ({ out }: CliResult): WriteSummary => JSON.parse(out) as WriteSummary;

const isPut = ({ method, url = "" }: IncomingMessage, part: string): boolean =>
  method === "PUT" && url.includes(part);

/** Leaves a record changed: the first write to it is taken, and then there is no more writing. */
const leaveChanged = async (
  { proxy, run }: Setting,
  check: string,
  part: string,
  ...args: string[]
): Promise<PutBack> => {
  let puts = 0;
  proxy.fail = (request) => (isPut(request, part) && (puts += 1) > 1 ? 503 : undefined);
  const failed = await run("check", "--json", "--check", check, ...args);
  proxy.fail = () => undefined;
  const lost = reportOf(failed).run.writes?.records.find(({ state }) => state === "not put back");
  expect([failed.code, lost]).toEqual([4, expect.anything()]);
  proxy.seen.length = 0;
  if (lost === undefined) throw new Error("everything was put back");
  return lost;
};

describe("a journal that cannot be read stops everything", () => {
  test("when its key is lost, until the record is forgotten", async () => {
    const setting = await setUp();
    const { proxy, run, live } = setting;
    const lost = await leaveChanged(setting, note, "/ContactNote/");
    rmSync(join(live, "key"));
    const restored = await run("restore");
    expect([restored.code, restored.out]).toEqual([
      4,
      expect.stringContaining(`NOT RESTORED  ${lost.record}`),
    ]);
    expect(restored.err).toMatch(/the key of the journal is lost.*by hand/);
    expect((await run("check", "--check", note)).err).toContain(
      `did not restore the records it changed: ${lost.record}`,
    );
    expect((await run("drift")).code).toBe(4);
    expect(proxy.seen).toEqual([]);
    expect((await run("restore", "--forget", lost.id, "--settled-by-hand")).code).toBe(0);
    expect((await run("check", "--json", "--check", note)).code).toBe(0);
  });

  test("when it holds garbage: exit 2, and what is left to be done by hand", async () => {
    const setting = await setUp();
    const { proxy, run, cwd, live } = setting;
    const lost = await leaveChanged(setting, note, "/ContactNote/");
    const [journal = ""] = journalsIn(cwd);
    fs.appendFileSync(join(live, journal), "garbage");
    for (const command of ["check", "restore", "drift"]) {
      const { code, err } = await run(command);
      expect([command, code, err.trim().split("\n")]).toEqual([
        command,
        2,
        [expect.stringMatching(/the journal of writes is damaged.*by hand, then remove this file/)],
      ]);
      expect(err).toContain(join(live, journal));
      expect(err).toContain(lost.record);
    }
    expect(proxy.seen).toEqual([]);
  });
});

/** The exit code of a run beside this one; in a nightly run, of one in a process of its own. */
const codeOf = async (args: readonly string[], cwd: string): Promise<unknown> => {
  if (!isNightly) {
    const env = { XDG_STATE_HOME: join(cwd, "state") };
    return (await runCli(args, { cwd, env, clock: systemClock })).code;
  }
  const [code] = await once(startProcess(args, cwd), "exit");
  return code;
};

describe("runs with other stores, and other spellings of an address", () => {
  test.each([
    ["another store", (config: string) => config],
    ["localhost", (config: string) => config.replaceAll("//127.0.0.1:", "//localhost:")],
    ["another case and a slash more", (config: string) => config.replaceAll('/crm"', '/crm/"')],
  ])("stop at what a run has left, and put it back: %s", async (_, change) => {
    const setting = await setUp();
    const { proxy, run, configure } = setting;
    const lost = await leaveChanged(setting, note, "/ContactNote/", "--store", "one.sqlite");
    configure(change);
    const other = await run("check", "--json", "--check", note, "--store", "two.sqlite");
    expect([other.code, other.err]).toEqual([4, expect.stringContaining(lost.record)]);
    expect(proxy.seen).toEqual([]);
    expect(summaryOf(await run("restore", "--json")).records).toMatchObject([
      { record: lost.record, state: "put back" },
    ]);
  });

  test("two that write at once take turns, and leave the records as they were", async () => {
    const { ask, scratch, cwd, proxy } = await setUp({ maxWaitMs: 60_000, timeoutMs: 60_000 });
    const path = `groups/${scratch("groupId")}`;
    const shown = async () => {
      const { updated_at: _, ...record } = await ask("GET", path);
      return [record, await ask("GET", `${path}/members`)];
    };
    const before = await shown();
    const args = ["check", "--config", "c.json", "--quiet", "--check", `${group},${members}`];
    const env = { XDG_STATE_HOME: join(cwd, "state") };
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    // The first write is held until the other run waits for its turn.
    proxy.onRequest = async () => {
      if (proxy.seen.at(-1)?.startsWith("PUT") !== true) return;
      proxy.onRequest = () => undefined;
      first.resolve();
      await second.promise;
    };
    let waits = 0;
    const clock: Clock = {
      ...systemClock,
      sleep(ms, signal) {
        if (ms === pollMs && (waits += 1) === 3) second.resolve();
        return systemClock.sleep(ms, signal);
      },
    };
    const here = first.promise.then(() => runCli([...args, "--store", "two.sqlite"], { cwd, env, clock }));
    const release = (): void => second.resolve();
    here.then(release, release);
    const code = await codeOf([...args, "--store", "one.sqlite"], cwd);
    first.resolve();
    expect([code, (await here).code]).toEqual([0, 0]);
    expect(waits).toBeGreaterThanOrEqual(3);
    expect(await shown()).toEqual(before);
  });

  test("two interfaces at one address do not wait for each other", async () => {
    const { proxy, run, configure } = await setUp();
    proxy.path = (url) => (url.startsWith("/v1/") ? `/volunteer${url}` : `/crm${url}`);
    configure((config) =>
      config
        .replaceAll(`${proxy.origin}/crm`, proxy.origin)
        .replaceAll(`${proxy.origin}/volunteer`, proxy.origin),
    );
    const both = await run("check", "--json", "--check", `${note},${group}`);
    expect([both.code, both.err]).toEqual([0, ""]);
    expect(reportOf(both).run.writes?.records.map(({ state }) => state)).not.toContain("not put back");
  });
});

describe("a record that somebody else changes meanwhile", () => {
  test("is not overwritten: a field", async () => {
    const setting = await setUp();
    const { run, ask, scratch } = setting;
    const lost = await leaveChanged(setting, group, "/groups/");
    const path = `groups/${scratch("groupId")}`;
    await ask("PUT", path, { name: "Somebody's own name" });
    const restored = await run("restore", "--json");
    expect(restored.code).toBe(4);
    expect(summaryOf(restored).records.find(({ id }) => id === lost.id)).toMatchObject({
      state: "not put back",
      reason: "somebody else has changed it since (name), so it was not overwritten",
    });
    expect((await ask("GET", path))["name"]).toBe("Somebody's own name");
  });
});

test("a target that adds members where it must replace them breaks VOL-06, and no later run is stopped", async () => {
  const added = faults.filter(({ id }) => id === "members-are-added");
  const { run } = await setUp({}, { faults: added });
  const result = await run("check", "--json", "--check", members);
  const report = reportOf(result);
  expect([result.code, report.run.complete]).toEqual([1, true]);
  expect(new Set(report.findings.map(({ fact }) => fact))).toEqual(new Set(["VOL-06"]));
  expect(report.run.writes?.records).toMatchObject([{ state: "not replaced", fact: "VOL-06" }]);
  expect(result.err).toContain("NOT RESTORED: members of group");
  expect((await run("check", "--json", "--check", note)).code).toBe(0);
});

test("a disk that fills up in mid-run: records are put back, and the report is whole", async () => {
  const { proxy, run, cwd } = await setUp();
  const { writeSync } = fs;
  const { run: runStatement } = StatementSync.prototype;
  const repair = (): void => {
    fs.writeSync = writeSync;
    StatementSync.prototype.run = runStatement;
    syncBuiltinESMExports();
  };
  onTestFinished(repair);
  let puts = 0;
  proxy.onRequest = () => {
    if (proxy.seen.at(-1)?.startsWith("PUT") !== true || (puts += 1) !== 2) return;
    fs.writeSync = () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    // The sandbox lives in this process too, on a disk of its own.
    StatementSync.prototype.run = function (...values) {
      if (/budget_|resume_/.test(this.sourceSQL)) throw new Error("database or disk is full");
      return Reflect.apply(runStatement, this, values);
    };
    syncBuiltinESMExports();
  };
  const result = await run("check", "--json", "--check", `${note},${group}`);
  repair();
  expect(result.err).not.toContain("bug");
  expect(result.code).toBe(4);
  const { writes, stopped } = reportOf(result).run;
  expect(stopped).toMatch(/cannot be counted|disk is full|no space left/);
  expect(writes?.records.map(({ state, reason }) => [state, reason])).toEqual([["put back", undefined]]);
  expect(journalsIn(cwd)).toEqual([]);
  expect((await run("check", "--json", "--check", note)).code).toBe(0);
});

test("after two unanswered writes in a row an interface gets no more, and the report says so", async () => {
  const { proxy, run } = await setUp();
  proxy.fail = (request) => (request.method === "GET" ? undefined : "broken");
  const result = await run("check", "--json", "--check", `${group},${members}`);
  const writes = proxy.seen.filter((line) => !line.startsWith("GET"));
  // Two of the checks, and two that would put records back.
  expect(writes.length).toBeLessThanOrEqual(4);
  expect(result.code).toBe(4);
  expect(reportOf(result).facts.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining("2 writes in a row got no answer, so no more were sent"),
  );
});
