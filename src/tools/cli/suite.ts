import { checks, observers } from "../../contract/generated/checks.ts";
import { facts, unknowns } from "../../contract/generated/registry.ts";
import type { Check } from "../../harness/model/check.ts";
import type { Fact, Unknown } from "../../harness/model/fact.ts";
import type { Observer } from "../../harness/model/observer.ts";

/** Everything that can be asked for by its id. */
export interface Suite {
  readonly checks: readonly Check[];
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly observers: readonly Observer[];
}

export const suite: Suite = { checks, facts, unknowns, observers };

/** The checks that hold a target to a fact. */
export const checksOf = (fact: string, { checks: all }: Suite): readonly Check[] =>
  all.filter(({ facts: ids }) => ids.includes(fact));
