import type { ActiveCheck, Check, AnyPlan, PlanContext } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { type AnyCall, type Exchange, responseOf } from "../model/exchange.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import type { Finding, Step } from "../model/finding.ts";
import type { RunEvent, RunFooter } from "../model/run-event.ts";
import { plural } from "../output/plural.ts";
import { follow } from "./create-run.ts";
import { curlOf } from "./curl.ts";
import type { Verdict } from "./exit-code.ts";
import { createLabels, restricted } from "./restricted-plan.ts";
import type { Mask } from "../privacy/mask.ts";
import type { Picks, RunOptions } from "./run-options.ts";
import { run } from "./run.ts";

export interface AskedAgain {
  readonly finding: Finding;
  readonly check: Check;
  /** How the plans of its run picked. */
  readonly picks: Picks;
}

type AgainOptions = Omit<RunOptions, "chosen" | "effort" | "picks" | "plan" | "asking"> & {
  readonly mask: Mask;
};

type See = (event: RunEvent) => void | Promise<void>;

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

const stepsOf = (
  { steps, alsoAsked = [], replay }: Finding,
  check: Check,
  { anew }: Pick<Contract, "anew">,
): Steps => {
  // A passive check asks nothing, and without steps nothing says who did.
  if (replay !== undefined && (steps !== undefined || check.effect !== "passive"))
    return new Map([check.id, ...(steps ?? []).map((step) => step.check)].map((id) => [id, "all"]));
  // What a plan asks next may depend on what it has learnt itself.
  if (anew !== undefined && steps !== undefined) return new Map(steps.map((step) => [step.check, "all"]));
  return steps === undefined
    ? undefined
    : new Map(
        [...Map.groupBy(steps, (step) => step.check)].map(([id, same]) => [
          id,
          new Set([...same.map(({ label }) => label), ...alsoAsked]),
        ]),
      );
};

