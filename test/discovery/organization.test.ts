import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readCustomFields, readTypeNames } from "../../src/discovery/organization/ask-organization.ts";
import {
  printDialectModule,
  printOrganizationModule,
} from "../../src/discovery/organization/print-modules.ts";
import { readDialect } from "../../src/queries/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const example = fileURLToPath(new URL("../../examples/query-donors/src/organization", import.meta.url));

/** A text as far as formatting does not matter. */
const bare = (text: string): string => text.replace(/[\s,;|]+/g, "");

describe("tripact generate --discover", () => {
  test("writes what the example was written by, and leaves alone what somebody else has written", async () => {
    const cwd = temporaryFolder();
    const args = ["generate", "--discover", "--out", "made", "--scale", "60"];
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
    expect(again.err).toContain("dialect.ts is there and was not written by tripact");
    expect(made("dialect.ts")).toBe("export const dialect = 1;\n");
  }, 30_000);

  test.each([
    [["--discover"], "--discover needs --out"],
    [["--discover", "--check", "--out", "x"], "--check compares files with the documents"],
    [["--budget", "5"], "--budget: it says how a target is asked (add --discover)"],
  ])("refuses %j", async (args, line) => {
    const { code, err } = await runCli(["generate", ...args], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(err).toContain(line);
  });
});

describe("what an organization has named", () => {
  test.each([
    [{ items: [{ name: "Size", dataType: "List", options: ["S"], recordType: "Donor" }], total: 1 }],
    [[{ fieldName: "Size", type: "string", values: [{ value: "S" }], entity: "Donor" }]],
    [{ data: [{ label: "Size", fieldType: "Text", choices: [{ name: "S" }], appliesTo: "Donor" }] }],
  ])("is read from %j", (body) => {
    expect(readCustomFields(body)).toEqual([
      { name: "Size", recordType: "Donor", type: "text", options: ["S"] },
    ]);
  });

  test("is undefined where it is not understood", () => {
    expect(readCustomFields({ things: [] })).toBeUndefined();
    expect(readCustomFields([1, 2])).toBeUndefined();
    expect(readCustomFields({ items: [] })).toEqual([]);
    expect(readTypeNames({ items: [] })).toBeUndefined();
    expect(readTypeNames(["b", "a", "b"])).toEqual(["a", "b"]);
  });

  test("is nothing but names in the code, whatever it is called", () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        "*/ evil(); /*",
        '"; evil(); "',
        "`${evil()}`",
        "__proto__",
        "\u2028evil()",
        "a\nevil()",
        "constructor",
      ),
      fc.string({ minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (names) => {
        const dialect = {
          operators: {},
          queryTypes: {
            donor: {
              code: 0,
              parameters: Object.fromEntries(names.map((name) => [name, { type: "text" as const }])),
              columns: names,
            },
          },
        };
        const organization = {
          contactMethodTypes: names,
          customFields: names.map((name) => ({
            name,
            recordType: name,
            type: "text" as const,
            options: names,
          })),
          noteTypes: names,
        };
        for (const text of [
          printDialectModule(dialect, "tripact/queries"),
          printOrganizationModule(dialect, organization, "tripact/queries"),
        ]) {
          const { diagnostics = [], outputText } = ts.transpileModule(text, {
            reportDiagnostics: true,
            compilerOptions: { removeComments: true, target: ts.ScriptTarget.ESNext },
          });
          expect(diagnostics).toEqual([]);
          // Outside of strings there is no such name.
          expect(outputText.replace(/"(?:[^"\\]|\\.)*"/g, "")).not.toContain("evil");
        }
      }),
      { numRuns: 60 },
    );
  });
});
