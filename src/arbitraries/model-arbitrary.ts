import * as fc from "fast-check";
import type { Rule } from "../core/model/violation.ts";

/** A value that breaks exactly one rule, and where. */
export interface NearMiss {
  readonly value: unknown;
  readonly broken: { readonly pointer: string; readonly rule: Rule };
}

/** Near misses that break the same rule at the same location. */
export interface NearMissArbitrary {
  readonly rule: Rule;
  /** Pointer of the location, with `*` for any item or name. */
  readonly location: string;
  readonly arbitrary: fc.Arbitrary<NearMiss>;
}

/** Values of a documented schema, and values that narrowly violate it. */
export interface ModelArbitrary<Value = unknown> {
  readonly valid: fc.Arbitrary<Value>;
  /** One for each location and rule that can be broken alone; empty for a schema that accepts anything. */
  readonly nearMisses: readonly NearMissArbitrary[];
}

/**
 * Near misses of a model; every location and rule is equally likely.
 * @throws Error for a model that accepts anything.
 * @example
 * ```ts
 * import * as fc from "fast-check";
 * import { nearMissOf, readArbitraries } from "tripact/arbitraries";
 *
 * const shop = await readArbitraries("openapi.yaml");
 * const [miss] = fc.sample(nearMissOf(shop.request("createOrder").body), 1);
 * console.log(typeof miss?.broken.rule); // string
 * ```
 */
export const nearMissOf = (model: ModelArbitrary<unknown>): fc.Arbitrary<NearMiss> => {
  if (model.nearMisses.length === 0) throw new Error("nothing can miss a model that takes anything");
  return fc.oneof(...model.nearMisses.map(({ arbitrary }) => arbitrary));
};
