import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exactIntegers } from "../../../src/core/formats/exact-integers.ts";
import { valueAtPointer } from "../../../src/core/formats/json-pointer.ts";

test("integers that a program rounds are known digit for digit", () => {
  expect(exactIntegers('{"a": [1, 9007199254740993], "b/c": {"d": -9007199254740995}}')).toEqual({
    "/a/1": "9007199254740993",
    "/b~1c/d": "-9007199254740995",
  });
});

test.each([
  "1234567890123456",
  '"9007199254740993"',
  '{"id": "00000000000000001"}',
  "0.12345678901234567890",
  "1e300",
])("%s holds none", (text) => {
  expect(exactIntegers(text)).toBeUndefined();
});

test("each is where it says", () => {
  const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(big, { maxLength: 3 }), { maxKeys: 4 }), (values) => {
      const text = `{${Object.entries(values)
        .map(([name, list]) => `${JSON.stringify(name)}:[${list.join(",")}]`)
        .join(",")}}`;
      const parsed: unknown = JSON.parse(text);
      for (const [pointer, digits] of Object.entries(exactIntegers(text) ?? {})) {
        expect(Number(digits)).toBe(valueAtPointer(parsed, pointer));
        expect(text).toContain(digits);
      }
      const count = Object.values(values).flat().length;
      expect(Object.keys(exactIntegers(text) ?? {})).toHaveLength(count);
    }),
  );
});
