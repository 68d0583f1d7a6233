import { existsSync, globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "../src/builtin/generated/operations.ts";
import { measuredRuns } from "../scripts/measured-runs.ts";
import { newCheck } from "../scripts/new/check.ts";
import { faultFile, newFault } from "../scripts/new/fault.ts";
import { newHandler } from "../scripts/new/handler.ts";
import { newChange } from "../scripts/new/change.ts";
import { newRelation } from "../scripts/new/relation.ts";
import { newReport } from "../scripts/new/report.ts";
import { type Scaffold, WrongUse } from "../scripts/new/scaffold.ts";

const root = new URL("../", import.meta.url);

const textOf = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** The lines that a scaffold adds to the files that are there; it must take none away. */
const added = ({ edits }: Scaffold): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(edits).map(([path, edit]) => {
      const before = textOf(path).split("\n");
      const after = edit(textOf(path)).split("\n");
      return [path, after.filter((line) => !before.includes(line)).map((line) => line.trim())];
    }),
  );

const scaffolds: readonly (readonly [string, Scaffold])[] = [
  ["a passive check", newCheck(["new-check", "CRM-08"])],
  ["a reading check", newCheck(["new-check", "DON-02", "read"])],
  ["a writing check", newCheck(["new-check", "VOL-03", "write"])],
  ["a fault", newFault(["new-fault", "DON-03"])],
  ...Object.keys(operations).map((id) => [`a handler of ${id}`, newHandler([id])] as const),
  ["a report", newReport(["new-report"])],
  ["a relation", newRelation(["new-relation"])],
  ["a kind of change", newChange(["new-change", "wider"])],
];

/** What a scaffold leaves in the files that it writes or changes, by path. */
const textsOf = ({ files, edits }: Scaffold): readonly (readonly [string, string])[] => [
  ...Object.entries(files),
  ...Object.entries(edits).map(([path, edit]) => [path, edit(textOf(path))] as const),
];

/** The names that a module imports from files of the project, by path. */
const importsOf = (path: string, text: string): readonly (readonly [string, readonly string[]])[] =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)\)\.(\w+)/gm)].map(
    ([, names, from, dynamic, name]) => [
      posix.join(posix.dirname(path), from ?? dynamic ?? ""),
      (names ?? name ?? "").split(",").flatMap((one) => one.replace(/^\s*type |\s+as .*/g, "").trim() || []),
    ],
  );

const exported = (text: string, name: string): boolean =>
  new RegExp(
    `^export (?:const|function\\*?|class|type|interface) ${name}\\b|^export .*\\{[^}]*\\b${name}\\b`,
    "m",
  ).test(text);

const pathsIn = (text: string): readonly string[] =>
  text.match(/\b(?:src|test|specs|docs|scripts|reports)\/[\w./-]*\w/g) ?? [];

