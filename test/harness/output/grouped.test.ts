import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "../../../src/harness/output/grouped.ts";

test("numbers are grouped as Intl groups them", () => {
  const some = [0, 7, 999, 1000, 100_000, 123_456_789, -1, -999, -1000];
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(grouped(number)).toBe(number.toLocaleString("en-US"));
    }),
    { examples: some.map((number) => [number]) },
  );
});
