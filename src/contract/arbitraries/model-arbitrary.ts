import * as fc from "fast-check";
import type { Rule } from "../../harness/model/violation.ts";

/** A value with exactly one rule broken, and where. */
export interface NearMiss {
  readonly value: unknown;
  readonly broken: { readonly pointer: string; readonly rule: Rule };
}

/** Near misses that break the same rule at the same place. */
export interface NearMissArbitrary {
  readonly rule: Rule;
  /** Pointer of the place, with `*` for any item or name. */
  readonly location: string;
  readonly arbitrary: fc.Arbitrary<NearMiss>;
}

/** Values of a documented schema, and values that only just miss it. */
export interface ModelArbitrary<Value> {
  readonly valid: fc.Arbitrary<Value>;
  /** One for each place and rule that can be broken alone; none for a schema that takes anything. */
  readonly nearMisses: readonly NearMissArbitrary[];
}

/**
 * Near misses of a model, every place and rule as likely as any other.
 * @throws Error for a model that takes anything, which nothing can miss.
 */
export const nearMissOf = (model: ModelArbitrary<unknown>): fc.Arbitrary<NearMiss> => {
  if (model.nearMisses.length === 0) throw new Error("nothing can miss a model that takes anything");
  return fc.oneof(...model.nearMisses.map(({ arbitrary }) => arbitrary));
};
