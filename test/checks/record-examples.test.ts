import { expect, test } from "vitest";
import { withRow } from "../../scripts/examples/family-row.ts";

const family = `const shared = { pass: 1 };

export const passive: Family<PassiveExamples> = {
  "amounts-are-text": { pass: 2, fails: {} },
};

export const active: Family<ActiveExamples> = {};
`;

test.each([
  ["passive", "dates-are-text", `fails: {} },"dates-are-text": { pass: 3 },\n};`],
  ["passive", "amounts-are-text", `{\n  "amounts-are-text": { pass: 3 },\n};`],
  ["active", "dates-are-text", `ActiveExamples> = {"dates-are-text": { pass: 3 },};`],
])("a check of a family is recorded as a row of %s", (list, id, row) => {
  expect(withRow(family, list, id, "{ pass: 3 }")).toContain(row);
});

test("a family without such a list is a bug", () => {
  expect(() => withRow("export const active = {};", "passive", "x", "{}")).toThrow(
    "no object called passive",
  );
});
