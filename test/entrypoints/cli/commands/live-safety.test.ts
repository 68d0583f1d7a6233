import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Har } from "har-format";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checks } from "../../../../src/checks/generated/checks.ts";
import { operations } from "../../../../src/builtin/generated/operations.ts";
import type { Operation } from "../../../../src/core/model/operation.ts";
import type { Report } from "../../../../src/core/model/report.ts";
import { startSandbox, type ServedSandbox } from "../../../../src/sandbox/serve.ts";
import { isNightly } from "../../../nightly.ts";
import { pactOf, reads } from "../../../consumers/pact/kit.ts";
import { type CliResult, reportOf, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { journalsIn, liveFolder, type Proxy, startProcess, startProxy, userOf } from "./sandbox-proxy.ts";

let sandbox: ServedSandbox;
let proxy: Proxy;

beforeAll(async () => {
  sandbox = await startSandbox({ scale: 20 });
  proxy = await startProxy(sandbox, afterAll);
});

afterAll(() => sandbox.close());

beforeEach(() => {
  proxy.seen.length = 0;
  proxy.fail = () => undefined;
  proxy.onRequest = () => undefined;
  proxy.onBody = () => undefined;
});

/** A user with so many requests an hour, and a store. */
const setUp = (safety: object = {}, change?: (config: string) => string) => {
  const user = userOf(sandbox, proxy);
  const configure = (limits: object): void => user.configure({ perHour: 300, ...limits }, change);
  configure(safety);
  const on =
    (...command: readonly string[]) =>
    (...args: readonly string[]) =>
      user.run([...command, ...args]);
  return { ...user, configure, check: on("check", "--store", "s.sqlite"), restore: on("restore") };
};

const isWrite = (line: string): boolean => {
  const [method = "", path = ""] = line.split(" ");
  if (method === "GET") return false;
  return !Object.values<Operation>(operations).some(
    (operation) =>
      operation.method === method &&
      operation.effect !== "write" &&
      path.replace(/\?.*$/, "").endsWith(operation.path),
  );
};

describe("with writes off", () => {
  test("no check sends a write, by the count of a proxy", async () => {
    const { check, cwd } = setUp();
    // The nightly run selects all checks. A usual one selects those that write where they may, and a few that read.
    const writing = checks.flatMap(({ id, effect }) => (effect === "write" ? [id] : []));
    const selected = ["users-are-listed", "contact-is-read-by-id", "page-total-is-stable", ...writing];
    const result = await check("--json", ...(isNightly ? [] : ["--check", selected.join()]));
    expect([result.code, result.err]).toEqual([0, ""]);
    expect(proxy.seen.filter(isWrite)).toEqual([]);
    expect(proxy.seen).toHaveLength(reportOf(result).summary.requests);
    expect(proxy.seen.length).toBeGreaterThan(20);
    expect(readdirSync(liveFolder(cwd)).filter((name) => name.endsWith("json"))).toEqual([]);
  });
});

describe("the budget", () => {
  test("of a target on this machine has no hour unless the file says so: a run after a fix is not refused", async () => {
    const { check } = setUp({}, (text) => {
      const { safety: _, ...config } = JSON.parse(text);
      return JSON.stringify(config);
    });
    for (const seed of isNightly ? ["1", "2"] : []) {
      const { code, err } = await check("--json", "--interface", "crm", "--seed", seed);
      expect([code, err, proxy.seen.length > 100 * Number(seed)]).toEqual([0, "", true]);
    }
    const plan = await check("--dry-run", "--json", "--check", "users-are-listed");
    expect(JSON.parse(plan.out).budget).toMatchObject({ maxRequests: 500, fits: true });
    expect(plan.out).not.toContain("perHour");
    expect((await check("--dry-run", "--check", "users-are-listed")).out).toMatch(
      /^budget {5}\d+ of 500 a run: fits$/m,
    );
  });

  test("of an hour is shared by runs one after the other, and never overrun", async () => {
    const { check } = setUp({ perHour: 40 });
    const first = await check("--json", "--fact", "VOL-07");
    const spent = reportOf(first).summary.requests;
    expect([first.code, first.err]).toEqual([spent < 40 ? 0 : 4, ""]);
    const second = await check("--json", "--interface", "crm");
    const { run, facts, summary } = reportOf(second);
    expect(second.code).toBe(4);
    expect(run.stopped).toContain("safety.perHour");
    // A check that needs more than what is left is not begun.
    const left = Number(/ is spent but for (\d+)/.exec(run.stopped ?? "")?.[1] ?? 0);
    expect([left < 5, spent + summary.requests + left]).toEqual([true, 40]);
    const unreached = facts
      .flatMap(({ reason = "" }) => reason.split("; "))
      .filter((one) => one.startsWith("not reached"));
    expect(unreached.length).toBeGreaterThan(5);
    // How many are left, and when more are, differs from run to run: it stands once, in the run.
    expect(new Set(unreached)).toEqual(
      new Set(["not reached: the budget is spent (safety.maxRequests, safety.perHour)"]),
    );
    expect((await check("--json", "--check", "users-are-listed")).code).toBe(4);
    // What was under way when the budget was spent is counted, and may not have arrived.
    expect(proxy.seen.length).toBeLessThanOrEqual(40);
    expect(proxy.seen.length).toBeGreaterThan(30);
  });

  test("of an hour is shared by commands with another store or none", async () => {
    // A small provider: it is soon known what a run would ask.
    const { check, cwd, run } = setUp({ perHour: 3 }, (text) => {
      const { interfaces, safety } = JSON.parse(text);
      const crm = { ...interfaces.crm, operations: ["getContact", "listContactMethodTypes"] };
      const donation = { ...interfaces.donation, operations: ["getQueryOptions", "queryDonors"] };
      return JSON.stringify({ interfaces: { crm, donation }, safety });
    });
    expect((await check("--json", "--interface", "crm")).code).toBe(4);
    proxy.seen.length = 0;
    writeFileSync(join(cwd, "pact.json"), pactOf([reads("types", "/api/ContactMethod/Types")]));
    for (const args of [
      ["check", "--store", "other.sqlite", "--check", "contact-method-types-are-listed"],
      ["drift", "--store", "other.sqlite"],
      ["discover"],
      ["pact", "verify", "pact.json"],
    ]) {
      const { code } = await run(args);
      expect([args[0], code]).toEqual([args[0], 4]);
    }
    expect(proxy.seen).toEqual([]);
  });

  test.runIf(isNightly)(
    "holds for four processes at once: not one request too many, in no second and in no hour",
    async () => {
      const perSecond = 40;
      const { cwd } = setUp({ perHour: 300, perSecond });
      const args = ["check", "--config", "c.json", "--store", "s.sqlite", "--json"];
      const codes = [1, 2, 3, 4].map(async (): Promise<unknown> => {
        const [code] = await once(startProcess(args, cwd), "exit");
        return code;
      });
      expect(await Promise.all(codes)).toEqual([4, 4, 4, 4]);
      expect(proxy.seen.length).toBeLessThanOrEqual(300);
      expect(proxy.seen.length).toBeGreaterThan(280);
      // By the clocks of those who send: a proxy on a busy machine notices late, and then several at once.
      const store = new DatabaseSync(join(liveFolder(cwd), "budget.sqlite"), { readOnly: true });
      const seconds = store.prepare("select sum(requests) as sent from budget_second group by second").all();
      store.close();
      for (const { sent } of seconds) expect(Number(sent)).toBeLessThanOrEqual(perSecond);
    },
  );
});

describe("--dry-run", () => {
  test("tells the plan and its cost, and sends nothing", async () => {
    const { check } = setUp({ writes: true, maxRequests: 120 });
    const options = ["--check", "users-are-listed,user-is-read-by-id,volunteer-texts-are-kept", "--json"];
    const { code, out } = await check("--dry-run", ...options);
    const plan = JSON.parse(out);
    expect([code, proxy.seen]).toEqual([0, []]);
    expect(plan.budget).toEqual({ maxRequests: 120, perHour: 300, usedThisHour: 0, fits: true });
    expect(Object.keys(plan.interfaces)).toEqual(["volunteer"]);
    expect(plan.interfaces.volunteer.write).toBeGreaterThan(0);
    const perCheck: number[] = Object.values(plan.checks);
    expect(perCheck.reduce((sum, count) => sum + count, 0)).toBe(plan.total);
    expect(perCheck).toEqual(perCheck.toSorted((less, more) => more - less));
    const { facts, summary } = reportOf(await check(...options));
    const judged = facts.filter(({ status }) => status !== "skipped").map(({ id }) => id);
    expect(plan.facts.reached).toEqual(judged);
    // An estimate, and of a sandbox of another size.
    expect(plan.total / summary.requests).toBeGreaterThan(0.8);
    expect(plan.total / summary.requests).toBeLessThan(1.25);
  });

  test("tells which facts a spent budget would leave, in words too", async () => {
    const { check } = setUp({ maxRequests: 10 });
    const { out } = await check("--dry-run", "--interface", "volunteer");
    expect(out).toMatch(/does not fit/);
    expect(out).toMatch(/not reached: the budget is spent .*: .*VOL-/);
    expect(out).not.toMatch(/^crm /m);
    for (const other of [["--report", "json=r.json"], ["--resume"]])
      expect((await check("--dry-run", ...other)).code).toBe(2);
    expect(proxy.seen).toEqual([]);
  });
});

test("--dry-run without a target tells what the sandbox in this process is asked", async () => {
  const options = ["check", "--check", "created-user-is-read-back,user-is-read-by-id"];
  const { code, out } = await runCli([...options, "--dry-run"]);
  const cwd = temporaryFolder();
  await runCli([...options, "--report", "har=r.har"], { cwd });
  const { log }: Har = JSON.parse(readFileSync(join(cwd, "r.har"), "utf8"));
  const created = log.entries.filter(({ request }) => request.method === "POST").length;
  expect([code, created > 0]).toEqual([0, true]);
  expect(out).toMatch(new RegExp(`^ {2}createUser +${created}$`, "m"));
  const [, reads, writes] = /^volunteer +(\d+) reads?, (\d+) writes?$/m.exec(out) ?? [];
  expect(Number(reads) + Number(writes)).toBe(log.entries.length);
  expect(out).toMatch(/^ {2}created-user-is-read-back +2$/m);
  expect(out).not.toContain("an hour");
});

describe("--resume", () => {
  const volunteer = [
    "--check",
    "users-are-listed,volunteer-bearer-is-required-to-read,volunteer-reads-are-answered-alike",
  ];
  let whole: Promise<CliResult> | undefined;
  const wholeRun = async (): Promise<Report> =>
    reportOf(await (whole ??= setUp().check("--json", ...volunteer)));

  test("goes on with what a spent budget left, and ends with the report of one run", async () => {
    const options = ["--json", ...volunteer];
    const whole = await wholeRun();
    proxy.seen.length = 0;
    const { check, configure } = setUp({ maxRequests: 9 });
    const first = await check(...options);
    const sentAtFirst = reportOf(first).summary.requests;
    expect([first.code, proxy.seen.length]).toEqual([4, sentAtFirst]);
    // No check is begun that what is left is too little for.
    expect(sentAtFirst).toBeGreaterThan(5);
    expect(sentAtFirst).toBeLessThanOrEqual(9);
    configure({ maxRequests: 290 });
    const last = await check(...options, "--resume");
    const report = reportOf(last);
    expect(last.code).toBe(0);
    expect(report.run.complete).toBe(true);
    const outcomesOf = ({ facts }: Report) => facts.map(({ id, status, reason }) => ({ id, status, reason }));
    expect(outcomesOf(report)).toEqual(outcomesOf(whole));
    expect(report.findings).toEqual(whole.findings);
    // The check that was cut in its middle asks again, and what two checks share is asked once more.
    expect(report.summary.requests - whole.summary.requests).toBeLessThan(10);
    expect(proxy.seen.length).toBeLessThanOrEqual(report.summary.requests);
    expect((await check(...options, "--resume")).err).toContain("no run against these targets was cut short");
  });

  test("makes of a shard's parts one report that merges, each shard's own also in a store that they share", async () => {
    const whole = await wholeRun();
    const { check, configure, cwd } = setUp({ maxRequests: 5 });
    const shards = ["1/2", "2/2"];
    const runs = (...more: string[]): Promise<readonly CliResult[]> =>
      Promise.all(
        shards.map((shard, at) =>
          check("--quiet", ...volunteer, "--shard", shard, "--report", `json=${at}.json`, ...more),
        ),
      );
    expect((await runs()).map(({ code }) => code)).toEqual([4, 4]);
    configure({ maxRequests: 290 });
    expect((await check(...volunteer, "--resume")).err).toContain("had another --shard");
    expect((await runs("--resume")).map(({ code }) => code)).toEqual([0, 0]);
    const merged = await runCli("report merge 0.json 1.json --json", { cwd });
    expect([merged.code, merged.err]).toEqual([0, ""]);
    const { facts, findings, run } = reportOf(merged);
    const outcomesOf = (all: Report["facts"]) =>
      all.map(({ id, status, reason }) => ({ id, status, reason }));
    expect([outcomesOf(facts), findings, run.complete]).toEqual([
      outcomesOf(whole.facts),
      whole.findings,
      true,
    ]);
  });

  test("is refused for another run than the one that was cut short, with the difference", async () => {
    const { check } = setUp({ maxRequests: 9 });
    await check("--json", ...volunteer);
    const { code, err } = await check("--json", ...volunteer, "--resume", "--seed", "2");
    expect([code, err]).toEqual([2, expect.stringContaining("had another seed")]);
    const others = await check("--json", "--resume", "--check", "users-are-listed");
    expect(others.err).toContain("other checks");
    expect((await runCli("check --resume")).code).toBe(2);
    expect(proxy.seen.length).toBeLessThanOrEqual(9);
  });

  test("names what is damaged in a saved run", async () => {
    const { check, cwd } = setUp({ maxRequests: 3 });
    await check("--json", ...volunteer);
    for (const [saved, message] of [
      ["{", "a saved run cannot be read"],
      ['{"steps":[]}', "a saved run has another form: findings must be a list, not missing"],
    ] as const) {
      const store = new DatabaseSync(join(cwd, "s.sqlite"));
      store.prepare("UPDATE resume_part SET saved = ?").run(saved);
      store.close();
      const { code, err } = await check("--json", ...volunteer, "--resume");
      expect([code, err]).toEqual([2, expect.stringContaining(`the store is damaged: ${message}`)]);
    }
  });
});

describe("scratch records", () => {
  const notes = ["--check", "note-privacy-is-renamed"];
  const isNote = ({ method, url }: IncomingMessage): boolean =>
    method === "PUT" && url?.includes("/ContactNote/") === true;

  test("that cannot be restored are reported as errors, and no run starts until they are", async () => {
    const { check, restore, cwd } = setUp({ writes: true, maxWaitMs: 0 });
    let puts = 0;
    // Taken once, and then there is no more writing.
    const failing: Proxy["fail"] = (request) => (isNote(request) && (puts += 1) > 1 ? 500 : undefined);
    proxy.fail = failing;
    const failed = await check("--json", ...notes);
    expect(failed.code).toBe(4);
    expect(failed.err).toMatch(/NOT RESTORED: contact note \d+: replaceContactNote was answered with 500\n/);
    expect(failed.err).toContain("tripact restore --config c.json\n");
    expect(reportOf(failed).run.writes?.records).toMatchObject([{ state: "not put back" }]);
    const sent = proxy.seen.length;
    const refused = await check("--json", "--check", "users-are-listed");
    expect([refused.code, refused.out, proxy.seen.length]).toEqual([4, "", sent]);
    expect(refused.err).toMatch(
      /did not restore the records it changed: contact note \d+\n.*tripact restore/,
    );
    expect((await restore()).code).toBe(4);

    const id = reportOf(failed).run.writes?.records[0]?.id ?? "";
    expect((await restore("--forget", id)).err).toContain("--settled-by-hand");
    expect((await restore("--forget", "0", "--settled-by-hand")).code).toBe(2);
    proxy.fail = () => undefined;
    const restored = await restore();
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(restored.out).toMatch(/^put back {6}contact note \d+\n$/);
    expect(proxy.seen.at(-1)).toMatch(/^PUT .*\/ContactNote\//);
    expect((await restore()).out).toBe("nothing to restore\n");
    expect(journalsIn(cwd)).toEqual([]);
    expect((await check("--json", ...notes)).code).toBe(0);

    // Or, with a confirmation, it is taken out of the journal by hand.
    puts = 0;
    proxy.fail = failing;
    await check("--json", ...notes);
    expect((await restore("--forget", id, "--settled-by-hand")).out).toMatch(/^forgotten {5}contact note/);
    expect((await restore()).out).toBe("nothing to restore\n");
  });

  test("are restored when the run is interrupted, which is reported", async () => {
    const { cwd, run } = setUp({ writes: true });
    const controller = new AbortController();
    let puts = 0;
    proxy.onRequest = () => {
      if (proxy.seen.at(-1)?.startsWith("PUT") === true && (puts += 1) === 3) controller.abort();
    };
    const args = ["check", "--store", "s.sqlite", "--check", "note-is-replaced-whole"];
    const { code, out } = await run(args, { signal: controller.signal });
    expect(code).toBe(130);
    expect(out).toMatch(/^put back {3}contact note \d+$/m);
    expect(proxy.seen.filter((line) => line.startsWith("PUT"))).toHaveLength(4);
    expect(journalsIn(cwd)).toEqual([]);
    expect(readFileSync(join(cwd, "s.sqlite"), "latin1")).not.toContain("sandbox_crm_");
  });
});

describe("an account in place of an API key", () => {
  const types = ["--json", "--check", "contact-method-types-are-listed"];

  test("gets an access token, and the next run goes on with the refresh token that was kept", async () => {
    const { cwd, check } = setUp({}, (text) => {
      const config = JSON.parse(text);
      delete config.interfaces.crm.credentials.apiKey;
      return JSON.stringify(config);
    });
    const grants: string[] = [];
    proxy.onBody = (body) => grants.push(...(/grant_type=\w+/.exec(body) ?? []));
    const first = await check(...types);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect((await check(...types)).code).toBe(0);
    expect(grants).toEqual(["grant_type=password", "grant_type=refresh_token"]);
    // What is cached with the store is nobody's secret.
    expect(readdirSync(cwd).toSorted()).toEqual(["c.json", "s.sqlite", "state"]);
    expect(readFileSync(join(cwd, "s.sqlite"), "latin1")).not.toMatch(/refresh|access_token/);
    const folder = liveFolder(cwd);
    const session = readdirSync(folder).find((name) => name.endsWith(".session")) ?? "";
    expect(statSync(join(folder, session)).mode & 0o777).toBe(0o600);
    // An access token alone proves nothing of API keys.
    const { facts } = reportOf(await check("--json", "--check", "access-token-works-like-a-key"));
    expect(facts.find(({ id }) => id === "CRM-31")?.status).toBe("skipped");
  });
});

test("a redirect is an answer: it is reported, never followed", async () => {
  const { check } = setUp();
  proxy.fail = ({ url }) => (url?.includes("/ContactMethod/Types") === true ? 307 : undefined);
  const result = await check("--check", "contact-method-types-are-listed", "--interface", "crm");
  expect(result.code).toBe(1);
  expect(result.out).toContain("redirect   listContactMethodTypes is answered 307 to nowhere, not followed");
  expect(new Set(proxy.seen).size).toBe(1);
});
