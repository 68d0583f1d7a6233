import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shapeOf } from "../../../src/harness/validation/shape-of.ts";

test.for<[unknown, string]>([
  [undefined, "missing"],
  [null, "null"],
  ["", "string(0)"],
  ["Amara Exempl", "string(12)"],
  [1.5, "number"],
  [true, "boolean"],
  [[1, 2, 3], "array(3)"],
  [{ a: 1 }, "object(1 key)"],
  [{ a: 1, b: 2 }, "object(2 keys)"],
])("%j is %s", ([value, shape]) => expect(shapeOf(value)).toBe(shape));

test("never tells anything of the value but its size", () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(shapeOf(value)).toMatch(/^(?:null|number|boolean|(?:string|array)\(\d+\)|object\(\d+ keys?\))$/);
    }),
  ));
