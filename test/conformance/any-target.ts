import * as fc from "fast-check";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { assumptionsArbitrary } from "../sandbox/assumptions-arbitrary.ts";
import { compatible } from "./batches.ts";
import { answerTraits, unknownProperty } from "./traits/answers.ts";
import { configurationTraits, servesSome } from "./traits/configured.ts";
import { recordTraits } from "./traits/records.ts";
import { optionalSettings, type Trial } from "./trial.ts";
import { variants } from "./variants/all.ts";
import type { Variant } from "./variants/variant.ts";

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

/** What is not served is answered like any other address that nothing is at, whatever the interface says in its errors. */
const layers: readonly fc.Arbitrary<Variant>[] = [
  ...answerTraits,
  servesSome,
  ...recordTraits,
  ...configurationTraits,
];

/** Those that are written by hand see ids as the sandbox has them; one reads the text of answers, which others write anew. */
const byHand = variants.filter(({ id }) => id !== "crm-ids-are-wide");
const handLayer = layers.indexOf(servesSome) + 0.5;

/** A variant, and how far it is from the caller. */
interface Layered {
  readonly layer: number;
  readonly variant: Variant;
}

/** Rows that say most of what providers differ in are drawn more often. */
const weights = new Map<fc.Arbitrary<Variant>, number>([
  [unknownProperty, 5],
  [servesSome, 3],
]);

const ofRows: fc.Arbitrary<Layered> = fc.oneof(
  ...layers.map((row, layer) => ({
    weight: weights.get(row) ?? 1,
    arbitrary: row.map((variant) => ({ layer, variant })),
  })),
);
const ofHand: fc.Arbitrary<Layered> = fc
  .constantFrom(...byHand)
  .map((variant) => ({ layer: handLayer, variant }));

/** Variants that go together: one alone, or many. */
const anyVariants: fc.Arbitrary<readonly Variant[]> = fc
  .oneof(
    { weight: 1, arbitrary: ofRows.map((one) => [one]) },
    { weight: 2, arbitrary: fc.array(ofRows, { maxLength: 6 }) },
    {
      weight: 3,
      arbitrary: fc.array(fc.oneof({ weight: 2, arbitrary: ofRows }, { weight: 1, arbitrary: ofHand }), {
        maxLength: 16,
      }),
    },
  )
  .map((drawn) => {
    const layerOf = new Map(drawn.map(({ variant, layer }) => [variant, layer]));
    const together = compatible([...layerOf.keys()]);
    return together.toSorted((one, other) => (layerOf.get(one) ?? 0) - (layerOf.get(other) ?? 0));
  });

const optional = await optionalSettings();

/** Everything, the main credentials alone, or any subset. */
const without = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 1, arbitrary: fc.constant(optional) },
  { weight: 3, arbitrary: fc.subarray([...optional], { maxLength: 6 }) },
  { weight: 2, arbitrary: fc.subarray([...optional]) },
);

const budget = fc.option(fc.constantFrom(40, 100, 200, 300, 500, 1000), { nil: undefined, freq: 4 });

/** Any target that keeps to what is stated, whatever it assumes, holds and chose, and however it is configured. */
const targetOf = (size: {
  readonly interfaces: number;
  readonly donors: number;
  readonly requests?: number;
}): fc.Arbitrary<Trial> =>
  fc
    .record({
      assumptions: fc.oneof(fc.constant({}), assumptions),
      variants: anyVariants,
      interfaces: fc.subarray([...interfaceNames], { minLength: 1, maxLength: size.interfaces }),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      scale: fc.integer({ min: 1, max: size.donors }),
      isLive: fc.boolean(),
      isReadOnly: fc.boolean(),
      slowness: fc.constantFrom(0, 0, 200, 4000),
      budget,
      without,
    })
    .map(({ budget: drawn, ...target }) => {
      const requests = Math.min(drawn ?? Infinity, size.requests ?? Infinity);
      return requests === Infinity ? target : { ...target, budget: requests };
    });

export const anyTarget: fc.Arbitrary<Trial> = targetOf({ interfaces: 3, donors: 60 });

/** One interface, few records and few requests: many of them in a few seconds. */
export const anySmallTarget: fc.Arbitrary<Trial> = targetOf({ interfaces: 1, donors: 8, requests: 120 });

/** What a target is, in a line. */
export const textOf = ({ variants: some, ...target }: Trial): string =>
  JSON.stringify({ ...target, variants: some.map(({ id }) => id) });
