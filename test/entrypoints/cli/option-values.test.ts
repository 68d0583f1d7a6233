import { describe, expect, test } from "vitest";
import { knownIds } from "../../../src/core/output/values.ts";
import { distinctValues, rangeOfTimes, shardOf } from "../../../src/entrypoints/cli/option-values.ts";

test("lists are repeated or separated by commas, each item once", () => {
  expect(distinctValues(["a, b", "c", "a,"])).toEqual(["a", "b", "c"]);
  expect(distinctValues(undefined)).toBeUndefined();
});

describe("ids", () => {
  const known = ["DON-03", "CRM-08"];

  test("are found whatever their case", () => {
    expect([...(knownIds("facts", ["don-03", "CRM-08"], known) ?? [])]).toEqual(["DON-03", "CRM-08"]);
    expect(knownIds("facts", undefined, known)).toBeUndefined();
  });

  test.each([
    [["DON-3"], "facts: DON-3 is unknown (did you mean DON-03?)"],
    [["zzz"], "facts: zzz is unknown (known: DON-03, CRM-08)"],
    [[], "facts: needs at least one value"],
    [["\u001b[2J"], "facts: \\u001b[2J is unknown (known: DON-03, CRM-08)"],
  ])("%j are refused", (values, line) => {
    expect(() => knownIds("facts", values, known)).toThrow(expect.objectContaining({ line }));
  });
});

test.each([
  ["50ms", 50, 50],
  ["20ms..200ms", 20, 200],
  ["0ms..1s", 0, 1000],
  ["60s", 60_000, 60_000],
])("%s is a range of times", (text, minimum, maximum) => {
  expect(rangeOfTimes("--latency", text)).toEqual({ minimum, maximum });
});

test.each(["", "5", "5m", "-5ms", "1.5s", "20ms..", "..20ms", "1ms..2ms..3ms", "61s", "1ms...2ms"])(
  "%j is no range of times",
  (text) => {
    expect(() => rangeOfTimes("--latency", text)).toThrow("is neither a time nor a range of times");
  },
);

test("numbers make a part of a whole", () => {
  expect(shardOf("2/3")).toEqual({ index: 2, count: 3 });
  expect(shardOf("1/1")).toEqual({ index: 1, count: 1 });
  for (const text of ["3/2", "0/2", "1/0", "1", "/2", "1/", "a/b", "-1/2", "1/2/3", ""])
    expect(() => shardOf(text)).toThrow("is not a part I/N");
});
