import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatChanges } from "../../scripts/release/formats.ts";
import { root } from "../../scripts/package/entries.ts";
import { bumpFor } from "../../src/tools/diff/next-version.ts";

const config = readFileSync(join(root, "specs/config.schema.yaml"), "utf8");

const replaced = (text: string, from: string | RegExp, to: string): string => {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`the schema has no ${String(from)}`);
  return result;
};

/** What the changed configuration asks for, and the kinds of change. */
const judged = (now: string) => {
  const changes = formatChanges("config", { old: config, new: now });
  return [bumpFor(changes), ...new Set(changes.map(({ kind }) => kind))];
};

test("a configuration that did not change asks for no step", () => {
  expect(judged(config)).toEqual(["none"]);
});

test.each<[string, string | RegExp, string, readonly string[]]>([
  [
    "a new optional key is a minor step",
    "\nproperties:\n",
    "\nproperties:\n  colour: { type: string }\n",
    ["minor"],
  ],
  ["a removed key is a major one", /\n {2}baseline:\n(?: {4}.*\n)+/, "\n", ["major"]],
  [
    "a new required key is a major one",
    "\nproperties:\n",
    "\nrequired: [interfaces]\nproperties:\n",
    ["major"],
  ],
  [
    "another text of a description is none",
    "title: tripact configuration",
    "title: the configuration",
    ["none"],
  ],
])("%s", (_, from, to, expected) => {
  expect(judged(replaced(config, from, to))).toEqual(expect.arrayContaining([...expected]));
});
