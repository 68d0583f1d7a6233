import type { FactVerdict } from "../model/fact-verdict.ts";

/** Fingerprints of known findings; `checks` names the check of each if the baseline does. */
export interface KnownFindings extends ReadonlySet<string> {
  readonly checks?: ReadonlyMap<string, string>;
}

/** Reasons that may hide a known finding: a credential, a record or writes that this run lacked. */
const byConfiguration = /^(?:not configured|writes are off)/;

/**
 * Known findings that are gone: their check judged and did not find them; without a named check, only if the
 * configuration kept no check from judging.
 */
export const resolvedFindings = (
  baseline: KnownFindings,
  seen: ReadonlySet<string>,
  verdicts: readonly { readonly check: string; readonly verdict: FactVerdict }[],
): readonly string[] => {
  const judged = new Set(
    verdicts
      .filter(({ verdict }) => verdict.kind === "passed" || verdict.kind === "failed")
      .map(({ check }) => check),
  );
  const hidden = verdicts.some(
    ({ verdict }) => verdict.kind === "not-applicable" && byConfiguration.test(verdict.reason),
  );
  const hasJudged = (fingerprint: string): boolean => {
    const check = baseline.checks?.get(fingerprint);
    return check === undefined ? !hidden : judged.has(check);
  };
  return [...baseline].filter((one) => !seen.has(one) && hasJudged(one)).toSorted();
};
