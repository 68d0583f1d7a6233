import type { ActiveCheck, Check, Plan, PlanContext } from "../model/check.ts";
import type { Verdict as FactVerdict } from "../model/fact-verdict.ts";
import type { Finding } from "../model/finding.ts";
import type { RunEvent, RunFooter } from "../model/run-event.ts";
import type { Verdict } from "./exit-code.ts";
import { restricted } from "./restricted-plan.ts";
import type { Picks, RunOptions } from "./run-options.ts";
import { run } from "./run.ts";

/** What is asked again. */
export interface AskedAgain {
  readonly finding: Finding;
  readonly check: Check;
  /** By what the plans of its run picked. */
  readonly picks: Picks;
}

/** A run that asks again: everything but what follows from what it asks. */
type AgainOptions = Omit<RunOptions, "chosen" | "effort" | "picks" | "plan" | "asking">;

/** What became of a finding. */
export interface AnsweredAgain {
  readonly state: "still there" | "gone" | "not judged";
  /** Why it was not judged. */
  readonly reason?: string;
  /** Of the last run that was made for it; undefined where that ended without one. */
  readonly footer: RunFooter | undefined;
}

/** A safety rule and the user come first; what was seen again is there, whatever ended the run afterwards. */
export const verdictOfAnswer = ({ state, footer }: AnsweredAgain): Verdict => {
  const reason = footer?.stopped?.reason;
  if (reason === "interrupted") return "interrupted";
  if (reason === "safety") return "stopped";
  if (state === "still there") return "findings";
  if (reason === "budget") return "stopped";
  return state === "gone" ? "conformant" : "inconclusive";
};

/** By check, the labels of the calls to be asked. Undefined where all that may show it is. */
type Steps = ReadonlyMap<string, ReadonlySet<string> | "all"> | undefined;

const stepsOf = ({ steps, alsoAsked = [], replay }: Finding, check: Check): Steps => {
  if (replay !== undefined)
    return new Map([check.id, ...(steps ?? []).map((step) => step.check)].map((id) => [id, "all"]));
  return steps === undefined
    ? undefined
    : new Map(
        [...Map.groupBy(steps, (step) => step.check)].map(([id, same]) => [
          id,
          new Set([...same.map(({ label }) => label), ...alsoAsked]),
        ]),
      );
};

const judged = (
  footer: RunFooter | undefined,
  verdict: FactVerdict | undefined,
  { finding }: AskedAgain,
): Pick<AnsweredAgain, "state" | "reason"> => {
  const isThere = footer?.report.findings.some(({ fingerprint }) => fingerprint === finding.fingerprint);
  if (isThere === true) return { state: "still there" };
  const stopped = footer === undefined ? "the run ended without a report" : footer.stopped?.message;
  if (stopped !== undefined) return { state: "not judged", reason: stopped };
  if (verdict?.kind === "passed" || verdict?.kind === "failed") return { state: "gone" };
  const reason = verdict?.kind === "not-applicable" ? verdict.reason : "nothing that shows it was answered";
  return { state: "not judged", reason };
};

const attempt = async (
  asked: AskedAgain,
  steps: Steps,
  options: AgainOptions,
  see: (event: RunEvent) => void | Promise<void>,
): Promise<AnsweredAgain> => {
  const { check, finding, picks } = asked;
  const { replay } = finding;
  const plan = (asking: ActiveCheck, context: PlanContext): Plan => {
    const whole = asking.plan(replay === undefined ? context : { ...context, replay });
    const labels = steps?.get(asking.id) ?? "all";
    return labels === "all"
      ? whole
      : restricted(whole, (label) => labels.has(label), options.contract.operations);
  };
  const again: RunOptions = {
    ...options,
    chosen: [check],
    effort: "plans",
    picks,
    plan,
    ...(steps === undefined ? {} : { asking: new Set(steps.keys()) }),
  };
  let footer: RunFooter | undefined;
  let verdict: FactVerdict | undefined;
  for await (const event of run(again)) {
    await see(event);
    if (event.type === "run-ended") footer = event;
    if (event.type === "verdict" && event.check === check.id && event.fact === finding.fact)
      verdict = event.verdict;
  }
  return { ...judged(footer, verdict, asked), footer };
};

/**
 * Whether a few steps have settled it. On less evidence than a whole plan gives it, a judge that finds something else may
 * be wrong, and one that finds nothing may have missed what earlier requests bring about.
 */
const isSettled = ({ state, footer }: AnsweredAgain, { finding, check }: AskedAgain): boolean => {
  const reason = footer?.stopped?.reason;
  if (reason !== undefined && reason !== "nothing-judged") return true;
  const now = footer?.report.findings.find(({ fingerprint }) => fingerprint === finding.fingerprint);
  return state === "still there" && (check.effect === "passive" || isSaidAlike(now, finding));
};

const isSaidAlike = (now: Finding | undefined, then: Finding): boolean =>
  now?.message === then.message && now.expected === then.expected && now.actual === then.actual;

/**
 * Asks for a finding again: for its steps and, where these do not show it as it was, for all that their plan asks. A
 * finding without steps is asked for by all that its check needs.
 */
export const askAgain = async (
  asked: AskedAgain,
  options: AgainOptions,
  see: (event: RunEvent) => void | Promise<void>,
): Promise<AnsweredAgain> => {
  const steps = stepsOf(asked.finding, asked.check);
  const first = await attempt(asked, steps, options, see);
  if (steps === undefined || asked.finding.replay !== undefined || isSettled(first, asked)) return first;
  const whole = new Map([...steps.keys()].map((id) => [id, "all"] as const));
  return attempt(asked, whole, options, see);
};
