/** How texts and missing values count where a target compares (U-13): the same for all of its operators. */
export interface Semantics {
  /** Whether A to Z count as a to z. */
  readonly ignoresCase: boolean;
  /** Whether `isEmpty` matches what holds nothing. */
  readonly emptyMatchesNull: boolean;
  /** Whether `notEquals` and other negations match what holds nothing. */
  readonly negationMatchesNull: boolean;
}

export type Trait = keyof Semantics;

export const traits: readonly Trait[] = ["ignoresCase", "emptyMatchesNull", "negationMatchesNull"];

/** What a target makes of a condition whose operands do not fit its operator. */
export const unfitPolicies = ["refuses", "matches nothing", "matches everything"] as const;

export type UnfitPolicy = (typeof unfitPolicies)[number];

/** One way in which a target may work, whatever its integers mean. */
export interface World {
  readonly semantics: Semantics;
  readonly unfit: UnfitPolicy;
  /** How likely it is before anything was asked. */
  readonly prior: number;
}

/** The usual value of each trait, and how likely it is beforehand. */
const usual: Readonly<Record<Trait, number>> = {
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
