import { describe, expect, test } from "vitest";
import { withDefaults } from "../../../src/sandbox/assumptions/assumptions.ts";
import { donationVariants } from "../../conformance/variants/donation.ts";
import { isNightly } from "../../nightly.ts";
import { assumed } from "./assumed.ts";
import { combinations, randomCombination } from "./combinations.ts";
import { discoverSandbox } from "./kit.ts";

const tried = combinations.filter(({ name }) => isNightly || name === "strict: names nothing");
const drawn = Array.from({ length: isNightly ? 100 : 0 }, (_, index) => randomCombination(1000 + index));

describe("a conformant query interface", () => {
  test("is met in many combinations", () => {
    expect(combinations.length).toBeGreaterThanOrEqual(24);
    expect(new Set(combinations.map(({ name }) => name)).size).toBe(combinations.length);
  });

  // What the sandbox is by itself, other tests discover.
  test.each([...tried, ...drawn])("is understood: $name", async ({ assumptions }) => {
    const { discovery, ...found } = await discoverSandbox({ assumptions });
    const truth = withDefaults(assumptions);
    const { field, and, types } = assumed(assumptions);
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(26);
    expect(found.requests).toBeLessThanOrEqual(300);
    expect(discovery.complete).toBe(true);
    expect(discovery.dialect).toMatchObject({ singleValueField: field, conjunct: { and } });
    const codes = Object.entries(discovery.dialect.queryTypes).map(([kind, { code }]) => [kind, code]);
    expect(Object.fromEntries(codes)).toEqual(types);
    const { letterCase, emptyMatchesNull, negationMatchesNull } = discovery.dialect;
    expect([undefined, truth["U-13.case"]]).toContain(letterCase);
    expect([undefined, truth["U-13.empty"] === "with-null"]).toContain(emptyMatchesNull);
    expect([undefined, truth["U-13.negation"] === "with-null"]).toContain(negationMatchesNull);
  });

  // Whatever else a target chose, what it means is found or left open.
  test.runIf(isNightly).each(donationVariants)("is never misunderstood: $id", async (variant) => {
    for (const assumptions of [{}, { "U-11": "prose", "U-13.unfit": "nothing" }] as const) {
      const found = await discoverSandbox({ variants: [variant], assumptions });
      expect(found.wrong).toEqual([]);
    }
  });
});
