import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutArrays } from "../../src/validation/cut-arrays.ts";
import { validateResponse } from "../../src/validation/validate.ts";

describe("an array longer than is judged", () => {
  test("is judged by its first thousand, and told by its length", () => {
    const numbers = Array.from({ length: 50_000 }, (_, index) => index);
    const violations = validateResponse("listContactMethodTypes", 200, numbers);
    expect(violations[0]).toMatchObject({ pointer: "/0", rule: "type" });
    expect(violations.length).toBeLessThan(1_000);
    expect(validateResponse("getContact", 200, numbers)[0]).toMatchObject({
      pointer: "",
      actual: "array(50000)",
    });
  });

  test("is cut wherever it stands", () => {
    const long = Array.from({ length: 1_500 }, () => 1);
    expect(cutArrays({ a: [{ b: long }], c: 1 })).toEqual({ a: [{ b: long.slice(0, 1_000) }], c: 1 });
  });
});

test("any other value is judged as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(cutArrays(value)).toBe(value);
    }),
  );
});
