import { checks, observers } from "../contract/generated/checks.ts";
import { facts, unknowns } from "../contract/generated/registry.ts";
import type { Check } from "../harness/model/check.ts";
import type { Contract } from "../harness/model/contract.ts";

/** Everything that can be asked for by its id. */
export type Suite = Pick<Contract, "checks" | "facts" | "unknowns" | "observers">;

export const suite: Suite = { checks, facts, unknowns, observers };

/** The checks that hold a target to a fact. */
export const checksOf = (fact: string, { checks: all }: Suite): readonly Check[] =>
  all.filter(({ facts: ids }) => ids.includes(fact));
