import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/package/entries.ts";
import { printShapeFile } from "../../src/harness/drift/shape-file.ts";
import { installTripact } from "../examples/install-example.ts";
import { shapeOf } from "../sandbox/likeness/kit.ts";
import { temporaryFolder } from "../tools/cli/temporary-folder.ts";
import { type Exported, mistakesIn, publicExports } from "./exports.ts";

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

/** What other examples call `dialect`. */
const dialect = values.find(({ name }) => name === "defineDialect")?.examples[0] ?? "";

/** An example as a module of its own, with the dialect of `defineDialect` where it uses one that it does not make. */
const moduleOf = (code: string): string => {
  const lacksDialect = /\bdialect\b/.test(code) && !/const (?:dialect|\{ dialect)/.test(code);
  return lacksDialect ? `${dialect.replaceAll(/^console.*\n/gm, "")}\n${code}` : code;
};

/** Examples by file name, in a folder with this package installed. */
const writeExamples = (): { folder: string; files: ReadonlyMap<string, string> } => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  installTripact(join(folder, "node_modules"));
  for (const name of ["undici", "vitest", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const files = new Map(
    values.flatMap(({ entry, name, examples }) =>
      examples.map((code, index) => [`${entry.replaceAll("/", "-")}-${name}-${index}.ts`, moduleOf(code)]),
    ),
  );
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // What the example of readLikeness reads.
  writeFileSync(
    join(folder, "production.shape.json"),
    printShapeFile(shapeOf([{ id: 1, isPrivate: false }])),
  );
  return { folder, files };
};

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

describe("the examples", () => {
  test("compile", () => {
    const { folder, files } = writeExamples();
    expect(mistakesIn([...files.keys()].map((name) => join(folder, name)))).toEqual([]);
  });

  test("run, and print what they say", async () => {
    const { folder, files } = writeExamples();
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
  }, 60_000);
});
