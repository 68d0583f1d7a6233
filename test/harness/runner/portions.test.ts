import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sendAll, type ActiveCheck } from "../../../src/harness/model/check.ts";
import { createTriedLog } from "../../../src/harness/runner/draw-moves.ts";
import type { Tally } from "../../../src/harness/model/tally.ts";
import { activeCheck, call, fakeTarget, ofType, ok, tell, wrong, type FakeTarget } from "./kit.ts";
import { tries } from "../../nightly.ts";

/** Asks about so many things, of which it is content with a few. */
const picking = (id: string, items: number, few: number, parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id,
    facts: [`F-${id}`],
    *plan({ sample }) {
      const all = Array.from({ length: items }, (_, index) => index);
      yield* sendAll(
        sample(all, few).map((item) => call(`${id} ${item}`, { path: { id: `${id}-${item}` } })),
      );
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
      answer: () =>
        target.sent.length > cut
          ? { kind: "failure", reason: "not-sent", stop: "budget", message: "spent" }
          : ok(),
    });
    const { footer } = await tell(some, {
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
          const { footer } = await tell(
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
          await tell(
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
    await tell([picking("a", 30, 2)], { target });
    expect(target.sent).toHaveLength(2);
  });

  test("is kept for what comes later, and not touched where nobody knows what that needs", async () => {
    const writes = activeCheck({ id: "z", effect: "write", facts: ["F-z"] });
    const unknown = limited(100);
    await tell([picking("a", 30, 2), writes], { target: unknown, ...all });
    expect(unknown.sent).toHaveLength(3);
    const known = limited(30);
    const forecast = async () => ({ costs: new Map([["z", 12]]), offers: [] });
    await tell([picking("a", 30, 2), writes], { target: known, forecast, ...all });
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
    const first = await tell([judging], { target: limited(50) });
    expect(first.footer.report.facts[0]?.status).toBe("passed");
    const { footer, events } = await tell([judging], { target: limited(50), ...all });
    expect(footer.report.facts[0]).toMatchObject({ status: "failed" });
    expect(footer.report.findings).toHaveLength(1);
    expect(footer.report.run.portions).toBeGreaterThan(0);
    const asked = ofType(events, "exchange").length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(12);
  });

  test("is not all: a fact that was judged on a part of what its check picks from says so", async () => {
    const factsWith = async (budget: number) =>
      (await tell([picking("a", 30, 2)], { target: limited(budget), ...all })).footer.report.facts;
    const [few] = await factsWith(20);
    expect(few).toMatchObject({ status: "passed", part: { of: 30 } });
    expect(few?.part?.asked).toBe(few?.exchanges);
    expect((await factsWith(1000))[0]).not.toHaveProperty("part");
    const { footer } = await tell([picking("a", 30, 2)]);
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
    await tell([fresh], { target, ...all });
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
          await tell(some, { target: limited(100), tried, ...all });
        const target = limited(100);
        const { turn, turns, portions } = (await tell(some, { target, tried, ...all })).footer.report.run;
        if (runs === 1) expect([turn, turns]).toEqual([undefined, undefined]);
        const same = limited(100);
        await tell(some, {
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
      await tell([picking("a", items, few)], { target, tried });
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
