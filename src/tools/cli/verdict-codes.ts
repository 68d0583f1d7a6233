import { exitCodes } from "../../harness/runner/exit-code.ts";

/** The exit code of each verdict of the library. */
export const verdictCodes = {
  conformant: exitCodes.conformant,
  complete: exitCodes.conformant,
  declined: exitCodes.conformant,
  sound: exitCodes.conformant,
  findings: exitCodes.findings,
  wrong: exitCodes.usage,
  inconclusive: exitCodes.notJudged,
  stopped: exitCodes.stopped,
  interrupted: exitCodes.interrupted,
} as const;
