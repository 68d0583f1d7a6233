import { type Assumptions, withDefaults } from "../../../src/sandbox/assumptions/assumptions.ts";
import { queryTypeOf, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";

/** What a sandbox was told to mean, as a discovery should find it. */
export interface Assumed {
  readonly field: string;
  readonly and: 0 | 1;
  readonly types: Readonly<Record<string, number>>;
}

const queried = ["donor", "gift", "campaign", "recurringGift", "segment"];

export const assumed = (chosen: Partial<Assumptions>): Assumed => {
  const assumptions = withDefaults(chosen);
  return {
    field: assumptions["U-12"],
    and: assumptions["U-14"] === "and-is-0" ? 0 : 1,
    types: Object.fromEntries(
      queryTypes
        .filter(({ name }) => queried.includes(name))
        .map((kind) => [kind.name, queryTypeOf(kind, assumptions)]),
    ),
  };
};
