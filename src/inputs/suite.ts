import { checkFiles, checks, observers } from "../checks/generated/checks.ts";
import { interfaceNames } from "../builtin/interface-name.ts";
import { facts, unknowns } from "../builtin/generated/registry.ts";
import type { Check } from "../core/model/check.ts";
import type { Contract } from "../core/model/contract.ts";

/** Everything that has an id that users may name. */
export type Suite = Pick<Contract, "interfaces" | "checks" | "facts" | "unknowns" | "observers">;

/** That of the built-in contract. */
export const suite: Suite = { interfaces: interfaceNames, checks, facts, unknowns, observers };

/** The file of the repository that defines a check. */
export const checkFile = (check: Check): string | undefined => {
  const [file] = checkFiles.find(([, all]) => all.includes(check)) ?? [];
  return file === undefined ? undefined : `src/checks/${file}`;
};

/** The checks that test a fact. */
export const checksOf = (fact: string, { checks: all }: Suite): readonly Check[] =>
  all.filter(({ facts: ids }) => ids.includes(fact));

/** Ids of the facts that a run can judge. */
export const factsToRequire = ({ facts: all }: Pick<Suite, "facts">): readonly string[] =>
  all.filter(({ see }) => see !== "static").map(({ id }) => id);
