import { join } from "node:path";
import { format } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { exampleModules, writeExamples } from "../../scripts/package/examples.ts";
import { type Exported, publicExports } from "../../scripts/package/exports.ts";
import { printShapeFile } from "../../src/core/shapes/shape-file.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { installTripact } from "../examples/install-example.ts";
import { isNightly } from "../nightly.ts";
import { shapeOf } from "../sandbox/likeness/kit.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

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

/** What runs or generates everything: the tests of the commands hold what becomes of it. */
const longWork =
  /^tripact-(?:acceptDrift|discover|drift|driftHistory|exportShape|generate|generateTypes|mergeReports)-/;

/** What a usual run makes of an example: one check in place of all that a fact is looked for by, and few donors. */
const asUsual = (name: string, code: string): string | undefined => {
  if (isNightly) return code;
  if (longWork.test(name)) return undefined;
  return code
    .replaceAll('facts: ["DON-03"]', 'checks: ["page-total-is-stable"]')
    .replaceAll('facts: ["CRM-01"]', 'checks: ["contact-methods-have-known-types"]')
    .replaceAll("startSandbox()", "startSandbox({ scale: 20 })");
};

// `npm run package:check` compiles them.
test("the examples run, and print what they say", async () => {
  const folder = temporaryFolder({
    "production.shape.json": shape,
    "openapi.yaml": JSON.stringify(shopDocument),
  });
  const files = new Map(
    [...exampleModules(exported)].flatMap(([name, code]) => {
      // Vitest lets nothing of it be imported outside its own runs: examples/vitest-conformance runs those.
      const usual = name.startsWith("tripact-vitest") ? undefined : asUsual(name, code);
      return usual === undefined ? [] : [[name, usual] as const];
    }),
  );
  writeExamples(folder, files, installTripact);
  const printed: string[] = [];
  const log = vi
    .spyOn(console, "log")
    .mockImplementation((...values) => void printed.push(format(...values)));
  const before = process.cwd();
  onTestFinished(() => {
    log.mockRestore();
    process.chdir(before);
  });
  process.chdir(folder);
  for (const [name, code] of files) {
    await import(/* @vite-ignore */ join(folder, name));
    const wrong = expectedOf(code).flatMap((expected, line) => {
      const actual = printed[line] ?? "";
      return expected === undefined || matches(actual, expected) ? [] : [{ name, expected, actual }];
    });
    expect(wrong).toEqual([]);
    printed.length = 0;
  }
});
