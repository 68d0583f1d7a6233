import type { ActiveCheck, Check, Plan, PlanContext } from "../model/check.ts";
import type { Verdict as FactVerdict } from "../model/fact-verdict.ts";
import type { Finding } from "../model/finding.ts";
import type { RunEvent, RunFooter } from "../model/run-event.ts";
import { follow } from "./create-run.ts";
import type { Verdict } from "./exit-code.ts";
import { restricted } from "./restricted-plan.ts";
import type { Picks, RunOptions } from "./run-options.ts";
import { run } from "./run.ts";

export interface AskedAgain {
  readonly finding: Finding;
  readonly check: Check;
  /** How the plans of its run picked. */
  readonly picks: Picks;
}

type AgainOptions = Omit<RunOptions, "chosen" | "effort" | "picks" | "plan" | "asking">;

/** Outcome of asking for a finding again. */
export interface AnsweredAgain {
  readonly state: "still there" | "gone" | "not judged";
  /** Why it was not judged. */
  readonly reason?: string;
  /** Footer of the last run that was made for it; undefined if that run ended without one. */
  readonly footer: RunFooter | undefined;
}

/** A safety rule and the user come first; a finding seen again stays seen, however the run ended afterwards. */
export const verdictOfAnswer = ({ state, footer }: AnsweredAgain): Verdict => {
  const reason = footer?.stopped?.reason;
  if (reason === "interrupted") return "interrupted";
  if (reason === "safety") return "stopped";
  if (state === "still there") return "findings";
  if (reason === "budget") return "stopped";
  return state === "gone" ? "conformant" : "inconclusive";
};

/** Labels of the calls to ask, by check; undefined for every call that may show the finding. */
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
  let verdict: FactVerdict | undefined;
  const footer = await follow(run(again), async (event) => {
    await see(event);
    if (event.type === "verdict" && event.check === check.id && event.fact === finding.fact)
      verdict = event.verdict;
  });
  return { ...judged(footer, verdict, asked), footer };
};

/** A judge with less evidence than a whole plan may err: it may miss what earlier requests cause. */
const isSettled = ({ state, footer }: AnsweredAgain, { finding, check }: AskedAgain): boolean => {
  const reason = footer?.stopped?.reason;
  if (reason !== undefined && reason !== "nothing-judged") return true;
  const now = footer?.report.findings.find(({ fingerprint }) => fingerprint === finding.fingerprint);
  return state === "still there" && (check.effect === "passive" || isSaidAlike(now, finding));
};

const isSaidAlike = (now: Finding | undefined, then: Finding): boolean =>
  now?.message === then.message && now.expected === then.expected && now.actual === then.actual;

/** Asks for a finding again: first by its steps, then, if these do not reproduce it, by the whole plan. */
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
