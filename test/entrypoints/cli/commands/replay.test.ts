import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { DriftReport } from "../../../../src/core/model/drift.ts";
import type { Finding } from "../../../../src/core/model/finding.ts";
import type { Report } from "../../../../src/core/model/report.ts";
import { openStore } from "../../../../src/core/store/store.ts";
import type { Fault } from "../../../../src/builtin/faults/fault.ts";
import { startSandbox } from "../../../../src/sandbox/serve.ts";
import { openWorkspace } from "../workspace.ts";
import { type CliResult, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { someOf } from "../../../nightly.ts";

const fileName = "run.json";

const findingsIn = (folder: string): readonly Finding[] =>
  // Written by the command under test.
  (JSON.parse(readFileSync(join(folder, fileName), "utf8")) as Pick<Report, "findings">).findings;

/** What shows each: one read, several reads, writes one after the other, an answer to a token that is learnt. */
const shownBy = {
  "waits-are-in-milliseconds": "retry-after-is-told",
  "total-counts-the-page": "page-total-is-stable",
  "note-replacement-keeps-the-privacy": "note-is-replaced-whole",
  "contacts-in-pascal-case": "contact-fields",
} as const;

type Planted = keyof typeof shownBy;

// The keys of the literal above.
const plantedFaults = Object.keys(shownBy) as readonly Planted[];

const reports = new Map<Planted, string>();

/** A folder with the report of a check of the embedded sandbox with a fault. */
const reportOf = async (fault: Planted): Promise<string> => {
  const cwd = temporaryFolder({});
  const known = reports.get(fault);
  if (known === undefined)
    await runCli(`check --check ${shownBy[fault]} --fault ${fault} --report json=${fileName}`, { cwd });
  else writeFileSync(join(cwd, fileName), known);
  reports.set(fault, readFileSync(join(cwd, fileName), "utf8"));
  return cwd;
};

const replayed = (cwd: string, fingerprint: string, more: readonly string[] = []): Promise<CliResult> =>
  runCli(["replay", fingerprint, "--report", fileName, "--json", ...more], { cwd });

const answerOf = ({ out }: CliResult): { readonly state: string; readonly requests: number } =>
  JSON.parse(out);

describe("replay", () => {
  test.each(someOf(plantedFaults, 2))(
    "asks for %s alone, and sees whether it is still there",
    async (fault) => {
      const cwd = await reportOf(fault);
      const [first] = findingsIn(cwd);
      if (first?.steps === undefined) throw new Error("no finding that can be replayed");
      const there = await replayed(cwd, first.fingerprint, ["--fault", fault]);
      expect([there.code, answerOf(there).state]).toEqual([1, "still there"]);
      // What shows it, what its check asks before that, and what is asked once more.
      const { steps, alsoAsked = [] } = first;
      expect(answerOf(there).requests).toBeGreaterThanOrEqual(steps.length + alsoAsked.length);
      expect(answerOf(there).requests).toBeLessThanOrEqual(2 * steps.length + alsoAsked.length);
      const gone = await replayed(cwd, first.fingerprint);
      expect([gone.code, answerOf(gone).state]).toEqual([0, "gone"]);
    },
  );

  test("says in a few lines what it asked for, and what came of it", async () => {
    const cwd = await reportOf("waits-are-in-milliseconds");
    const [first] = findingsIn(cwd);
    const { out } = await runCli(`replay ${first?.fingerprint} --report ${fileName}`, { cwd });
    expect(out).toMatch(
      /^CRM-46 Retry-After of a 429 is 3540000 s, which is 41 days: milliseconds\?\n {2}at crm getContact → the embedded sandbox\n✓ gone · \d+ requests\n$/,
    );
  });

  test("writes through the journal of a live target, and puts the record back", async () => {
    const fault = "note-replacement-keeps-the-privacy";
    const { cwd, configure, run } = await openWorkspace({ faults: [fault] });
    configure();
    await run(`check --check ${shownBy[fault]} --report json=${fileName}`);
    const { code, out } = await run(`replay ${findingsIn(cwd)[0]?.fingerprint} --report ${fileName}`);
    expect(out).toMatch(/✗ still there · \d+ requests · put back contact note \d+\n$/);
    expect(code).toBe(1);
  });

  test("takes the findings of drift, from both of its reports", async () => {
    const { served, cwd, configure, run } = await openWorkspace({ faults: ["contacts-in-pascal-case"] });
    const crm = { ...served.config.interfaces.crm, operations: ["getContact"] };
    configure({ interfaces: { crm }, safety: { maxRequests: 20 } });
    const { out } = await run(`drift --store s.sqlite --json --report json=${fileName}`);
    const printed: Pick<Report, "findings"> = JSON.parse(out);
    const first = printed.findings.find(({ fact }) => fact === "CRM-01");
    expect(findingsIn(cwd)).toEqual(printed.findings);
    const again = await run(`replay ${first?.fingerprint} --report ${fileName} --json`);
    expect([again.code, answerOf(again).state]).toEqual([1, "still there"]);
  });

  test("is no verdict where the target does not answer", async () => {
    const cwd = await reportOf("total-counts-the-page");
    const [first] = findingsIn(cwd);
    const donation = { baseUrl: "http://127.0.0.1:1", credentials: { token: "secret-of-the-test" } };
    const elsewhere = temporaryFolder({
      "c.json": JSON.stringify({ interfaces: { donation } }),
      [fileName]: readFileSync(join(cwd, fileName), "utf8"),
    });
    const { code, out } = await replayed(elsewhere, first?.fingerprint ?? "", ["--config", "c.json"]);
    expect(JSON.parse(out)).toMatchObject({
      state: "not judged",
      reason: expect.stringContaining("donation: "),
    });
    expect(code).toBe(3);
    const shown = await runCli(`replay ${first?.fingerprint} --report ${fileName} --config c.json`, {
      cwd: elsewhere,
    });
    expect(shown.out).toMatch(/^! not judged: donation: .+ · \d+ requests?$/m);
    expect(shown.code).toBe(3);
  });
});

test("a fingerprint that is none is refused with the nearest one; so is a target that no configuration names", async () => {
  const cwd = await reportOf("waits-are-in-milliseconds");
  const [first] = findingsIn(cwd);
  const near = `${first?.fingerprint.slice(0, 11)}x`;
  const { err } = await replayed(cwd, near);
  expect(err).toContain(`did you mean ${first?.fingerprint}?`);
  const text = readFileSync(join(cwd, fileName), "utf8");
  const elsewhere = temporaryFolder({
    [fileName]: text.replaceAll("http://sandbox.test", "https://crm.example.org"),
  });
  const refused = await replayed(elsewhere, first?.fingerprint ?? "");
  expect(refused.err).toContain("the finding is of a target that no configuration names");
  expect(refused.code).toBe(2);
});

/** Volunteers whose answers may change between two runs: a field more, or an operation that is no longer served. */
const changing = (change: () => "none" | "field" | "removed"): Fault => ({
  id: "changing",
  fact: "GEN-03",
  grade: "gross",
  title: "changes between two runs",
  wrap: (next) => async (incoming) => {
    const outgoing = await next(incoming);
    if (incoming.operation !== "listUsers" || change() === "none") return outgoing;
    if (change() === "removed") return { ...outgoing, status: 404, body: "{}" };
    return { ...outgoing, body: (outgoing.body ?? "").replaceAll('"id":', '"added_field":true,"id":') };
  },
});

describe("replay of a change", () => {
  const closings: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const close of closings) await close();
  });

  const changed = async (to: "field" | "removed") => {
    let now: "none" | "field" | "removed" = "none";
    const served = await startSandbox({ scale: 20, faults: [changing(() => now)] });
    closings.push(() => served.close());
    const { interfaces, safety } = served.config;
    // It is enough to ask for what changes.
    const volunteer = { ...interfaces.volunteer, operations: ["listUsers", "getUser"] };
    const config = { interfaces: { volunteer }, safety: { ...safety, maxRequests: 30 } };
    const files = { "tripact.config.json": JSON.stringify(config) };
    const cwd = temporaryFolder(files, (close) => closings.push(close));
    const drift = (seed: number) =>
      runCli(["drift", "--store", "s.sqlite", "--seed", String(seed), "--json"], { cwd });
    await drift(1);
    now = to;
    const { out } = await drift(2);
    writeFileSync(join(cwd, fileName), out);
    const { results }: DriftReport = JSON.parse(out);
    const change = results
      .flatMap(({ drift: all }) => all)
      .find(({ kind }) => kind === (to === "field" ? "field-added" : "operation-removed"));
    if (change === undefined) throw new Error("nothing drifted");
    const again = (...more: readonly string[]) =>
      replayed(cwd, change.fingerprint, ["--store", "s.sqlite", ...more]);
    /** What it does while the change is undone. */
    const undone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      now = "none";
      const result = await work();
      now = to;
      return result;
    };
    return { cwd, change, again, undone };
  };

  const drifted = new Map<string, ReturnType<typeof changed>>();

  /** A target that has changed between two runs: the same for all that look at it. */
  const withDrift = (to: "field" | "removed"): ReturnType<typeof changed> => {
    const made = drifted.get(to) ?? changed(to);
    drifted.set(to, made);
    return made;
  };

  test.each(["field", "removed"] as const)(
    "reads the operation again, and stores nothing: %s",
    async (to) => {
      const { cwd, again, undone } = await withDrift(to);
      const history = () => runCli("drift --store s.sqlite --history --json", { cwd });
      const before = await history();
      const there = await again();
      expect([there.code, answerOf(there).state]).toEqual([1, "still there"]);
      const gone = await undone(again);
      expect([gone.code, answerOf(gone).state]).toEqual([0, "gone"]);
      expect(answerOf(gone).requests).toBeLessThan(40);
      expect((await history()).out).toBe(before.out);
    },
  );

  test("says what it needs where the store or the target is another", async () => {
    const { cwd, change, again } = await withDrift("field");
    const mistyped = await again("--store", "typo.sqlite");
    expect([mistyped.code, mistyped.err]).toEqual([2, expect.stringContaining("there is no such store")]);
    expect(existsSync(join(cwd, "typo.sqlite"))).toBe(false);
    openStore(join(cwd, "other.sqlite")).close();
    const other = await again("--store", "other.sqlite");
    expect([other.code, other.err]).toEqual([2, expect.stringContaining("has no such change")]);
    const { volunteer } = JSON.parse(readFileSync(join(cwd, "tripact.config.json"), "utf8")).interfaces;
    const moved = { interfaces: { volunteer: { ...volunteer, baseUrl: "http://127.0.0.1:1" } } };
    writeFileSync(join(cwd, "moved.json"), JSON.stringify(moved));
    const elsewhere = await again("--config", "moved.json");
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining("at another address")]);
    const { results }: DriftReport = JSON.parse(readFileSync(join(cwd, fileName), "utf8"));
    const entry = results.flatMap(({ groups }) => groups).find(({ kind }) => kind === "field-added");
    for (const fingerprint of [change.fingerprint, entry?.fingerprint ?? ""]) {
      const { out } = await runCli(["replay", fingerprint, "--report", fileName, "--store", "s.sqlite"], {
        cwd,
      });
      expect(out).toMatch(/^drift .*\n {2}at volunteer \w+ .*\n✗ still there · \d+ requests\n$/);
    }
  });
});
