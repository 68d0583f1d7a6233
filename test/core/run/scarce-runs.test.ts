import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sendAll, type ActiveCheck } from "../../../src/core/model/check.ts";
import { createTriedLog } from "../../../src/core/run/draw-moves.ts";
import type { Call, FailureOutcome } from "../../../src/core/model/exchange.ts";
import type { StopReason } from "../../../src/core/model/fact-verdict.ts";
import type { Tally } from "../../../src/core/model/tally.ts";
import {
  activeCheck,
  call,
  failure,
  fakeTarget,
  type FakeTarget,
  notSent,
  ofType,
  ok,
  type RunParts,
  runToEnd,
  wrong,
} from "./kit.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";
import { tries } from "../../nightly.ts";

const thingsOf = (id: string, count: number): readonly Call[] =>
  Array.from({ length: count }, (_, index) => call(`${id} ${index}`, { path: { id: `${id}-${index}` } }));

/** Asks about so many things, of which it is content with a few. */
const picking = (id: string, items: number, few: number, parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id,
    facts: [`F-${id}`],
    *plan({ sample }) {
      yield* sendAll(sample(thingsOf(id, items), few));
    },
    ...parts,
  });

const limited = (budget: number, parts: Parameters<typeof fakeTarget>[0] = {}): FakeTarget => {
  const target: FakeTarget = fakeTarget({ budget, left: () => budget - target.sent.length, ...parts });
  return target;
};

const urlsOf = ({ sent }: FakeTarget): readonly string[] => sent.map(({ url }) => url);

const checks = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d"),
    items: fc.nat(30),
    few: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, selector: ({ id }) => id },
);

const all = { effort: "budget" } as const;

/** What a run reports of its turns, cut short after so many requests of each of its parts. */
const reportedOf = async (some: readonly ActiveCheck[], cuts: readonly number[]) => {
  const tried = createTriedLog([{ check: "", before: "", step: "turn", times: 6 }]);
  tried.of("").note("b", "turn", 3);
  let saved: Tally | undefined;
  for (const cut of [...cuts, Infinity]) {
    let kept: Tally | undefined;
    const target: FakeTarget = limited(200, {
      concurrency: 1,
      answer: () => (target.sent.length > cut ? notSent("budget", "spent") : ok()),
    });
    const { footer } = await runToEnd(some, {
      target,
      tried,
      onCutShort: (one) => (kept = one),
      ...(saved === undefined ? {} : { resume: saved }),
    });
    const { run, facts } = footer.report;
    if (kept === undefined) return { turn: run.turn, turns: run.turns, facts };
    // The store holds it as text, and another run may come in between.
    saved = JSON.parse(JSON.stringify(kept)) as Tally;
    tried.of("").note("", "turn");
  }
  throw new Error("the last part of the run is cut short, too");
};

test("a run that was cut short and resumed reports the turns and the parts of all of it", async () => {
  const some = ["a", "b", "c", "d"].map((id) => picking(id, 12, 2));
  const whole = await reportedOf(some, []);
  expect(whole).toMatchObject({ turn: 7, turns: { a: 1, b: 4 } });
  expect(whole.facts.map(({ part }) => part)).toEqual(some.map(() => ({ asked: 2, of: 12 })));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }), async (cuts) => {
      expect(await reportedOf(some, cuts)).toEqual(whole);
    }),
    tries(8, 15),
  );
});

