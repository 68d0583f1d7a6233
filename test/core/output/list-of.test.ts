import { expect, test } from "vitest";
import { anyOf, listOf } from "../../../src/core/output/list-of.ts";

test.each([
  [[200], "200"],
  [[200, 404], "200 or 404"],
  [[200, 400, 404], "200, 400 or 404"],
])("alternatives %j are joined as people write them", (words, joined) => expect(anyOf(words)).toBe(joined));

test("of many names the first three stand for all", () => {
  expect(listOf(["a", "b"])).toBe("`a` and `b`");
  expect(listOf(["a", "b", "c", "d", "e"])).toBe("`a`, `b`, `c` and 2 more");
});