/** A request as a finding shows it, without the server's address: that may have moved. */
const requestIn = (curl: string): string => curl.replace(/https?:\/\/[^/\s'"]+/, "");

/** Names the calls of a run as steps do, by their checks. */
const createStepLabels = () => {
  const known = new Map<AnyCall, string>();
  const ofCheck = new Map<string, ReturnType<typeof createLabels>>();
  return (check: string, call: AnyCall): string => {
    const labelOf = ofCheck.get(check) ?? createLabels();
    ofCheck.set(check, labelOf);
    // A call that was retried keeps its name.
    const label = known.get(call) ?? labelOf(call);
    known.set(call, label);
    return label;
  };
};

/**
 * What a replay asks for: all steps; or the whole plan, which may leave out steps that only wrong answers lead to, but
 * not the one that was answered wrongly; or all of the run, which is the same run again.
 */
type Extent = "steps" | "plan" | "run";

/** The requests that show a finding and that a replay has not had answered yet. */
const createUnanswered = ({ check, steps, curl }: Finding, mask: Mask) => {
  const all: readonly Step[] = steps ?? [{ check, label: "", curl, wrong: true }];
  const left = new Set(all);
  return {
    /** By its label if an id or a number in it follows from other answers, else by itself. */
    see(asker: string, label: string, exchange: Exchange): void {
      if (responseOf(exchange) === undefined) return;
      const own = requestIn(mask.mask(curlOf(exchange.request)));
      for (const step of left) {
        const isSame = (step.check === asker && step.label === label) || requestIn(step.curl) === own;
        if (isSame) left.delete(step);
      }
    },
    /** Why nothing can be gone after what was asked; undefined if it can. */
    reason(extent: Extent): string | undefined {
      const lacking = [...left].filter(({ wrong }) => extent === "steps" || wrong === true);
      return lacking.length === 0 || extent === "run"
        ? undefined
        : `${left.size} of the ${plural(all.length, "request")} that showed it were not answered`;
    },
  };
};

/** A finding that is asked for again, and what was answered of it so far. */
export interface Sought extends AskedAgain {
  readonly unanswered: ReturnType<typeof createUnanswered>;
}

export const soughtOf = (asked: AskedAgain, mask: Mask): Sought => ({
  ...asked,
  unanswered: createUnanswered(asked.finding, mask),
});

const judged = (
  footer: RunFooter | undefined,
  verdict: FactVerdict | undefined,
  { finding, unanswered }: Sought,
  extent: Extent,
): Pick<AnsweredAgain, "state" | "reason"> => {
  const isThere = footer?.report.findings.some(({ fingerprint }) => fingerprint === finding.fingerprint);
  if (isThere === true) return { state: "still there" };
  const stopped = footer === undefined ? "the run ended without a report" : footer.stopped?.message;
  if (stopped !== undefined) return { state: "not judged", reason: stopped };
  if (verdict?.kind === "passed" || verdict?.kind === "failed") {
    const why = unanswered.reason(extent);
    return why === undefined ? { state: "gone" } : { state: "not judged", reason: why };
  }
  const reason = verdict?.kind === "not-applicable" ? verdict.reason : "nothing that shows it was answered";
  return { state: "not judged", reason };
};

/** Makes a run, and judges each finding by it. */
const judgedBy = async (
  all: readonly Sought[],
  again: AgainOptions & RunOptions,
  see: See,
  extent: Extent,
): Promise<readonly AnsweredAgain[]> => {
  const { mask } = again;
  const labelOf = createStepLabels();
  const verdicts = new Map<string, FactVerdict>();
  const footer = await follow(run(again), async (event) => {
    await see(event);
    if (event.type === "exchange") {
      const { check, exchange } = event;
      const label = exchange.call === undefined ? "" : labelOf(check, exchange.call);
      for (const { unanswered } of all) unanswered.see(check, mask.mask(label), exchange);
    }
    if (event.type === "verdict") verdicts.set(`${event.check} ${event.fact}`, event.verdict);
  });
  return all.map((one) => {
    const verdict = verdicts.get(`${one.check.id} ${one.finding.fact}`);
    return { ...judged(footer, verdict, one, extent), footer };
  });
};

const attempt = async (
  sought: Sought,
  steps: Steps,
  options: AgainOptions,
  see: See,
): Promise<AnsweredAgain> => {
  const { check, finding, picks } = sought;
  const replay = steps === undefined ? undefined : finding.replay;
  const plan = (asking: ActiveCheck, context: PlanContext): AnyPlan => {
    const whole = asking.plan(replay === undefined ? context : { ...context, replay });
    const labels = steps?.get(asking.id) ?? "all";
    return labels === "all"
      ? whole
      : restricted(whole, (label) => labels.has(label), options.contract.operations);
  };
  const again: AgainOptions & RunOptions = {
    ...options,
    chosen: [check],
    effort: "plans",
    picks,
    plan,
    ...(steps === undefined ? {} : { asking: new Set(steps.keys()) }),
  };
  const isWhole = replay === undefined && [...(steps?.values() ?? [])].every((labels) => labels === "all");
  const [answered] = await judgedBy([sought], again, see, isWhole ? "plan" : "steps");
  return answered ?? { state: "not judged", footer: undefined };
};

/** Whether the run ended early: another would, too. */
export const isCut = ({ footer }: AnsweredAgain): boolean =>
  footer?.stopped !== undefined && footer.stopped.reason !== "nothing-judged";

/** A judge with less evidence than a whole plan may err: it may miss what earlier requests cause. */
const isSettled = (answered: AnsweredAgain, { finding, check }: Sought): boolean => {
  const { state, footer } = answered;
  if (isCut(answered)) return true;
  const now = footer?.report.findings.find(({ fingerprint }) => fingerprint === finding.fingerprint);
  return state === "still there" && (check.effect === "passive" || isSaidAlike(now, finding));
};

const isSaidAlike = (now: Finding | undefined, then: Finding): boolean =>
  now?.message === then.message && now.expected === then.expected && now.actual === then.actual;

/** Asks for a finding again: first by its steps, then, if these do not reproduce it, by the whole plan. */
export const askAgain = async (sought: Sought, options: AgainOptions, see: See): Promise<AnsweredAgain> => {
  const { finding, check } = sought;
  const steps = stepsOf(finding, check, options.contract);
  const first = await attempt(sought, steps, options, see);
  const isWhole = finding.replay !== undefined || options.contract.anew !== undefined;
  if (steps === undefined || isWhole || isSettled(first, sought)) return first;
  const whole = new Map([...steps.keys()].map((id) => [id, "all"] as const));
  return attempt(sought, whole, options, see);
};

/**
 * Asks for everything that their run asked for: for a target that forgets what was asked before, and may have shown
 * them because of that.
 */
export const askForAll = (
  all: readonly Sought[],
  options: AgainOptions & Pick<RunOptions, "chosen">,
  see: See,
): Promise<readonly AnsweredAgain[]> => judgedBy(all, options, see, "run");
