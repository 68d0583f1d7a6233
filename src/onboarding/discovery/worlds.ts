import type { Comparison } from "../../builtin/queries/meaning.ts";
/** How a target compares texts and missing values (U-13): the same for all of its operators. */
export type Semantics = Pick<Comparison, "ignoresCase" | "emptyMatchesNull" | "negationMatchesNull">;

export type SemanticTrait = keyof Semantics;

export const traits: readonly SemanticTrait[] = ["ignoresCase", "emptyMatchesNull", "negationMatchesNull"];

/** The reactions of a target to a condition whose operands do not fit its operator. */
export const unfitPolicies = ["refuses", "matches nothing", "matches everything"] as const;

export type UnfitPolicy = (typeof unfitPolicies)[number];

/** One possible behaviour of a target, whatever its integers mean. */
export interface World {
  readonly semantics: Semantics;
  readonly unfit: UnfitPolicy;
  /** Its probability before any request. */
  readonly prior: number;
}

/** The usual value of each trait, and its prior probability. */
const usual: Readonly<Record<SemanticTrait, number>> = {
  ignoresCase: 0.6,
  emptyMatchesNull: 0.7,
  negationMatchesNull: 0.3,
};

const policyPriors: Readonly<Record<UnfitPolicy, number>> = {
  refuses: 0.5,
  "matches nothing": 0.4,
  "matches everything": 0.1,
};

const both = [true, false] as const;

/** Every combination of traits, the usual one first. */
export const allSemantics: readonly Semantics[] = both.flatMap((ignoresCase) =>
  both.flatMap((emptyMatchesNull) =>
    both
      .toReversed()
      .map((negationMatchesNull): Semantics => ({ ignoresCase, emptyMatchesNull, negationMatchesNull })),
  ),
);

const priorOf = (semantics: Semantics): number =>
  traits.reduce((chance, trait) => chance * (semantics[trait] ? usual[trait] : 1 - usual[trait]), 1);

export const worlds: readonly World[] = allSemantics.flatMap((semantics) =>
  unfitPolicies.map((unfit) => ({ semantics, unfit, prior: priorOf(semantics) * policyPriors[unfit] })),
);
