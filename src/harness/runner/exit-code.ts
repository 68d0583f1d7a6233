import type { RunFooter } from "../model/run-event.ts";
import { type FailOn, isFailing } from "../model/verdict.ts";

/** Exit codes of every command; other programs rely on them. */
export const exitCodes = {
  conformant: 0,
  findings: 1,
  usage: 2,
  notJudged: 3,
  stopped: 4,
  interrupted: 130,
} as const;

/**
 * The exit code of a finished run. Whoever ended it on purpose comes first, then what it found, then what it
 * could not judge: a defect that was seen is a defect, whatever else was not.
 */
export const exitCodeOf = (footer: RunFooter, failOn: FailOn = "error"): number => {
  const reason = footer.stopped?.reason;
  if (reason === "interrupted") return exitCodes.interrupted;
  if (reason === "safety" || reason === "budget") return exitCodes.stopped;
  if (footer.report.findings.some((finding) => isFailing(finding, failOn))) return exitCodes.findings;
  return footer.complete ? exitCodes.conformant : exitCodes.notJudged;
};
