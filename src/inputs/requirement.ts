import { UsageError } from "../core/model/usage-error.ts";
import { bothRequirements, type Requirement } from "../core/run/coverage.ts";
import { factsToRequire, type Suite } from "./suite.ts";
import { knownIds, type OptionUses, wholeNumber } from "../core/output/values.ts";

/** A number of facts; whether a contract has so many is known once it is. */
export const minFactsKind = wholeNumber(1, 100_000);

/** What a run must judge to be valid. */
export interface RequirementOptions {
  /** Minimum number of facts. */
  readonly minFacts?: number;
  /** These facts, by id. */
  readonly require?: readonly string[];
}

export const requirementUses: OptionUses<RequirementOptions> = { minFacts: "optional", require: "optional" };

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
      : wholeNumber(1, factsToRequire(suite).length)(options.minFacts, "minFacts");
  if (mistake !== undefined) throw mistake;
  const required = knownIds("require", options.require, factsToRequire(suite), "tripact facts lists them");
  return bothRequirements(configured, {
    ...(options.minFacts === undefined ? {} : { minFacts: options.minFacts }),
    ...(required === undefined ? {} : { facts: [...required] }),
  });
};
