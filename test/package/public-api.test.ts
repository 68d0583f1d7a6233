import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { exampleModules, writeExamples } from "../../scripts/package/examples.ts";
import { type Exported, publicExports } from "../../scripts/package/exports.ts";
import { printShapeFile } from "../../src/harness/drift/shape-file.ts";
import { installTripact } from "../examples/install-example.ts";
import { shapeOf } from "../sandbox/likeness/kit.ts";
import { temporaryFolder } from "../tools/cli/temporary-folder.ts";

const exported = publicExports();
const values = exported.filter(({ isValue }) => isValue);
const titleOf = ({ entry, name }: Exported): string => `${name} of ${entry}`;

test("everything that the package exports has a docstring", () => {
  expect(exported.length).toBeGreaterThan(80);
  expect(exported.filter(({ doc }) => doc === "").map(titleOf)).toEqual([]);
});

test("every function, class and constant has an example", () => {
  expect(values.filter(({ examples }) => examples.length === 0).map(titleOf)).toEqual([]);
});

/** What the example of readLikeness reads. */
const shape = printShapeFile(shapeOf([{ id: 1, isPrivate: false }]));

/** What an example says that it prints, line by line; an ellipsis is for anything. */
const expectedOf = (code: string): readonly (string | undefined)[] =>
  code
    .split("\n")
    .filter((line) => line.includes("console.log("))
    .map((line) => /console\.log\(.*\);.*? \/\/ (.*)$/.exec(line)?.[1]);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const matches = (printed: string, expected: string): boolean =>
  new RegExp(`^${expected.split("…").map(escaped).join("[^]*")}$`).test(printed);

/** Imports one module after the other and writes what each printed as one line of JSON. */
const runner = `import { format } from "node:util";
const results = [];
for (const name of process.argv.slice(2)) {
  const printed = [];
  console.log = (...values) => printed.push(format(...values));
  await import("./" + name);
  results.push(printed);
}
process.stdout.write(JSON.stringify(results));
`;

// `npm run package:check` compiles them.
test("the examples run, and print what they say", async () => {
  const folder = temporaryFolder({ "production.shape.json": shape });
  const files = exampleModules(exported);
  writeExamples(folder, files, installTripact);
  // Vitest lets nothing of it be imported outside its own runs: examples/vitest-conformance runs those.
  const names = [...files.keys()].filter((name) => !name.startsWith("tripact-vitest"));
  writeFileSync(join(folder, "runner.mjs"), runner);
  const args = ["--disable-warning=ExperimentalWarning", "runner.mjs", ...names];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
  expect(stderr).toBe("");
  const printed = JSON.parse(stdout) as readonly (readonly string[])[];
  const wrong = names.flatMap((name, index) =>
    expectedOf(files.get(name) ?? "").flatMap((expected, line) => {
      const actual = printed[index]?.[line] ?? "";
      return expected === undefined || matches(actual, expected) ? [] : [{ name, expected, actual }];
    }),
  );
  expect(wrong).toEqual([]);
});