describe("what is left of a scarce budget", () => {
  test("goes to more of what plans pick from: never more than there is, none of it twice, the same again", async () => {
    await fc.assert(
      fc.asyncProperty(checks, fc.integer({ min: 20, max: 200 }), async (of, budget) => {
        const once = async () => {
          const target = limited(budget);
          const { footer } = await runToEnd(
            of.map(({ id, items, few }) => picking(id, items, few)),
            { target, ...all },
          );
          return { target, footer };
        };
        const { target, footer } = await once();
        expect(target.sent.length).toBeLessThanOrEqual(budget);
        expect(footer.complete).toBe(of.some(({ items }) => items > 0));
        expect(new Set(urlsOf(target)).size).toBe(target.sent.length);
        expect(urlsOf((await once()).target)).toEqual(urlsOf(target));
      }),
      tries(10, 25),
    );
  });

  test("asks all where there is enough for it, and with more requests nothing less", async () => {
    await fc.assert(
      fc.asyncProperty(checks, fc.integer({ min: 20, max: 80 }), async (of, budget) => {
        const asked = async (most: number) => {
          const target = limited(most);
          await runToEnd(
            of.map(({ id, items, few }) => picking(id, items, few)),
            { target, ...all },
          );
          return target.sent.length;
        };
        expect(await asked(1000)).toBe(of.reduce((sum, { items }) => sum + items, 0));
        expect(await asked(budget * 2)).toBeGreaterThanOrEqual(Math.min(await asked(budget), budget));
      }),
      tries(5, 10),
    );
  });

  test("stays where nobody asked for it to be used", async () => {
    const target = limited(100);
    await runToEnd([picking("a", 30, 2)], { target });
    expect(target.sent).toHaveLength(2);
  });

  test("is kept for what comes later, and not touched where nobody knows what that needs", async () => {
    const writes = activeCheck({ id: "z", effect: "write", facts: ["F-z"] });
    const unknown = limited(100);
    await runToEnd([picking("a", 30, 2), writes], { target: unknown, ...all });
    expect(unknown.sent).toHaveLength(3);
    const known = limited(30);
    const forecast = async () => ({ costs: new Map([["z", 12]]), offers: [] });
    await runToEnd([picking("a", 30, 2), writes], { target: known, forecast, ...all });
    // Four are kept for what is asked again.
    expect(known.sent.length).toBeLessThanOrEqual(30 - 12 - 4 + 1);
    expect(known.sent.length).toBeGreaterThan(5);
  });

  test("finds what the first portion did not reach, and asks no more of what has failed", async () => {
    const judging = picking("a", 12, 1, {
      *judge(exchanges) {
        const found = exchanges.find(({ call: of }) => of?.label === "a 3");
        if (found !== undefined) yield wrong(found);
      },
    });
    const first = await runToEnd([judging], { target: limited(50) });
    expect(first.footer.report.facts[0]?.status).toBe("passed");
    const { footer, events } = await runToEnd([judging], { target: limited(50), ...all });
    expect(footer.report.facts[0]).toMatchObject({ status: "failed" });
    expect(footer.report.findings).toHaveLength(1);
    expect(footer.report.run.portions).toBeGreaterThan(0);
    const asked = ofType(events, "exchange").length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(12);
  });

  test("is not all: a fact that was judged on a part of what its check picks from says so", async () => {
    const factsWith = async (budget: number) =>
      (await runToEnd([picking("a", 30, 2)], { target: limited(budget), ...all })).footer.report.facts;
    const [few] = await factsWith(20);
    expect(few).toMatchObject({ status: "passed", part: { of: 30 } });
    expect(few?.part?.asked).toBe(few?.exchanges);
    expect((await factsWith(1000))[0]).not.toHaveProperty("part");
    const { footer } = await runToEnd([picking("a", 30, 2)]);
    expect(footer.report.facts[0]).not.toHaveProperty("part");
  });

  test("is answered from what was asked, also where a call wants its answer fresh", async () => {
    const fresh = picking("a", 4, 1, {
      *plan({ sample }) {
        yield* sendAll([call("first", { fresh: true })]);
        yield* sendAll(sample([1, 2, 3, 4], 1).map((item) => call(`item ${item}`, { path: { id: item } })));
      },
    });
    const target = limited(50);
    await runToEnd([fresh], { target, ...all });
    expect(target.sent).toHaveLength(5);
  });
});

describe("turns", () => {
  test("of a report are those that were asked: with them, a run asks for the same again", async () => {
    await fc.assert(
      fc.asyncProperty(checks, fc.integer({ min: 1, max: 3 }), async (of, runs) => {
        const some = of.map(({ id, items, few }) => picking(id, items, few));
        const tried = createTriedLog();
        for (let earlier = 1; earlier < runs; earlier += 1)
          await runToEnd(some, { target: limited(100), tried, ...all });
        const target = limited(100);
        const { turn, turns, portions } = (await runToEnd(some, { target, tried, ...all })).footer.report.run;
        if (runs === 1) expect([turn, turns]).toEqual([undefined, undefined]);
        const same = limited(100);
        await runToEnd(some, {
          target: same,
          effort: "plans",
          picks: {
            sampled: true,
            ...(turn === undefined ? {} : { turn }),
            ...(turns === undefined ? {} : { turns }),
            ...(portions === undefined ? {} : { portions }),
          },
        });
        // The report names the most portions of any check: the others may be asked more.
        expect(urlsOf(same)).toEqual(expect.arrayContaining([...urlsOf(target)]));
      }),
      tries(10, 25),
    );
  });

  const turnsOf = async (turns: number, items: number, few: number): Promise<ReadonlySet<string>> => {
    const urls = new Set<string>();
    const tried = createTriedLog();
    for (let turn = 0; turn < turns; turn += 1) {
      const target = limited(100);
      await runToEnd([picking("a", items, few)], { target, tried });
      for (const url of urlsOf(target)) urls.add(url);
    }
    return urls;
  };

  test("of runs with one seed and one store see everything as soon as they can", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (items, few) => {
          expect((await turnsOf(Math.ceil(items / few), items, few)).size).toBe(items);
        },
      ),
      tries(8, 15),
    );
  });
});

