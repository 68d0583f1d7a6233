import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import {
  assumptionKeys,
  assumptionTable,
  parseAssumptions,
  permutationOf,
  printAssumptions,
  withDefaults,
} from "../../src/sandbox/assumptions/assumptions.ts";
import type { Entry } from "../../src/sandbox/assumptions/entry.ts";
import { assumptionsArbitrary } from "./assumptions-arbitrary.ts";

describe("assumptions", () => {
  it("survive printing and parsing, whatever they are", () => {
    fc.assert(
      fc.property(assumptionsArbitrary, (assumptions) => {
        expect(withDefaults(parseAssumptions(printAssumptions(assumptions)))).toEqual(assumptions);
      }),
    );
  });

  it("print nothing when nothing differs from the defaults", () => {
    expect(printAssumptions(withDefaults())).toEqual([]);
  });

  it("are described, each with a default that its entry allows", () => {
    for (const key of assumptionKeys) {
      const entry: Entry = assumptionTable[key];
      expect(entry.description.length).toBeGreaterThan(10);
      expect(parseAssumptions([`${key}=${entry.default}`])).toEqual({ [key]: entry.default });
    }
  });

  it.each([
    ["U-14", "KEY=VALUE"],
    ["U-41=x", "tripact unknowns|did you mean"],
    ["extrafields=some", "did you mean extraFields"],
    ["U-14=and", "and-is-0, and-is-1"],
    ["U-27=many", "whole number"],
    ["U-27=0", "whole number"],
    ["U-27=100", "from 1500 to \\d+; a whole check needs so many"],
    ["U-28=1", "from 1500 to \\d+, or 0; a whole check"],
    ["U-12=values", "camelCase"],
    ["U-13=permutation:x", "permutation:SEED"],
    ["U-21.header=content-type", "a header name"],
    ["U-21.header=X Signature", "a header name"],
  ])("refuse %s with a hint", (setting, hint) => {
    let thrown: unknown;
    try {
      parseAssumptions([setting]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    expect(String((thrown as UsageError).hint)).toMatch(new RegExp(hint));
  });

  it("make permutations that lose nothing, and the same from the same seed", () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const order = permutationOf(`permutation:${seed}`, 30);
        expect(order.toSorted((one, other) => one - other)).toEqual(permutationOf("identity", 30));
        expect(permutationOf(`permutation:${seed}`, 30)).toEqual(order);
      }),
    );
  });
});
