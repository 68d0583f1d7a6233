import { codeOfVerdict, type EndVerdict } from "../harness/runner/exit-code.ts";

/** The verdict on a run. */
export type Verdict = EndVerdict;

// The keys of `codeOfVerdict`.
const verdicts = Object.keys(codeOfVerdict) as readonly Verdict[];

/** The verdict of an exit code that a report holds. */
export const verdictOfCode = (code: number): Verdict =>
  verdicts.find((verdict) => codeOfVerdict[verdict] === code) ?? "inconclusive";
