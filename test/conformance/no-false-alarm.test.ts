import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assumptionsArbitrary } from "../sandbox/assumptions-arbitrary.ts";
import { batchesOf, compatible } from "./batches.ts";
import { defectsOf, judge, optionalSettings } from "./trial.ts";
import { variants } from "./variants/all.ts";
import type { Variant } from "./variants/variant.ts";

/** Random targets: some in a usual run, hundreds in the nightly one. */
const usualRuns = 30;
const nightly = process.env["TRIPACT_FC_RUNS"];
const numRuns = nightly === undefined ? usualRuns : Math.max(200, Math.ceil(Number(nightly) / 20));

const timeout = 5_000 * numRuns;

/** What of some variants the suite holds against a target, by the variant that is to blame as far as one is. */
const alarms = async (batch: readonly Variant[]): Promise<readonly string[]> => {
  const together = defectsOf(batch, await judge({ variants: batch }));
  if (together.length === 0 || batch.length === 1) return together;
  const alone = [];
  for (const variant of batch)
    for (const defect of defectsOf([variant], await judge({ variants: [variant] }))) alone.push(`${variant.id}: ${defect}`);
  return alone.length > 0 ? alone : together;
};

describe("a target that chose otherwise where nothing is stated", () => {
  it("is met in many forms, each with the reason why it is conformant", () => {
    expect(variants.length).toBeGreaterThan(40);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    expect(variants.filter(({ open }) => !/^[A-Z].* is |^[A-Z].*: .+/.test(open))).toEqual([]);
  });

  it.each(batchesOf(variants).map((batch) => [batch.map(({ id }) => id).join(", "), batch] as const))(
    "raises no alarm: %s",
    { timeout: 60_000 },
    async (_, batch) => {
      expect(await alarms(batch)).toEqual([]);
    },
  );
});

/** A target of any assumptions that leave a run its requests: one that may not ask can judge nothing. */
const assumptions = fc
  .record({
    any: assumptionsArbitrary,
    crmLimit: fc.constantFrom(1500, 5000),
    otherLimits: fc.constantFrom(0, 3000, 100_000),
  })
  .map(({ any, crmLimit, otherLimits }) => ({
    ...any,
    "U-27": crmLimit,
    "U-28": otherLimits,
    "U-29": otherLimits,
  }));

const targets = fc.record({
  assumptions,
  variants: fc
    .shuffledSubarray([...variants], { maxLength: 14 })
    .map((chosen) => variants.filter((variant) => compatible(chosen).includes(variant))),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  scale: fc.integer({ min: 1, max: 60 }),
  isLive: fc.boolean(),
  isThrifty: fc.boolean(),
  without: fc.oneof(fc.constant([]), fc.subarray([...optionalSettings], { maxLength: 12 })),
});

describe("any conformant target", () => {
  it("raises no alarm, whatever it assumes, holds, chose otherwise and is not told of", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(targets, async (target) => {
        expect(defectsOf(target.variants, await judge(target), { mayHide: true })).toEqual([]);
      }),
      { numRuns },
    );
  });
});
