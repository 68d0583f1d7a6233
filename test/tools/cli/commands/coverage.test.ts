import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { facts } from "../../../../src/contract/generated/registry.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

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
        note: expect.stringMatching(/^VOL-07 listUsers: page 1 says total \d+, a page of \d+ says \d+/),
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
});
