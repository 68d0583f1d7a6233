import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "../../../src/harness/output/grouped.ts";
import { money } from "../../../src/sandbox/store/donation/money.ts";

test("numbers and amounts are written as Intl writes them", () => {
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const some = [0, 7, 999, 1000, 100_000, 123_456_789, -1, -999, -1000];
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect([grouped(number), money(number)]).toEqual([
        number.toLocaleString("en-US"),
        dollars.format(number / 100),
      ]);
    }),
    { examples: some.map((number) => [number]) },
  );
});
