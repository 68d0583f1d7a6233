import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { faults } from "../../../../src/contract/generated/faults.ts";
import type { Finding } from "../../../../src/harness/model/finding.ts";
import type { Report } from "../../../../src/harness/model/report.ts";
import { startSandbox } from "../../../../src/sandbox/serve.ts";
import { type CliResult, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const fileName = "run.json";

const findingsIn = (folder: string): readonly Finding[] =>
  // Written by the command under test.
  (JSON.parse(readFileSync(join(folder, fileName), "utf8")) as Pick<Report, "findings">).findings;

/** A folder with the report of a check of the embedded sandbox with a fault. */
const reportOf = async (fault: string, fact: string): Promise<string> => {
  const cwd = temporaryFolder({});
  await runCli(["check", "--fact", fact, "--fault", fault, "--report", `json=${fileName}`], { cwd });
  return cwd;
};

const replayed = (cwd: string, fingerprint: string, more: readonly string[] = []): Promise<CliResult> =>
  runCli(["replay", fingerprint, "--report", fileName, "--json", ...more], { cwd });

const answerOf = ({ out }: CliResult): { readonly state: string; readonly requests: number } =>
  JSON.parse(out);

/** What shows each: one read, several reads, writes one after the other, an answer to a token that is learnt. */
const rows = [
  ["waits-are-in-milliseconds", "CRM-46"],
  ["total-counts-the-page", "DON-03"],
  ["note-replacement-keeps-the-privacy", "CRM-27"],
  ["contacts-in-pascal-case", "CRM-01"],
] as const;

describe("replay", () => {
  test.each(rows)("asks for %s alone, and sees whether it is still there", async (fault, fact) => {
    const cwd = await reportOf(fault, fact);
    const first = findingsIn(cwd).find((one) => one.fact === fact);
    if (first?.steps === undefined) throw new Error("no finding that can be replayed");
    const there = await replayed(cwd, first.fingerprint, ["--fault", fault]);
    expect([there.code, answerOf(there).state]).toEqual([1, "still there"]);
    expect(answerOf(there).requests).toBe(first.steps.length);
    const gone = await replayed(cwd, first.fingerprint);
    expect([gone.code, answerOf(gone).state]).toEqual([0, "gone"]);
  });

  test("says in a few lines what it asked for, and what came of it", async () => {
    const cwd = await reportOf("waits-are-in-milliseconds", "CRM-46");
    const [first] = findingsIn(cwd);
    const { out } = await runCli(["replay", first?.fingerprint ?? "", "--report", fileName], { cwd });
    expect(out).toBe(
      "CRM-46 Retry-After of a 429 is 3540000 s, which is 41 days: milliseconds?\n" +
        "  at crm getContact → the embedded sandbox\n✓ gone · 4 requests\n",
    );
  });

  test("writes through the journal of a live target, and puts the record back", async () => {
    const planted = faults.filter(({ id }) => id === "note-replacement-keeps-the-privacy");
    const served = await startSandbox({ faults: planted });
    onTestFinished(() => served.close());
    const cwd = temporaryFolder({ "c.json": JSON.stringify(served.config) });
    const config = ["--config", "c.json"];
    await runCli(["check", "--fact", "CRM-27", ...config, "--report", `json=${fileName}`], { cwd });
    const [first] = findingsIn(cwd);
    const { code, out } = await runCli(
      ["replay", first?.fingerprint ?? "", "--report", fileName, ...config],
      { cwd },
    );
    expect(out).toMatch(/✗ still there · \d+ requests · put back contact note \d+\n$/);
    expect(code).toBe(1);
  });

  test("takes the findings of drift, from both of its reports", async () => {
    const planted = faults.filter(({ id }) => id === "contacts-in-pascal-case");
    const served = await startSandbox({ faults: planted });
    onTestFinished(() => served.close());
    const { crm } = served.config.interfaces;
    const config = { interfaces: { crm }, safety: { maxRequests: 40 } };
    const cwd = temporaryFolder({ "c.json": JSON.stringify(config) });
    const drift = ["drift", "--config", "c.json", "--store", "s.sqlite"];
    const { out } = await runCli([...drift, "--json", "--report", `json=${fileName}`], { cwd });
    const printed: Pick<Report, "findings"> = JSON.parse(out);
    const first = printed.findings.find(({ fact }) => fact === "CRM-01");
    expect(findingsIn(cwd)).toEqual(printed.findings);
    const again = await replayed(cwd, first?.fingerprint ?? "", ["--config", "c.json"]);
    expect([again.code, answerOf(again).state]).toEqual([1, "still there"]);
  });

  test("is no verdict where the target does not answer", async () => {
    const cwd = await reportOf("total-counts-the-page", "DON-03");
    const [first] = findingsIn(cwd);
    const config = {
      interfaces: {
        donation: { baseUrl: "http://127.0.0.1:1", credentials: { token: "secret-of-the-test" } },
      },
    };
    const elsewhere = temporaryFolder({
      "c.json": JSON.stringify(config),
      [fileName]: readFileSync(join(cwd, fileName), "utf8"),
    });
    const { code, out } = await replayed(elsewhere, first?.fingerprint ?? "", ["--config", "c.json"]);
    expect(JSON.parse(out)).toMatchObject({
      state: "not judged",
      reason: expect.stringContaining("donation: "),
    });
    expect(code).toBe(3);
  });
});

describe("replay is refused", () => {
  const none = { findings: [], run: { seed: 1, targets: {} }, tool: { name: "tripact", version: "0" } };
  const changes = { ...none, results: [{ drift: [{ fingerprint: "0123456789ab" }] }] };

  test.each([
    ["without a report", ["0123456789ab"], "--report: names no report"],
    ["for a report that is none", ["0123456789ab", "--report", "x.json"], "not a JSON report of tripact"],
    [
      "for a fingerprint that the report does not have",
      ["0123456789ab", "--report", "none.json"],
      "no finding has the fingerprint 0123456789ab (the report has 0 findings)",
    ],
    [
      "for a change that drift has reported",
      ["0123456789ab", "--report", "drift.json"],
      "0123456789ab is a change, and no finding against the spec (run tripact drift again",
    ],
  ])("%s", async (_, args, says) => {
    const cwd = temporaryFolder({
      "x.json": "{}",
      "none.json": JSON.stringify(none),
      "drift.json": JSON.stringify(changes),
    });
    const { code, err } = await runCli(["replay", ...args], { cwd });
    expect(err).toContain(says);
    expect(code).toBe(2);
  });

  test("with the nearest fingerprint, and where no configuration names the target", async () => {
    const cwd = await reportOf("waits-are-in-milliseconds", "CRM-46");
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
});
