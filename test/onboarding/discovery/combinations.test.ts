import { describe, expect, test } from "vitest";
import { donationVariants } from "../../conformance/variants/donation.ts";
import { isNightly } from "../../nightly.ts";
import { expectUnderstood } from "./assumed.ts";
import { combinations, lateValues, randomCombination } from "./combinations.ts";
import { discoverSandbox } from "./kit.ts";

const drawn = Array.from({ length: isNightly ? 100 : 0 }, (_, index) => randomCombination(1000 + index));

describe("a conformant query interface", () => {
  test("is met in many combinations", () => {
    expect(combinations.length).toBeGreaterThanOrEqual(24);
    expect(new Set(combinations.map(({ name }) => name)).size).toBe(combinations.length);
  });

  // Others are looked at in discover.test.ts.
  test.each(lateValues.slice(0, 1))(
    "is understood though the first integers show no single value: $name",
    async ({ assumptions }) => {
      expectUnderstood(await discoverSandbox({ assumptions }), assumptions);
    },
  );

  test.runIf(isNightly).each([...combinations, ...drawn])("is understood: $name", async ({ assumptions }) => {
    expectUnderstood(await discoverSandbox({ assumptions }), assumptions);
  });

  // Whatever else a target chose, what it means is found or left open.
  test.runIf(isNightly).each(donationVariants)("is never misunderstood: $id", async (variant) => {
    for (const assumptions of [{}, { "U-11": "prose", "U-13.unfit": "nothing" }] as const) {
      const found = await discoverSandbox({ variants: [variant], assumptions });
      expect(found.wrong).toEqual([]);
    }
  });
});
