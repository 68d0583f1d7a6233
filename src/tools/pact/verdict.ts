import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { InteractionResult, PactResult } from "./verify-pact.ts";

const some = ({ interactions }: PactResult, status: InteractionResult["status"]): boolean =>
  interactions.some((one) => one.status === status);

/** Whether a pact was found not to hold. */
export const isWrong = (result: PactResult): boolean =>
  result.contradictions.some(({ severity }) => severity === "error") || some(result, "failed");

/** Whether nothing of a pact was asked, so that nothing is known of it. */
const isEmpty = ({ interactions }: PactResult): boolean =>
  interactions.every(({ status }) => status === "left-out");

/** Why the results of a run must not be published to a broker; undefined when they may be. */
export const whyUnpublished = (results: readonly PactResult[]): string | undefined => {
  if (results.some((result) => some(result, "not-judged"))) return "not every interaction could be judged";
  // A success would vouch for what nobody has asked.
  if (results.some((result) => !isWrong(result) && (isEmpty(result) || some(result, "left-out"))))
    return "interactions were left out";
  return undefined;
};

/** As of every run: who stopped it comes first, then what it found, then what it could not judge. */
export const exitCodeOfPacts = (results: readonly PactResult[], isInterrupted: boolean): number => {
  if (isInterrupted) return exitCodes.interrupted;
  if (results.some(({ stopped }) => stopped !== undefined)) return exitCodes.stopped;
  if (results.some(isWrong)) return exitCodes.findings;
  return results.some((result) => isEmpty(result) || some(result, "not-judged"))
    ? exitCodes.notJudged
    : exitCodes.conformant;
};
