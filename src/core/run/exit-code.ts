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

/** `inconclusive`: not judged; `stopped`: by a safety rule or a spent budget; `interrupted`: by its signal. */
export type Verdict = "conformant" | "findings" | "inconclusive" | "stopped" | "interrupted";

export const codeOfVerdict: Readonly<Record<Verdict, number>> = {
  conformant: exitCodes.conformant,
  findings: exitCodes.findings,
  inconclusive: exitCodes.notJudged,
  stopped: exitCodes.stopped,
  interrupted: exitCodes.interrupted,
};

// The keys of `codeOfVerdict`.
const verdicts = Object.keys(codeOfVerdict) as readonly Verdict[];

export const verdictOfCode = (code: number): Verdict =>
  verdicts.find((verdict) => codeOfVerdict[verdict] === code) ?? "inconclusive";

/** An intended end comes first, then findings: a defect counts even if the rest was not judged. */
export const verdictOf = (footer: RunFooter, failOn: FailOn = "error"): Verdict => {
  const reason = footer.stopped?.reason;
  if (reason === "interrupted") return "interrupted";
  if (reason === "safety" || reason === "budget") return "stopped";
  if (footer.report.findings.some((finding) => isFailing(finding, failOn))) return "findings";
  return footer.complete ? "conformant" : "inconclusive";
};

export const exitCodeOf = (footer: RunFooter, failOn?: FailOn): number =>
  codeOfVerdict[verdictOf(footer, failOn)];
