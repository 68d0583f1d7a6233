import { checkFiles, checks, observers } from "../checks/generated/checks.ts";
import { facts, unknowns } from "../builtin/generated/registry.ts";
import type { Check } from "../core/model/check.ts";
import type { Contract } from "../core/model/contract.ts";

/** Everything that has an id that users may name. */
export type Suite = Pick<Contract, "checks" | "facts" | "unknowns" | "observers">;

export const suite: Suite = { checks, facts, unknowns, observers };

/** The file of the repository that defines a check. */
export const checkFile = (check: Check): string | undefined => {
  const [file] = checkFiles.find(([, all]) => all.includes(check)) ?? [];
  return file === undefined ? undefined : `src/checks/${file}`;
};

/** The checks that test a fact. */
export const checksOf = (fact: string, { checks: all }: Suite): readonly Check[] =>
  all.filter(({ facts: ids }) => ids.includes(fact));
