import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readDialect } from "../../../../src/builtin/queries/index.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const small = "--scale 20";

interface Report {
  readonly requests: number;
  readonly complete: boolean;
  readonly answers: readonly { readonly unknown: string; readonly status: string }[];
  readonly operators: readonly { readonly operator: number; readonly meaning: string | null }[];
  readonly dialect: unknown;
}

describe("tripact discover", () => {
  test("writes the dialect of the embedded sandbox and reports its evidence", async () => {
    const cwd = temporaryFolder();
    const { code, out, err } = await runCli(
      `discover ${small} --set U-13=permutation:3 --set U-14=and-is-1 --out d.yaml --json`,
      { cwd },
    );
    expect([code, err]).toEqual([0, ""]);
    // The command's own contract.
    const report = JSON.parse(out) as Report;
    expect(report.complete).toBe(true);
    expect(report.requests).toBeLessThanOrEqual(300);
    const asked = ["U-11", "U-12", "U-13", "U-14", "U-15", "U-30"];
    expect(report.answers.map(({ unknown }) => unknown)).toEqual(asked);
    expect(report.operators).toHaveLength(30);
    const text = await readFile(join(cwd, "d.yaml"), "utf8");
    expect(text).toContain("x-evidence:");
    const dialect = readDialect(text, "d.yaml");
    expect(dialect).toEqual(report.dialect);
    expect(dialect.conjunct).toEqual({ and: 1, or: 0 });
    expect(Object.keys(dialect.operators).length).toBeGreaterThanOrEqual(26);
  });

  test("ends with 4 when its budget is too small, and writes what it knows", async () => {
    const cwd = temporaryFolder();
    const { code, out, err } = await runCli(`discover ${small} --budget 30 --out d.yaml`, { cwd });
    expect(code).toBe(4);
    expect(err).toBe("tripact: the budget of requests is spent\n");
    expect(out).toMatch(/30 of 30 requests; \d+ operators are undecided; the dialect is in d\.yaml\n$/);
    const dialect = readDialect(await readFile(join(cwd, "d.yaml"), "utf8"), "d.yaml");
    expect(Object.keys(dialect.queryTypes)).toHaveLength(5);
  });
});

const example = fileURLToPath(new URL("../../../../examples/query-donors/src/organization", import.meta.url));

/** A text as far as formatting does not matter. */
const bare = (text: string): string => text.replace(/[\s,;|]+/g, "");

describe("tripact generate --discover", () => {
  test("prints JSON even if it was interrupted before it wrote anything", async () => {
    const cwd = temporaryFolder();
    const signal = AbortSignal.abort();
    const args = "generate --discover --out made --scale 2 --json";
    const { code, out } = await runCli(args, { cwd, signal });
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ folder: "made", files: [], complete: false });
  });

  test("writes what the example was written by, and leaves alone what somebody else has written", async () => {
    const cwd = temporaryFolder();
    const args = ["generate", "--discover", "--out", "made", "--scale", "60", "--field-options"];
    const { code, out, err } = await runCli(args, { cwd });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^dialect\.ts, organization\.ts, donation\.dialect\.yaml written to made: 30 of 30 operators, 5 kinds of records, 6 custom fields, 6 contact method types, 1 note types, by \d+ requests\n$/,
    );
    const made = (file: string): string => readFileSync(join(cwd, "made", file), "utf8");
    for (const file of ["dialect.ts", "organization.ts"])
      expect(bare(made(file))).toBe(bare(readFileSync(join(example, file), "utf8")));
    expect(Object.keys(readDialect(made("donation.dialect.yaml"), "d.yaml").queryTypes)).toHaveLength(5);

    writeFileSync(join(cwd, "made/dialect.ts"), "export const dialect = 1;\n");
    const again = await runCli(args, { cwd });
    expect(again.code).toBe(2);
    expect(again.err).toContain("dialect.ts exists and was not written by tripact");
    expect(made("dialect.ts")).toBe("export const dialect = 1;\n");
  });

  test("keeps to itself what may be chosen in custom fields, and what it writes to its owner", async () => {
    const cwd = temporaryFolder();
    await runCli("generate --discover --out made --scale 10 --budget 200", { cwd });
    const text = readFileSync(join(cwd, "made/organization.ts"), "utf8");
    expect(text).toContain('readonly "Preferred language": string | null;');
    expect(text).not.toMatch(/Español|"XL"/);
    for (const name of readdirSync(join(cwd, "made")))
      expect(statSync(join(cwd, "made", name)).mode & 0o777).toBe(0o600);
  });
});
