import { judgeableFacts, type RequirementOptions } from "../../app/requirement.ts";
import { integerOf, listOf } from "./option-values.ts";

/** What must be judged, as the library takes it. @throws UsageError for what is no number */
export const requiredOf = ({
  minFacts,
  require,
}: {
  readonly minFacts?: string;
  readonly require?: readonly string[];
}): RequirementOptions => ({
  ...(minFacts !== undefined && { minFacts: integerOf("--min-facts", minFacts, 1, judgeableFacts.length) }),
  ...(require && { require: listOf(require) ?? [] }),
});
