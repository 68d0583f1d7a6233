import { UsageError } from "../../harness/model/usage-error.ts";
import { bothRequirements, type Requirement } from "../../harness/runner/coverage.ts";
import { integerOf, knownIds } from "./option-values.ts";
import type { Suite } from "./suite.ts";

interface RequirementOptions {
  readonly minFacts?: string;
  readonly require?: readonly string[];
  readonly shard?: string;
}

/** @throws UsageError where a shard, which judges a part, is held to the whole. */
const assertWhole = ({ minFacts, require, shard }: RequirementOptions): void => {
  if (shard === undefined || (minFacts === undefined && require === undefined)) return;
  throw new UsageError("a shard judges only its part", {
    location: minFacts === undefined ? "--require" : "--min-facts",
    hint: "give it to tripact report merge",
  });
};

/**
 * What a run must judge at the least, by the options and by the configuration.
 * @throws UsageError for a number that cannot be reached, and for a fact that is not known or that no run judges.
 */
export const requirementOf = (
  options: RequirementOptions,
  configured: Requirement | undefined,
  { facts }: Pick<Suite, "facts">,
): Requirement => {
  assertWhole(options);
  const judgeable = facts.filter(({ see }) => see !== "static").map(({ id }) => id);
  const required = knownIds("--require", options.require, judgeable, "tripact facts lists them");
  return bothRequirements(configured, {
    ...(options.minFacts === undefined
      ? {}
      : { minFacts: integerOf("--min-facts", options.minFacts, 1, judgeable.length) }),
    ...(required === undefined ? {} : { facts: [...required] }),
  });
};
