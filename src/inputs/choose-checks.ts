import type { ChoiceOptions } from "./common-options.ts";
import type { Check } from "../core/model/check.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { Suite } from "./suite.ts";
import { knownIds } from "../core/output/values.ts";

export type ChosenChecks = ReturnType<typeof chooseChecks>;

/** A passive check judges any traffic; an active one calls all of its interfaces and needs each of them. */
const isOfInterfaces = (check: Check, names: ReadonlySet<string>): boolean =>
  check.effect === "passive"
    ? check.interfaces.some((name) => names.has(name))
    : check.interfaces.every((name) => names.has(name));

/**
 * The checks that `interfaces`, `facts` and `checks` select; all of them without these options.
 * @throws UsageError for an unknown id, and if no selected check can judge anything.
 */
export const chooseChecks = (options: ChoiceOptions, suite: Suite) => {
  const names = knownIds("interfaces", options.interfaces, suite.interfaces);
  const facts = knownIds(
    "facts",
    options.facts,
    suite.facts.map(({ id }) => id),
    "tripact facts lists them",
  );
  const ids = knownIds(
    "checks",
    options.checks,
    suite.checks.map(({ id }) => id),
    "tripact explain FACT lists those of a fact",
  );
  const chosen = suite.checks.filter(
    (check) =>
      (names === undefined || isOfInterfaces(check, names)) &&
      (facts === undefined || check.facts.some((fact) => facts.has(fact))) &&
      (ids === undefined || ids.has(check.id)),
  );
  const isStatic = suite.facts.some(({ id, see }) => facts?.has(id) === true && see === "static");
  if (chosen.length === 0 && !(isStatic && ids === undefined && names === undefined))
    throw new UsageError("`interfaces`, `facts` and `checks` select no check", {
      hint: "tripact facts lists what you can check",
    });
  return {
    checks: chosen,
    /** The interfaces that may be called; all of them if none was named. */
    interfaces: suite.interfaces.filter((name) => names?.has(name) ?? true),
  };
};
