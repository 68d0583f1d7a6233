import { expect, test } from "vitest";
import { interfaceOf, reportOn } from "../../scripts/fault-run.ts";
import { contract } from "../../src/inputs/contract.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { validation } from "../../src/builtin/validation.ts";
import type { ActiveCheck, AnyPlan } from "../../src/core/model/check.ts";
import type { AnyCall, Exchange } from "../../src/core/model/exchange.ts";
import { createLabels } from "../../src/core/run/restricted-plan.ts";
import type { Finding } from "../../src/core/model/finding.ts";
import { problemsOf } from "../../src/core/problems/problems-of.ts";
import { createJudgeTools } from "../../src/core/run/judge.ts";
import { spread } from "../../src/core/run/picks.ts";
import { isNightly, someOf } from "../nightly.ts";

const tools = createJudgeTools(validation);

const runFor = async (id: string) => {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault is called ${id}`);
  const only = interfaceOf(fault.fact);
  const exchanges = new Map<number, Exchange>();
  const calls = new Map<string, AnyCall>();
  /** Notes each call by its name, also one that is answered with what another check was answered. */
  const noted = function* (check: string, plan: AnyPlan): AnyPlan {
    const labelOf = createLabels();
    for (let step = plan.next([]); step.done !== true;) {
      for (const call of step.value) calls.set(`${check} ${labelOf(call)}`, call);
      step = plan.next(yield step.value);
    }
  };
  const { findings } = await reportOn(fault, {
    explorations: false,
    allowWrites: isNightly,
    ...(only === undefined ? {} : { interfaces: [only] }),
    plan: (check, context) => noted(check.id, check.plan(context)),
    see: (event) => event.type === "exchange" && exchanges.set(event.number, event.exchange),
  });
  return { findings, exchanges: (finding: Finding) => exchangesOf(finding, exchanges, calls) };
};

const runs = new Map<string, ReturnType<typeof runFor>>();

/** What a run finds in the sandbox with a fault, and its exchanges by number. Each is run once. */
const runWith = (id: string): ReturnType<typeof runFor> => {
  const run = runs.get(id) ?? runFor(id);
  runs.set(id, run);
  return run;
};

/** The exchanges of a finding's steps, in their order, as its check has asked for them. */
const exchangesOf = (
  { steps = [], exchanges }: Finding,
  byNumber: ReadonlyMap<number, Exchange>,
  calls: ReadonlyMap<string, AnyCall>,
): readonly Exchange[] => {
  const [wrong, ...others] = exchanges.map((number) => byNumber.get(number));
  return steps.map((step) => {
    const exchange = step.wrong === true ? wrong : others.shift();
    const call = calls.get(`${step.check} ${step.label}`) ?? exchange?.call;
    if (exchange === undefined || call === undefined) throw new Error("a step without an exchange");
    return { ...exchange, call };
  });
};

const says = (check: ActiveCheck, exchanges: readonly Exchange[], { message, actual }: Finding): boolean => {
  try {
    return [...check.judge(exchanges, tools)].some(
      (one) => one.kind === "violation" && one.message === message && one.actual === actual,
    );
  } catch {
    return false;
  }
};

const isRead = ({ operation = "" }: Exchange): boolean => contract.operations[operation]?.effect === "read";

/** Whether a later request names what only an answer says. */
const isLearntFrom = ({ steps = [] }: Finding, index: number): boolean =>
  steps.slice(index + 1).some(({ curl }) => /\$\w+_ID\b/.test(curl));

const assertFewest = (finding: Finding, all: readonly Exchange[]): void => {
  const check = contract.checks.find(({ id }) => id === finding.check);
  const what = `${finding.check}: ${finding.message}`;
  if (check === undefined) throw new Error(`no check is called ${finding.check}`);
  if (check.effect === "passive") {
    const reads = all.filter((one, index) => isRead(one) && !isLearntFrom(finding, index));
    expect([what, reads.length]).toEqual([what, all.slice(-1).filter(isRead).length]);
    return;
  }
  expect([what, says(check, all, finding)]).toEqual([what, true]);
  for (const [index, one] of all.entries()) {
    if (!isRead(one) || isLearntFrom(finding, index)) continue;
    const rest = all.filter((other) => other !== one);
    expect([what, finding.steps?.[index]?.label, says(check, rest, finding)]).toEqual([
      what,
      finding.steps?.[index]?.label,
      false,
    ]);
  }
};

const hasSteps = ({ steps, replay, check }: Finding): boolean =>
  steps !== undefined &&
  replay === undefined &&
  contract.checks.find(({ id }) => id === check)?.effect !== "sandbox";

test.each(someOf(["filtered-list-counts-one-too-many", "filtered-query-counts-one-too-few"], 2))(
  "%s is shown by requests of which none can be left out",
  async (id) => {
    const { findings, exchanges } = await runWith(id);
    expect(findings.some(hasSteps)).toBe(true);
    for (const finding of findings.filter(hasSteps)) assertFewest(finding, exchanges(finding));
  },
);

test.runIf(isNightly)(
  "so are faults that are drawn from all",
  async () => {
    let count = 0;
    for (const { id } of spread(faults, 20, 7)) {
      const { findings, exchanges } = await runWith(id);
      for (const finding of findings.filter(hasSteps)) assertFewest(finding, exchanges(finding));
      count += findings.filter(hasSteps).length;
    }
    expect(count).toBeGreaterThan(5);
  },
  600_000,
);

test("a total that is wrong only with Filter is shown by one request, and its title says so", async () => {
  const { findings } = await runWith("filtered-list-counts-one-too-many");
  const [problem] = problemsOf({ findings });
  expect(problem).toMatchObject({
    what: expect.stringMatching(/^Only with `Filter`, .* total is \d+$/),
    reproduce: [expect.stringContaining("Filter=")],
    exchanges: [expect.any(Number)],
  });
  for (const { steps = [] } of findings) {
    expect(steps.length).toBeLessThanOrEqual(2);
    for (const { curl } of steps) expect(curl).toContain("Filter=");
  }
});
