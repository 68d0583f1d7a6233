import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sendAll, type ActiveCheck } from "../../../src/harness/model/check.ts";
import type { FailureOutcome } from "../../../src/harness/model/exchange.ts";
import type { StopReason } from "../../../src/harness/model/fact-verdict.ts";
import { createTriedLog } from "../../../src/harness/runner/draw-moves.ts";
import { alwaysAsked, type Offer } from "../../../src/harness/runner/planner.ts";
import type { RunOptions } from "../../../src/harness/runner/run-options.ts";
import { takeTurns } from "../../../src/harness/runner/take-turns.ts";
import { activeCheck, call, fakeTarget, tell, type FakeTarget } from "./kit.ts";

/** Asks for so many things that nobody else asks for. */
const asking = (id: string, requests: number, parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id,
    facts: [`F-${id}`],
    *plan() {
      yield* sendAll(
        Array.from({ length: requests }, (_, index) =>
          call(`${id} ${index}`, { path: { id: `${id}-${index}` } }),
        ),
      );
    },
    ...parts,
  });

const costs = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });

describe("a run that was cut short has had its turn", () => {
  const turnsAfter = async (failure: Partial<FailureOutcome>, more: Partial<RunOptions>) => {
    const tried = createTriedLog();
    const target = fakeTarget({
      budget: 100,
      answer: () => ({ kind: "failure", reason: "not-sent", message: "no answer", ...failure }),
    });
    const { footer } = await tell([asking("a", 3)], { target, tried, ...more });
    return { reason: footer.stopped?.reason, turns: tried.of("").count("", "turn") };
  };

  test("where nobody keeps it", async () => {
    expect(await turnsAfter({ stop: "budget" }, {})).toEqual({ reason: "budget", turns: 1 });
  });

  const cases: readonly { reason: StopReason; failure: Partial<FailureOutcome>; isKept: boolean }[] = [
    { reason: "budget", failure: { stop: "budget" }, isKept: true },
    { reason: "safety", failure: { stop: "safety" }, isKept: false },
    { reason: "unreachable", failure: { reason: "unreachable" }, isKept: false },
  ];
  test.each(cases)("unless it is kept: after $reason", async ({ reason, failure, isKept }) => {
    let kept = 0;
    const after = await turnsAfter(failure, { onCutShort: () => void (kept += 1) });
    expect({ ...after, kept }).toEqual({ reason, turns: isKept ? 0 : 1, kept: isKept ? 1 : 0 });
  });
});

describe("checks that take turns", () => {
  test("are asked within their share but for the first one, each once, what is covered least first", () => {
    fc.assert(
      fc.property(costs, fc.nat(100), (all, share) => {
        let left = 1000;
        const checks = all.map((_, index) => activeCheck({ id: `c${index}` }));
        const costOf = ({ id }: ActiveCheck): number => all[Number(id.slice(1))] ?? 0;
        const covered = ({ id }: ActiveCheck): number => (Number(id.slice(1)) * 7) % 5;
        const asked: string[] = [];
        const turns = takeTurns(checks, share, {
          left: () => left,
          isOver: () => false,
          covered,
          costOf,
          ask: (check) => {
            left -= costOf(check);
            return Promise.resolve({ skipped: "" });
          },
        });
        for (const { check } of turns) asked.push(check.id);
        expect(new Set(asked).size).toBe(asked.length);
        const first = checks.toSorted((one, other) => covered(one) - covered(other))[0];
        expect(asked[0]).toBe(share === 0 ? undefined : first?.id);
        const dearest = first === undefined ? 0 : costOf(first);
        expect(1000 - left).toBeLessThanOrEqual(Math.max(share, dearest));
      }),
    );
  });

  test("are all asked in the course of some runs, and each run has all the others", async () => {
    const always = asking("always", 20);
    const others = Array.from({ length: 6 }, (_, index) => asking(`turn${index}`, 10, { turns: 1 }));
    const tried = createTriedLog();
    const known = [always, ...others];
    const forecast = async () => ({
      costs: new Map(known.map(({ id }) => [id, id === "always" ? 20 : 10])),
      offers: [],
    });
    const seen = new Map<string, number>();
    for (let night = 0; night < 3; night += 1) {
      const target: FakeTarget = fakeTarget({ budget: 60, left: () => 60 - target.sent.length });
      const { footer } = await tell(known, { target, forecast, tried, effort: "budget" });
      expect(target.sent.length).toBeLessThanOrEqual(60);
      const passed = footer.report.facts.filter(({ status }) => status === "passed").map(({ id }) => id);
      expect(passed).toContain("F-always");
      for (const id of passed) seen.set(id, (seen.get(id) ?? 0) + 1);
      const waiting = footer.report.facts.filter(({ status }) => status === "skipped");
      expect(waiting.length).toBeGreaterThan(0);
      expect(waiting.every(({ reason }) => reason?.includes("later run"))).toBe(true);
    }
    expect(seen.size).toBe(known.length);
  });

  test("wait for nobody where there are requests enough", async () => {
    const { footer } = await tell([asking("a", 3, { turns: 5 })]);
    expect(footer.report.facts[0]?.status).toBe("passed");
  });
});

const offer = (check: string, facts: readonly string[]): Offer => ({
  check,
  requests: new Set([check]),
  judges: new Map(facts.map((fact) => [fact, new Set(["operation"])])),
});

const offers = fc
  .array(fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E"), { minLength: 1 }), { minLength: 1 })
  .map((all) => all.map((facts, index) => offer(`c${index}`, facts)));

test("the checks of every run judge all that is judged, and nothing is left out that fits", () => {
  fc.assert(
    fc.property(offers, fc.nat(60), (all, most) => {
      const each = new Map(all.map(({ check }, index) => [check, (index % 7) + 1]));
      const asked = alwaysAsked({ costs: each, offers: all }, most);
      const factsOf = (some: readonly Offer[]) => new Set(some.flatMap(({ judges }) => [...judges.keys()]));
      expect(factsOf(all.filter(({ check }) => asked.has(check)))).toEqual(factsOf(all));
      const sum = all.reduce((total, { check }) => total + (each.get(check) ?? 0), 0);
      if (sum <= most) expect(asked.size).toBe(all.length);
    }),
  );
});
