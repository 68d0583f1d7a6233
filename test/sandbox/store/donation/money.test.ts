import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyCode, money } from "../../../../src/sandbox/store/donation/money.ts";

test("amounts are written as Intl writes them", () => {
  const amounts = new Intl.NumberFormat("en-US", { style: "currency", currency: currencyCode });
  fc.assert(
    fc.property(fc.integer(), (cents) => {
      expect(money(cents)).toBe(amounts.format(cents / 100));
    }),
    { examples: [0, 7, 999, 100_000, -1, -100_000].map((cents) => [cents]) },
  );
});
