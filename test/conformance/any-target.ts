import * as fc from "fast-check";
import { assumptionsArbitrary } from "../sandbox/assumptions-arbitrary.ts";
import { compatible } from "./batches.ts";
import { optionalSettings, type Trial } from "./trial.ts";
import { variants } from "./variants/all.ts";

/** A target that is drawn: the variants by their ids, so that a counterexample can be read. */
export type DrawnTarget = Omit<Trial, "variants"> & { readonly chosen: readonly string[] };

export const trialOf = ({ chosen, ...target }: DrawnTarget): Trial => ({
  ...target,
  variants: variants.filter(({ id }) => chosen.includes(id)),
});

/** Any assumptions that leave a run its requests: whoever may not ask can judge nothing. */
const assumptions = fc
  .record({
    any: assumptionsArbitrary,
    crmLimit: fc.constantFrom(1500, 5000),
    otherLimit: fc.constantFrom(0, 5000, 100_000),
  })
  .map(({ any, crmLimit, otherLimit }) => ({
    ...any,
    "U-27": crmLimit,
    "U-28": otherLimit,
    "U-29": otherLimit,
  }));

const optional = await optionalSettings();

/** Any target that keeps to what is stated, whatever it assumes, holds and chose. */
export const anyTarget: fc.Arbitrary<DrawnTarget> = fc.record({
  assumptions,
  chosen: fc
    .shuffledSubarray([...variants], { maxLength: 14 })
    .map((some) => compatible(some).map(({ id }) => id)),
  interfaces: fc.constant(["crm", "donation", "volunteer"] as const),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  scale: fc.integer({ min: 1, max: 60 }),
  isLive: fc.boolean(),
  isThrifty: fc.boolean(),
  without: fc.oneof(fc.constant([]), fc.subarray([...optional], { maxLength: 12 })),
});
