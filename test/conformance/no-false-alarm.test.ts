import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNightly, someOf } from "../nightly.ts";
import { anyTarget, trialOf } from "./any-target.ts";
import { batchesOf } from "./batches.ts";
import { alarmsIn, judge, shortcomingsOf } from "./trial.ts";
import { variants } from "./variants/all.ts";
import type { Variant } from "./variants/variant.ts";

/** Random targets: some in a usual run, hundreds in the nightly one. */
const usualRuns = isNightly ? 8 : 1;
const nightly = process.env["TRIPACT_FC_RUNS"];
const numRuns = nightly === undefined ? usualRuns : Math.max(200, Math.ceil(Number(nightly) / 20));

/** A usual run judges by plans that ask for little, and sees the same facts. */
const defects = async (some: readonly Variant[]): Promise<readonly string[]> => {
  const outcome = await judge({ variants: some, isThrifty: !isNightly });
  const alarms = alarmsIn(outcome);
  return alarms.length > 0 ? alarms : shortcomingsOf({ variants: some, isThrifty: !isNightly }, outcome);
};

/** What is wrong with a batch, told of single variants as far as it shows on them alone. */
const blamed = async (batch: readonly Variant[]): Promise<readonly string[]> => {
  const together = await defects(batch);
  if (together.length === 0 || batch.length === 1) return together;
  const alone: string[] = [];
  for (const variant of batch)
    for (const defect of await defects([variant])) alone.push(`${variant.id}: ${defect}`);
  return alone.length > 0 ? alone : together;
};

describe("a target that chose otherwise where nothing is stated", () => {
  it("is met in many forms, each with what leaves it open", () => {
    expect(variants.length).toBeGreaterThan(40);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    expect(variants.filter(({ open }) => !/^[A-Z][A-Za-z ]*(, \w+( \d)?)?: \S.*\.$/s.test(open))).toEqual([]);
  });

  const batches = batchesOf(variants).map((batch) => ({
    batch,
    names: batch.map(({ id }) => id).join(", "),
  }));

  it.each(someOf(batches, 20))("raises no alarm: $names", async ({ batch }) => {
    expect(await blamed(batch)).toEqual([]);
  });
});

describe("any conformant target", () => {
  it("raises no alarm, whatever it assumes, holds and chose", { timeout: 60_000 * numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(anyTarget, async (target) => {
        expect(alarmsIn(await judge(trialOf(target)))).toEqual([]);
      }),
      // The same targets in every usual run, others every night.
      nightly === undefined ? { numRuns, seed: 1 } : { numRuns },
    );
  });
});
