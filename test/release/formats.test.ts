import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/package/entries.ts";
import { formatChanges } from "../../scripts/release/formats.ts";
import { bumpFor } from "../../src/consumers/diff/next-version.ts";

/** The step that a change of a schema's text asks for. */
const stepFor = (path: string, old: string, from: string | RegExp, to: string): string => {
  const now = old.replace(from, to);
  if (now === old) throw new Error(`${path} has no ${String(from)}`);
  return bumpFor(formatChanges(path.split("/").at(-1) ?? "", { old, new: now }));
};

const config = `title: tripact configuration
type: object
properties:
  interfaces: { type: object }
  baseline: { type: string }
`;

const report = `{
  "type": "object",
  "properties": {
    "seed": { "type": "number" },
    "requests": { "type": "integer" },
    "status": { "enum": ["passed", "skipped"] }
  },
  "required": ["seed", "requests"]
}`;

describe("of the configuration, which users write,", () => {
  test.each<[string, string, string | RegExp, string]>([
    ["a new optional key", "minor", "\nproperties:\n", "\nproperties:\n  colour: { type: string }\n"],
    ["a removed key", "major", / {2}baseline:.*\n/, ""],
    ["a new required key", "major", "\nproperties:\n", "\nrequired: [interfaces]\nproperties:\n"],
    ["another title", "none", "title: tripact configuration", "title: the configuration"],
  ])("%s is a %s step", (_, step, from, to) => {
    expect(stepFor("config.schema.yaml", config, from, to)).toBe(step);
  });
});

describe("of the JSON report, which programs read,", () => {
  test.each<[string, string, string | RegExp, string]>([
    ["a new property", "minor", '"properties": {', '"properties": { "colour": { "type": "string" },'],
    ["a property that may now be absent", "major", ', "requests"]', "]"],
    ["another type", "major", '"type": "number"', '"type": "string"'],
    ["a new status of a fact", "major", '"skipped"', '"skipped", "postponed"'],
  ])("%s is a %s step", (_, step, from, to) => {
    expect(stepFor("report.schema.json", report, from, to)).toBe(step);
  });
});

test.each([
  ["specs/config.schema.yaml", "\nproperties:\n", "\nproperties:\n  colour: { type: string }\n"],
  ["api/report.schema.json", '"properties": {', '"properties": { "colour": { "type": "string" },'],
])("%s can be compared", (path, from, to) => {
  expect(stepFor(path, readFileSync(join(root, path), "utf8"), from, to)).toBe("minor");
});
