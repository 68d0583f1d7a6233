import * as fc from "fast-check";
import {
  assumptionKeys,
  assumptionTable,
  type Assumptions,
} from "../../src/sandbox/assumptions/assumptions.ts";
import type { Entry } from "../../src/sandbox/assumptions/entry.ts";

const valueOf = (entry: Entry): fc.Arbitrary<string | number> => {
  switch (entry.kind) {
    case "choice":
      return fc.constantFrom(...entry.values);
    case "whole":
      return fc.oneof(
        fc.integer({ min: entry.minimum, max: entry.maximum }),
        ...(entry.orNone === true ? [fc.constant(0)] : []),
      );
    case "name":
      return fc.stringMatching(/^[a-z][A-Za-z0-9]{0,12}$/).filter((name) => !entry.taken.includes(name));
    case "header":
      return fc.stringMatching(/^[Xx]-[A-Za-z\d-]{1,12}$/);
    case "permutation":
      return fc.oneof(
        fc.constant("identity"),
        fc.nat(1e6).map((seed) => `permutation:${seed}`),
      );
  }
};

/** Every combination of values that the table allows. */
export const assumptionsArbitrary: fc.Arbitrary<Assumptions> = fc.record(
  Object.fromEntries(assumptionKeys.map((key) => [key, valueOf(assumptionTable[key])])),
  // Each value comes from the entry of its key.
) as unknown as fc.Arbitrary<Assumptions>;