/** Asks for so many things that nobody else asks for. */
const asking = (id: string, requests: number, parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id,
    facts: [`F-${id}`],
    *plan() {
      yield* sendAll(thingsOf(id, requests));
    },
    ...parts,
  });

describe("a run that was cut short has had its turn", () => {
  const turnsAfter = async (parts: Partial<FailureOutcome>, more: RunParts) => {
    const tried = createTriedLog();
    const target = fakeTarget({
      budget: 100,
      answer: () => failure({ reason: "not-sent", ...parts }),
    });
    const { footer } = await runToEnd([asking("a", 3)], { target, tried, ...more });
    return { reason: footer.stopped?.reason, turns: tried.of("").count("", "turn") };
  };

  test("where nobody keeps it", async () => {
    expect(await turnsAfter({ stop: "budget" }, {})).toEqual({ reason: "budget", turns: 1 });
  });

  const cases: readonly { reason: StopReason; parts: Partial<FailureOutcome>; isKept: boolean }[] = [
    { reason: "budget", parts: { stop: "budget" }, isKept: true },
    { reason: "safety", parts: { stop: "safety" }, isKept: false },
    { reason: "unreachable", parts: { reason: "unreachable" }, isKept: false },
  ];
  test.each(cases)("unless it is kept: after $reason", async ({ reason, parts, isKept }) => {
    let kept = 0;
    const after = await turnsAfter(parts, { onCutShort: () => void (kept += 1) });
    expect({ ...after, kept }).toEqual({ reason, turns: isKept ? 0 : 1, kept: isKept ? 1 : 0 });
  });
});

test("a fact that few requests leave out is judged by a later run", async () => {
  const some = [asking("cheap", 20), asking("dear", 30)];
  const offers = some.map(({ id, facts }) => ({
    check: id,
    requests: new Set(Array.from({ length: id === "cheap" ? 20 : 30 }, (_, index) => `${id} ${index}`)),
    judges: new Map(facts.map((fact) => [fact, new Set(["readCrm"])])),
  }));
  const forecast = async () => ({
    costs: new Map([
      ["cheap", 20],
      ["dear", 30],
    ]),
    offers,
  });
  const tried = createTriedLog();
  const passed: string[][] = [];
  for (let count = 0; count < 4; count += 1) {
    const target: FakeTarget = limited(35, {
      answer: () => (target.sent.length > 35 ? notSent("budget", "spent") : ok()),
    });
    const { footer } = await runToEnd(some, { target, forecast, tried, ...all });
    passed.push(footer.report.facts.flatMap(({ id, status }) => (status === "passed" ? [id] : [])));
  }
  expect(passed).toEqual([["F-cheap"], ["F-dear"], ["F-cheap"], ["F-dear"]]);
});

describe("checks that take turns", () => {
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
      const { footer } = await runToEnd(known, { target, forecast, tried, effort: "budget" });
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
    const { footer } = await runToEnd([asking("a", 3, { turns: 5 })]);
    expect(footer.report.facts[0]?.status).toBe("passed");
  });
});

test("a scarce run asks the same within its budget, whenever its answers arrive", async () => {
  const delays = fc.array(fc.nat(500), { minLength: 1, maxLength: 12 });
  const reportWith = async (some: readonly ActiveCheck[], budget: number, waits: readonly number[]) => {
    const clock = createVirtualClock(0);
    const target = limited(budget, {
      concurrency: 3,
      answer: async () => {
        await clock.sleep(waits[target.sent.length % waits.length] ?? 0);
        return ok();
      },
    });
    const forecast = async () => ({ costs: new Map(some.map(({ id }) => [id, 5])), offers: [] });
    const tried = createTriedLog();
    const { events } = await runToEnd(some, { target, clock, forecast, tried, ...all });
    expect(target.sent.length).toBeLessThanOrEqual(budget);
    return JSON.stringify(events).replace(/"elapsedMs":\d+/g, "");
  };
  await fc.assert(
    fc.asyncProperty(
      checks,
      fc.integer({ min: 60, max: 200 }),
      delays,
      delays,
      async (of, budget, ...both) => {
        const some = [
          ...of.map(({ id, items, few }) => picking(id, items, few)),
          asking("turn", 5, { turns: 2 }),
          asking("written", 5, { effect: "write" }),
        ];
        const [one, other] = await Promise.all(both.map((waits) => reportWith(some, budget, waits)));
        expect(one).toBe(other);
      },
    ),
    tries(10, 40),
  );
});
