import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { facts } from "../../../../src/contract/generated/registry.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** What a run can show at all. */
const judgeable = facts.filter(({ see }) => see !== "static").length;

const few = ["check", "--check", "users-are-listed"];
const broken = [...few, "--fault", "user-total-counts-the-page"];

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

describe("too little that was judged is no verdict", () => {
  test.each<[readonly string[], string]>([
    [["--min-facts", "30"], `2 of ${facts.length} facts were judged, 30 are required`],
    [["--require", "DON-03"], "DON-03 was not judged: not selected"],
    [
      ["--require", "vol-01", "--require", "CRM-08,don-03"],
      "CRM-08 was not judged: not selected; DON-03 was not",
    ],
  ])("%j", async (args, message) => {
    const { code, out } = await runCli([...few, ...args]);
    expect(code).toBe(3);
    expect(out).toContain(`! Too little was judged: ${message}`);
    expect(lastLine(out)).toMatch(/^! not judged to the end: /);
  });

  test("what is required and was judged changes nothing", async () => {
    const { code, out } = await runCli([...few, "--min-facts", "2", "--require", "VOL-01,VOL-07"]);
    expect(code).toBe(0);
    expect(lastLine(out)).toContain(`✓ no violation in 2 of ${facts.length} facts (`);
    expect(lastLine(out)).toMatch(/^✓ .* facts \(\d+ not selected\) · /);
  });

  test("a defect that was found stays one", async () => {
    expect((await runCli([...broken, "--min-facts", "30"])).code).toBe(1);
  });

  test("the configuration requires it of the whole, which is merged from shards", async () => {
    const cwd = temporaryFolder({ "tripact.config.yaml": "require: { facts: [DON-03] }" });
    const codes = [];
    for (const part of ["1", "2"]) {
      const args = [...few, "--shard", `${part}/2`, "--report", `json=${part}.json`];
      codes.push((await runCli(args, { cwd })).code);
    }
    expect(codes).toEqual([0, 0]);
    const { code, out } = await runCli(["report", "merge", "1.json", "2.json"], { cwd });
    expect(out).toContain("DON-03 was not judged: not selected");
    expect(code).toBe(3);
  });

  test("the configuration requires it as well", async () => {
    const cwd = temporaryFolder({ "tripact.config.yaml": "require: { minFacts: 1, facts: [DON-03] }" });
    const { code, out } = await runCli(few, { cwd });
    expect(code).toBe(3);
    expect(out).toContain("DON-03 was not judged");
  });

  test.each<[readonly string[], string]>([
    [["--min-facts", "0"], `--min-facts: 0 is not a whole number from 1 to ${judgeable} (for example`],
    [["--min-facts", `${judgeable + 1}`], `is not a whole number from 1 to ${judgeable} (for example`],
    [["--require", "DON-3"], "--require: DON-3 is unknown (did you mean DON-03?)"],
    [
      ["--require", "DON-03", "--shard", "1/2"],
      "--require: a shard judges only its part (give it to tripact report merge)",
    ],
    [["--fail-on", "info"], expect.stringContaining("Allowed choices are error, warning")],
  ])("wrong use: %j", async (args, message) => {
    const { code, err } = await runCli([...few, ...args]);
    expect(code).toBe(2);
    expect(err.trim()).toEqual(typeof message === "string" ? expect.stringContaining(message) : message);
  });

  test.each([
    ["require: { facts: [DON-3] }", "require.facts.0: DON-3 is unknown (did you mean DON-03?)"],
    [
      "interfaces: { donation: { baseUrl: https://d.example.org, operations: [listGift] } }",
      "interfaces.donation.operations.0: listGift is unknown (did you mean listGifts?)",
    ],
  ])("a configuration with an unknown id: %s", async (text, message) => {
    const { code, err } = await runCli(few, { cwd: temporaryFolder({ "tripact.config.yaml": text }) });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("--write-baseline", () => {
  test("takes the present findings as known, keeps what was noted, and lets go of what is gone", async () => {
    const cwd = temporaryFolder();
    const first = await runCli([...broken, "--write-baseline", "base.json"], { cwd });
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/1 finding written to the new baseline base\.json/);
    const written = JSON.parse(readFileSync(join(cwd, "base.json"), "utf8")) as { findings: object[] };
    expect(written.findings).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        check: "users-are-listed",
        note: expect.stringMatching(/^VOL-07 listUsers: meta\.total is \d+ without per_page and \d+ with/),
      },
    ]);
  });

  test("may write the file that the configuration names already", async () => {
    const cwd = temporaryFolder({ "tripact.config.json": JSON.stringify({ baseline: "base.json" }) });
    const before = await runCli(few, { cwd });
    expect([before.code, before.err]).toEqual([
      2,
      expect.stringContaining("--write-baseline FILE writes one"),
    ]);
    expect((await runCli([...few, "--write-baseline", "base.json"], { cwd })).code).toBe(0);
    expect((await runCli(few, { cwd })).code).toBe(0);
  });

  test("of a run that was cut short is not written", async () => {
    const cwd = temporaryFolder();
    const signal = AbortSignal.abort();
    const { err } = await runCli([...few, "--write-baseline", "base.json"], { cwd, signal });
    expect(err).toContain("base.json was not written: the run is incomplete");
    expect(existsSync(join(cwd, "base.json"))).toBe(false);
  });

  test("does not overwrite a report", async () => {
    const args = [...few, "--report", "json=x.json", "--write-baseline", "x.json"];
    const { code, err } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(err).toContain("--write-baseline x.json: is the same file as the report json=x.json");
  });
});