describe("what npm run new writes", () => {
  test.each(scaffolds)("%s imports what is there", (_, scaffold) => {
    const texts = new Map(textsOf(scaffold));
    const missing = [...texts].flatMap(([path, text]) =>
      importsOf(path, text).flatMap(([from, names]) => {
        const source = texts.get(from) ?? (existsSync(new URL(from, root)) ? textOf(from) : "");
        return names.filter((name) => !exported(source, name)).map((name) => `${path}: ${name} of ${from}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  test.each(scaffolds)("%s is TypeScript", (_, { files }) => {
    for (const text of Object.values(files)) expect(stripTypeScriptTypes(text)).not.toBe("");
  });

  test("the sample call of a handler names the record by the path in front of it", () => {
    const path = "src/checks/support/sample-calls.ts";
    const samples = (id: string): string => newHandler([id]).edits[path]?.(textOf(path)) ?? "";
    expect(samples("setGroupMembers")).toContain(
      '\n  setGroupMembers: both(withPath("id", "volunteer.scratch.groupId"), withBody(',
    );
    expect(samples("getContact")).toMatch(
      /(?:\n  getContact: withPath\("contactId", "crm\.records\.contactId"\),[^]*){2}/,
    );
  });

  test.each(scaffolds)("%s leaves steps whose files are there", (_, { files, left }) => {
    const isThere = (path: string): boolean => Object.hasOwn(files, path) || existsSync(new URL(path, root));
    expect(left.flatMap(pathsIn).filter((path) => !isThere(path))).toEqual([]);
  });

  test("the pages for contributors name files that are there, are written by a run, or are examples", () => {
    const examples = /\/(?:donors-fit-the-page|tap|ledger|stays-small)\./;
    const written = Object.keys(measuredRuns).map((name) => `reports/${name}.md`);
    const missing = ["CONTRIBUTING.md", ...globSync("docs/contributing/*.md", { cwd: root })]
      .flatMap((file) => pathsIn(textOf(file)))
      .filter((path) => !examples.test(path) && !written.includes(path) && !existsSync(new URL(path, root)));
    expect(missing).toEqual([]);
  });
});

describe("npm run new", () => {
  test.each(["passive", "read", "write"])("check writes a %s check and its examples", (effect) => {
    const { files, edits } = newCheck(["donors-fit-the-page", "DON-02", effect]);
    expect(Object.keys(files)).toEqual([
      "src/checks/donors-fit-the-page.ts",
      "test/checks/examples/donors-fit-the-page.ts",
    ]);
    expect(files["src/checks/donors-fit-the-page.ts"]).toMatch(/export const donorsFitThePage = defineCheck/);
    expect(files["src/checks/donors-fit-the-page.ts"]).toContain(`effect: "${effect}"`);
    expect(edits).toEqual({});
  });

  test("fault adds one to the faults of its fact, in its grade", () => {
    const [lines = []] = Object.values(added(newFault(["total-is-negative", "DON-03", "behavioural"])));
    expect(lines.filter((line) => line.includes("total-is-negative"))).toHaveLength(1);
    const rows =
      'export const faults = faultsOf("DON-03", {\n  gross: {\n    "one": ["", broken],\n  },\n});\n';
    const edits = (grade: string) => Object.values(newFault(["two", "DON-03", grade]).edits);
    const row = '    "two": ["", (next) => next],\n';
    expect(edits("gross").map((edit) => edit(rows))).toEqual([
      rows.replace("broken],\n", `broken],\n${row}`),
    ]);
    expect(edits("structural").map((edit) => edit(rows))).toEqual([
      rows.replace("});", `  structural: {\n${row}  },\n});`),
    ]);
  });

  test("relation adds one before that of lists, which sees what all others have left", () => {
    const lines = added(newRelation(["stays-small"]));
    expect(lines["src/contracts/resources/resource-checks.ts"]).toEqual([
      'import { staysSmall } from "./stays-small.ts";',
      "staysSmall,",
    ]);
    expect(lines["docs/reference/resources.md"]).toEqual(["| `stays-small` | |"]);
  });

  test("change adds a kind to those of its variance, and refuses one that is there", () => {
    const text = textOf("src/consumers/diff/kinds.ts");
    const [edit = (same: string) => same] = Object.values(newChange(["order-lifted", "wider"]).edits);
    expect(edit(text)).toContain('    "order-lifted",\n  ],\n  narrower: [');
    expect(() => newChange(["null-allowed", "wider"])).toThrow(WrongUse);
    expect(() => newChange(["order-lifted", "sideways"])).toThrow(WrongUse);
  });

  test("fault writes the file of a fact that has none", () => {
    const path = "src/builtin/faults/don-99.ts";
    expect(faultFile("DON-99", "first", "gross")).toEqual({
      [path]: expect.stringMatching(
        /^import \{ faultsOf \} [^]*faultsOf\("DON-99", \{\n {2}gross: \{\n {4}"first": \[/,
      ),
    });
  });

  test("handler writes the handler and its test, and adds the operation to every table that lists all", () => {
    const scaffold = newHandler(["listPremiums"]);
    expect(Object.keys(scaffold.files)).toEqual([
      "src/sandbox/builtin/handlers/donation/list-premiums.ts",
      "test/sandbox/donation/list-premiums.test.ts",
    ]);
    // The operation is there: its lines come a second time.
    for (const [path, edit] of Object.entries(scaffold.edits))
      expect(edit(textOf(path)).split("listPremiums").length).toBeGreaterThan(
        textOf(path).split("listPremiums").length,
      );
    const row = '      "donation listPremiums: GET /api/Premium/list read bearer",\n';
    expect(scaffold.edits["test/specs.test.ts"]?.(textOf("test/specs.test.ts"))).toContain(`${row}${row}`);
    expect(Object.keys(scaffold.edits)).toEqual([
      "src/sandbox/builtin/handlers/donation/index.ts",
      "src/sandbox/pipeline/operation-permissions.ts",
      "src/checks/support/sample-calls.ts",
      "test/specs.test.ts",
    ]);
  });

  test("report adds a format to the table, to the docs and to the README", () => {
    expect(added(newReport(["new-report"]))).toEqual({
      "src/report/report-formats.ts": [expect.stringContaining("./new-report.ts")],
      "docs/reference/reports.md": ["| `new-report` | | |"],
      "README.md": [expect.stringMatching(/, \w+ and new-report \(\[reports\]/)],
    });
  });

  test.each([
    ["check", () => newCheck(["Not Kebab", "DON-02"]), /kebab-case/],
    ["check", () => newCheck(["good-id"]), /nothing is not one of GEN-01/],
    ["check", () => newCheck(["good-id", "DON-02", "pasive"]), /one of passive, read, write/],
    ["fault", () => newFault(["total-counts-the-page", "DON-03"]), /called total-counts-the-page already/],
    ["handler", () => newHandler(["listPremium"]), /did you mean listPremiums/],
    ["report", () => newReport(["junit"]), /a format junit already/],
  ])("%s says what is wrong before it writes", (_, make, says) => {
    expect(make).toThrow(WrongUse);
    expect(make).toThrow(says);
  });
});
