import { codeOfVerdict, type EndVerdict } from "../harness/runner/exit-code.ts";

/** What a run came to. */
export type Verdict = EndVerdict;

// The keys of the table above.
const verdicts = Object.keys(codeOfVerdict) as readonly Verdict[];

/** The verdict of an exit code that a report holds. */
export const verdictOfCode = (code: number): Verdict =>
  verdicts.find((verdict) => codeOfVerdict[verdict] === code) ?? "inconclusive";
