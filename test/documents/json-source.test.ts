import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonSource } from "../../src/documents/json-source.ts";

const limits = { maxValues: 100_000, maxDepth: 100 };

const atOffset = (text: string, location: string): string => {
  const [line = 0, column = 0] = location.split(":").slice(1).map(Number);
  return (text.split("\n")[line - 1] ?? "").slice(column - 1);
};

test("reads what JSON.parse reads, and knows where each value stands", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const source = readJsonSource(text, "a.json", limits);
      expect(source.value).toEqual(JSON.parse(text));
      const visit = (inner: unknown, path: readonly string[]): void => {
        const here = atOffset(text, source.location(path));
        if (typeof inner !== "object" || inner === null)
          return expect(here.startsWith(JSON.stringify(inner))).toBe(true) as undefined;
        expect(here[0]).toBe(Array.isArray(inner) ? "[" : "{");
        for (const [key, one] of Object.entries(inner)) {
          if (!Array.isArray(inner))
            expect(
              atOffset(text, source.location([...path, key], "key")).startsWith(JSON.stringify(key)),
            ).toBe(true);
          visit(one, [...path, key]);
        }
      };
      visit(source.value, []);
    }),
  );
});

test("refuses what JSON.parse refuses", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", ",", '"', "}", "]", ":", "1", "\u0001", "\\"),
      (json, at, put) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + put + json.slice(cut + (at % 2));
        const parses = (read: () => unknown): boolean => {
          try {
            read();
            return true;
          } catch {
            return false;
          }
        };
        const ours = parses(() => readJsonSource(text, "a.json", limits));
        const keysTwice = (): boolean =>
          parses(() => JSON.parse(text)) && !ours && /"(.*)":.*"\1":/s.test(text);
        expect(ours || keysTwice()).toBe(parses(() => JSON.parse(text)));
      },
    ),
  );
});

test("ends at its limits", () => {
  expect(() => readJsonSource("[".repeat(200), "a.json", limits)).toThrow(/nests deeper than 100 levels/);
  expect(() => readJsonSource("[1,2]", "a.json", { ...limits, maxValues: 2 })).toThrow(/more than 2 values/);
});
