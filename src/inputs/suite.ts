import { checks, observers } from "../contract/generated/checks.ts";
import { facts, unknowns } from "../contract/generated/registry.ts";
import type { Check } from "../harness/model/check.ts";
import type { Contract } from "../harness/model/contract.ts";

/** Everything that has an id that users may name. */
export type Suite = Pick<Contract, "checks" | "facts" | "unknowns" | "observers">;

export const suite: Suite = { checks, facts, unknowns, observers };

/** The checks that test a fact. */
export const checksOf = (fact: string, { checks: all }: Suite): readonly Check[] =>
  all.filter(({ facts: ids }) => ids.includes(fact));
