import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesBetween, reduce } from "../../scripts/examples/reduce.ts";
import { changed } from "./kit/changed.ts";

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown); // without -0

describe("the changes of an example", () => {
  test("replace, leave out and append", () => {
    const value = { list: [1, 2, 3], "a/b": { c: true } };
    const changes = { "/list/0": undefined, "/list/1": 5, "/a~1b/c": undefined, "/new": null };
    expect(changed(value, changes)).toEqual({ list: [5, 3], "a/b": {}, new: null });
    expect(changed({ list: [1] }, { "/list/-": 2 })).toEqual({ list: [1, 2] });
    expect(changed({ a: 1 }, { "": [] })).toEqual([]);
    expect(() => changed({ a: 1 }, { "/a/b": 2 })).toThrow("nothing to change");
  });

  test("between two values make the one of the other", () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        fc.pre(!JSON.stringify([from, to]).includes("__proto__"));
        expect(changed(from, changesBetween(from, to))).toEqual(to);
      }),
    );
  });
});

describe("a recorded value", () => {
  test("is left with what a property hangs on", () => {
    const value = { data: [{ id: 1 }, { id: 2, name: "x" }, { id: 3 }], meta: { total: 3 } };
    const holdsTwo = (smaller: unknown): boolean => JSON.stringify(smaller).includes('"id":2');
    expect(reduce(value, holdsTwo)).toEqual({ data: [{ id: 2 }] });
    expect(reduce(value, holdsTwo, { keepsProperties: true })).toEqual({
      data: [{ id: 2, name: "x" }],
      meta: { total: 3 },
    });
  });
});
