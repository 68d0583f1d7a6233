import type { InteractionResult, PactResult } from "./verify-pact.ts";

const some = ({ interactions }: PactResult, status: InteractionResult["status"]): boolean =>
  interactions.some((one) => one.status === status);

/** Whether verification found a pact to be wrong. */
export const isWrong = (result: PactResult): boolean =>
  result.contradictions.some(({ severity }) => severity === "error") || some(result, "failed");

/** Whether no interaction of a pact was sent, so that nothing is known about it. */
const isEmpty = ({ interactions }: PactResult): boolean =>
  interactions.every(({ status }) => status === "left-out");

/** Why the results of a run must not be published to a broker; undefined if they may be. */
export const whyUnpublished = (results: readonly PactResult[]): string | undefined => {
  if (results.some((result) => some(result, "not-judged"))) return "not every interaction could be judged";
  // A success would vouch for interactions that were never sent.
  if (results.some((result) => !isWrong(result) && (isEmpty(result) || some(result, "left-out"))))
    return "interactions were left out";
  return undefined;
};

/** As for every run: first who stopped it, then what it found, then what it could not judge. */
export const verdictOfPacts = (
  results: readonly PactResult[],
  isInterrupted: boolean,
): "conformant" | "findings" | "inconclusive" | "stopped" | "interrupted" => {
  if (isInterrupted) return "interrupted";
  if (results.some(({ stopped }) => stopped !== undefined)) return "stopped";
  if (results.some(isWrong)) return "findings";
  return results.some((result) => isEmpty(result) || some(result, "not-judged"))
    ? "inconclusive"
    : "conformant";
};

/** Interactions by status, and the number of contradictions to the OpenAPI documents. */
export interface PactCounts {
  readonly pacts: number;
  readonly verified: number;
  readonly failed: number;
  readonly leftOut: number;
  /** Absent if everything was judged. */
  readonly notJudged?: number;
  readonly contradictions: number;
}

export const pactCounts = (results: readonly PactResult[]): PactCounts => {
  const all = results.flatMap(({ interactions }) => interactions);
  const count = (status: InteractionResult["status"]): number =>
    all.filter((one) => one.status === status).length;
  const notJudged = count("not-judged");
  return {
    pacts: results.length,
    verified: count("verified"),
    failed: count("failed"),
    leftOut: count("left-out"),
    ...(notJudged === 0 ? {} : { notJudged }),
    contradictions: results
      .flatMap(({ contradictions }) => contradictions)
      .filter(({ severity }) => severity === "error").length,
  };
};
