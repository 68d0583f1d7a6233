import * as fc from "fast-check";
import { expect, test } from "vitest";
import { childPointer, tokensOf, valueAtPointer } from "../../../src/core/formats/json-pointer.ts";

test("tokens survive being made a pointer, whatever they hold", () =>
  fc.assert(
    fc.property(fc.array(fc.string()), (tokens) => {
      expect(tokensOf(childPointer("", ...tokens))).toEqual(tokens);
    }),
  ));

test("finds values, and nothing where nothing is", () => {
  const root = { "a/b": [{ "c~d": 1 }], "": 2 };
  expect(valueAtPointer(root, "/a~1b/0/c~0d")).toBe(1);
  expect(valueAtPointer(root, "/")).toBe(2);
  expect(valueAtPointer(root, "")).toBe(root);
  expect(valueAtPointer(root, "/a~1b/1")).toBeUndefined();
  expect(valueAtPointer(root, "/constructor")).toBeUndefined();
  expect(valueAtPointer("text", "/length")).toBeUndefined();
});
