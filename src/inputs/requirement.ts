import type { RequirementOptions } from "./common-options.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { bothRequirements, type Requirement } from "../core/run/coverage.ts";
import { factsToRequire, type Suite } from "./suite.ts";
import { knownIds, wholeNumber } from "../core/output/values.ts";

/** @throws UsageError if the requirement is for a shard, which judges only a part */
const assertWhole = ({ minFacts, require }: RequirementOptions, isShard: boolean): void => {
  if (!isShard || (minFacts === undefined && require === undefined)) return;
  throw new UsageError("a shard judges only its part", {
    option: minFacts === undefined ? "require" : "minFacts",
    hint: "give it to tripact report merge",
  });
};

/**
 * The minimum that a run must judge, from the options and the configuration.
 * @throws UsageError for a number that cannot be reached, and for a fact that is unknown or that no run judges.
 */
export const requirementOf = (
  options: RequirementOptions,
  configured: Requirement | undefined,
  suite: Suite,
  isShard = false,
): Requirement => {
  assertWhole(options, isShard);
  const mistake =
    options.minFacts === undefined
      ? undefined
      : wholeNumber(1, factsToRequire(suite).length).mistake(options.minFacts, "minFacts");
  if (mistake !== undefined) throw mistake;
  const required = knownIds("require", options.require, factsToRequire(suite), "tripact facts lists them");
  return bothRequirements(configured, {
    ...(options.minFacts === undefined ? {} : { minFacts: options.minFacts }),
    ...(required === undefined ? {} : { facts: [...required] }),
  });
};
