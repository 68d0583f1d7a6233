import { describe, expect, test } from "vitest";
import { createCodeLoader } from "../../../src/entrypoints/binary/code-loader.ts";

const loaderOf = (files: Readonly<Record<string, string>>, compiled = new Map<string, Uint8Array>()) => {
  const asked: string[] = [];
  const loader = createCodeLoader({
    source: (name) => {
      asked.push(name);
      const text = files[name];
      if (text === undefined) throw new Error(`lacks ${name}`);
      return text;
    },
    compiled: (name) => compiled.get(name),
    path: "/opt/tripact/tripact",
  });
  return { ...loader, asked };
};

describe("code that is loaded from within an executable", () => {
  test("loads a neighbour when it is required, once", () => {
    const { load, asked } = loaderOf({
      "a.js": 'exports.late = () => require("./b.js").value + require("./b.js").value;',
      "b.js": "exports.value = 21;",
    });
    // What the text above exports.
    const { late } = load("a.js") as { late: () => number };
    expect(asked).toEqual(["a.js"]);
    expect([late(), late(), load("b.js")]).toEqual([42, 42, { value: 21 }]);
    expect(asked).toEqual(["a.js", "b.js"]);
  });

  test("gives what Node gives, and what the file that it lies in is called", () => {
    const { load } = loaderOf({
      "a.js": 'module.exports = [require("node:path").basename(__filename), __dirname];',
    });
    expect(load("a.js")).toEqual(["tripact", "/opt/tripact"]);
  });

  test("lets files require each other, and reports what is not there", () => {
    const { load } = loaderOf({
      "a.js": 'exports.one = 1; exports.two = require("./b.js").two;',
      "b.js": 'exports.two = require("./a.js").one + 1;',
      "c.js": 'require("./d.js");',
    });
    expect(load("a.js")).toEqual({ one: 1, two: 2 });
    expect(() => load("c.js")).toThrow("lacks d.js");
  });

  test("takes what was compiled before, and compiles anew where it does not fit", () => {
    const files = { "a.js": "exports.square = (n) => n * n;" };
    const first = loaderOf(files);
    // What the text above exports.
    (first.load("a.js") as { square: (n: number) => number }).square(3);
    const compiled = first.compiledCode();
    expect([...compiled.keys()]).toEqual(["a.js"]);
    for (const known of [compiled, new Map([["a.js", new Uint8Array(64)]])]) {
      const { square } = loaderOf(files, new Map(known)).load("a.js") as { square: (n: number) => number };
      expect(square(4)).toBe(16);
    }
  });
});
