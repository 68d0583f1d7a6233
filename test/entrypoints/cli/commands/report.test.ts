import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { reportFormats } from "../../../../src/report/report-formats.ts";
import type { Report } from "../../../../src/core/model/report.ts";
import { startSandbox } from "../../../../src/sandbox/serve.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const some = ["check", "--check", "users-are-listed,user-is-read-by-id"];
const cwd = temporaryFolder({}, afterAll);

const read = (file: string): string => readFileSync(join(cwd, file), "utf8");
const reportIn = (file: string): Report => JSON.parse(read(file)) as Report;

describe("tripact report merge", () => {
  beforeAll(async () => {
    const asked = [
      [...some, "--report", "json=whole.json"],
      [...some, "--shard", "1/2", "--report", "json=1.json"],
      [...some, "--shard", "2/2", "--report", "json=2.json"],
    ];
    for (const args of asked) await runCli(args, { cwd });
    writeFileSync(join(cwd, "crowded.json"), `[${"{},".repeat(500_000)}{}]`);
    writeFileSync(join(cwd, "deep.json"), "[".repeat(100_000));
  });

  test.each(["crowded", "deep"])("reads no file that is too %s to be a report", async (name) => {
    for (const command of [
      ["report", "merge", `${name}.json`],
      ["unknowns", "--report", `${name}.json`],
    ]) {
      const { code, err } = await runCli(command, { cwd });
      expect(err).toMatch(new RegExp(`^tripact: ${name}\\.json: contains more than a report of tripact `));
      expect(code).toBe(2);
    }
  });

  test("gives the whole, its summary and its exit code, whatever the order of the files", async () => {
    const merged = await runCli("report merge 2.json 1.json --report json=merged.json", { cwd });
    expect([merged.code, merged.err]).toEqual([0, ""]);
    expect(merged.out).toMatch(/✓ no violation in \d+ of \d+ facts/);
    const [whole, report] = [reportIn("whole.json"), reportIn("merged.json")];
    expect(report.facts.map(({ id, status, reason }) => [id, status, reason])).toEqual(
      whole.facts.map(({ id, status, reason }) => [id, status, reason]),
    );
    expect(report.summary.facts).toEqual(whole.summary.facts);
    expect(report.findings).toEqual(whole.findings);
    expect(report.unknowns.map(({ status }) => status)).toEqual(whole.unknowns.map(({ status }) => status));
    expect(report.part).toBeUndefined();
  });

  test("writes every format but that of exchanges, and --json to standard output", async () => {
    const formats = reportFormats.filter((name) => name !== "har");
    const asked = formats.flatMap((name) => ["--report", `${name}=merged.${name}`]);
    const { code, out } = await runCli(["report", "merge", "1.json", "2.json", "--json", ...asked], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ tool: { name: "tripact" } });
    // Of a run without a finding there is nothing to annotate, and no entry.
    const lists: readonly string[] = ["github", "gitlab"];
    for (const name of formats)
      expect(read(`merged.${name}`).length).toBeGreaterThan(lists.includes(name) ? -1 : 100);
    expect(read("merged.html")).toContain("the JSON reports of shards contain no exchanges");
  });

  test("has no exchanges to report, and says which part is missing", async () => {
    const merge = (...args: readonly string[]) => runCli(["report", "merge", ...args], { cwd });
    expect(await merge("1.json")).toEqual({
      code: 2,
      out: "",
      err: "tripact: report merge: shard 2 of 2 is missing (give the JSON reports of all shards)\n",
    });
    expect((await merge("1.json", "2.json", "--report", "har=x.har")).err).toBe(
      "tripact: --report: har needs exchanges, which a JSON report does not contain (let each shard write its own)\n",
    );
  });
});

describe("tripact check --report", () => {
  test("writes every format at once, and the step's summary beside the annotations", async () => {
    const asked = reportFormats.flatMap((name) => ["--report", `${name}=all.${name}`]);
    const { code } = await runCli([...some, ...asked], {
      cwd,
      env: { GITHUB_STEP_SUMMARY: join(cwd, "summary.md") },
    });
    expect(code).toBe(0);
    expect(JSON.parse(read("all.har"))).toMatchObject({ log: { version: "1.2" } });
    expect(read("all.junit")).toMatch(/^<\?xml version="1.0"/);
    expect(read("all.html")).toMatch(/^<!doctype html>/);
    expect(read("summary.md")).toMatch(
      /^# tripact: ✅ no violation in \d+ of \d+ facts \(\d+ not selected\)\n/,
    );
  });

  test("tells when the step's summary cannot be written, and goes on", async () => {
    const env = { GITHUB_STEP_SUMMARY: join(cwd, "no", "summary.md") };
    const { code, err } = await runCli("check --check users-are-listed --quiet --report github=-", {
      cwd,
      env,
    });
    expect([code, err]).toEqual([0, "tripact: the summary of the step cannot be written (ENOENT)\n"]);
  });

  test("writes no value of a record and no secret into what holds exchanges", async () => {
    const asked = ["--report", "har=masked.har", "--report", "html=masked.html"];
    const served = await startSandbox({ scale: 5 });
    onTestFinished(() => served.close());
    writeFileSync(join(cwd, "served.json"), JSON.stringify(served.config));
    const checks = ["--check", "contact-is-read-by-id,password-grant-issues-a-token"];
    await runCli(["check", "--config", "served.json", ...checks, ...asked], { cwd });
    const { log } = JSON.parse(read("masked.har")) as {
      log: { entries: readonly { readonly response: { readonly content: { readonly comment?: string } } }[] };
    };
    const shapes = log.entries.map(({ response }) => response.content.comment ?? "").join("\n");
    expect(shapes).toMatch(/"name":"string\(\d+\)"/);
    const leaves = [...shapes.matchAll(/:"([^"]*)"/g)].map(([, leaf]) => leaf ?? "");
    for (const leaf of leaves)
      expect(leaf).toMatch(/^(?:string\(\d+\)|integer|number|boolean|null|array|object)$/);
    expect(read("masked.har") + read("masked.html")).not.toMatch(/eyJ|Bearer (?!\$|\\u)[\w-]{12}/);
    expect(read("masked.html")).not.toMatch(/&quot;name&quot;: &quot;(?!string)/);
  });

  test("shows the answers of the embedded sandbox as they are", async () => {
    await runCli("check --check contact-is-read-by-id --report html=own.html", { cwd });
    expect(read("own.html")).toMatch(/&quot;name&quot;: &quot;(?!string)/);
  });
});
