import * as fc from "fast-check";
import { expect, test } from "vitest";
import { childPointer, tokensOf, valueAt } from "../../../src/core/formats/json-pointer.ts";

test("tokens survive being made a pointer, whatever they hold", () =>
  fc.assert(
    fc.property(fc.array(fc.string()), (tokens) => {
      expect(tokensOf(childPointer("", ...tokens))).toEqual(tokens);
    }),
  ));

test("finds values, and nothing where nothing is", () => {
  const root = { "a/b": [{ "c~d": 1 }], "": 2 };
  expect(valueAt(root, "/a~1b/0/c~0d")).toBe(1);
  expect(valueAt(root, "/")).toBe(2);
  expect(valueAt(root, "")).toBe(root);
  expect(valueAt(root, "/a~1b/1")).toBeUndefined();
  expect(valueAt(root, "/constructor")).toBeUndefined();
  expect(valueAt("text", "/length")).toBeUndefined();
});
