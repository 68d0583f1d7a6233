import { describe, expect, test } from "vitest";
import type { ActiveCheck } from "../../../src/core/model/check.ts";
import { jsonOf } from "../../../src/core/model/exchange.ts";
import { activeCheck, asks, call, fakeTarget, ofType, ok, runToEnd, wrong } from "./kit.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";

const calls = [
  call("first", { path: { id: 1 } }),
  call("later", { path: { id: 2 } }),
  call("other", { path: { id: 3 } }),
];

/** Finds that the later answer contradicts the first one, and something of another fact. */
const comparing = (parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id: "comparing",
    facts: ["F-1", "F-2"],
    plan: asks(...calls),
    looksAgain: (one, other) => JSON.stringify(jsonOf(one)) === JSON.stringify(jsonOf(other)),
    *judge(exchanges) {
      const [first, later, other] = calls.map(({ label }) =>
        exchanges.find((one) => one.call?.label === label),
      );
      if (first !== undefined && later !== undefined)
        yield { ...wrong(later, { message: "contradicts" }), also: [first] };
      if (other !== undefined) yield wrong(other, { fact: "F-2", message: "alone" });
    },
    ...parts,
  });

/** A target whose record with an id is another one each time from the second time on. */
const changing = (changed: string) => {
  const asked = new Map<string, number>();
  return fakeTarget({
    answer: ({ url }) => {
      const times = (asked.get(url) ?? 0) + 1;
      asked.set(url, times);
      return ok({ at: url.endsWith(changed) ? times : 0 });
    },
  });
};

const messagesOf = (outcome: Awaited<ReturnType<typeof runToEnd>>): readonly string[] =>
  outcome.footer.report.findings.map(({ message }) => message).toSorted();

describe("a second look", () => {
  test("asks once more for what violations compare, each call once and a second later", async () => {
    const outcome = await runToEnd([comparing()], { target: changing("none") });
    expect(ofType(outcome.events, "exchange").map(({ exchange }) => exchange.call?.label)).toEqual([
      "first",
      "later",
      "other",
      "later again",
      "first again",
    ]);
    expect(outcome.clock.sleeps).toEqual([1000]);
  });

  test.each([
    ["live", [1000]],
    ["embedded", []],
  ] as const)(
    "comes a second later where a plan wants it so, on a target that is %s",
    async (kind, sleeps) => {
      const check = activeCheck({
        id: "late",
        plan: asks(call("now"), { ...call("late", { path: { id: 2 } }), isLate: true }),
      });
      const outcome = await runToEnd([check], { target: { ...changing("none"), kind } });
      expect(outcome.clock.sleeps).toEqual(sleeps);
    },
  );

  test("does not wait for the sandbox in this process", async () => {
    const outcome = await runToEnd([comparing()], { target: { ...changing("none"), kind: "embedded" } });
    expect(outcome.footer.report.findings).toHaveLength(2);
    expect(outcome.clock.sleeps).toEqual([]);
  });

  test("asks nothing where nothing is wrong, and nothing for a check that takes none", async () => {
    const { looksAgain: _, ...once } = comparing();
    for (const check of [comparing({ *judge() {} }), once]) {
      const target = changing("none");
      await runToEnd([check], { target });
      expect(target.sent).toHaveLength(3);
    }
  });

  test("confirms what is answered as before, with the first answers as evidence", async () => {
    const outcome = await runToEnd([comparing()], { target: changing("none") });
    expect(messagesOf(outcome)).toEqual(["alone", "contradicts"]);
    const finding = outcome.footer.report.findings.find(({ message }) => message === "contradicts");
    expect(finding?.steps?.map(({ label }) => label)).toEqual(["first", "later"]);
  });

  test.each([
    ["that shows it", "2"],
    ["that it is compared with", "1"],
  ])("excuses what has changed meanwhile in the answer %s, and nothing else", async (_, changed) => {
    const outcome = await runToEnd([comparing()], { target: changing(changed) });
    expect(messagesOf(outcome)).toEqual(["alone"]);
    expect(ofType(outcome.events, "verdict").map(({ fact, verdict }) => [fact, verdict.kind])).toEqual([
      ["F-1", "not-applicable"],
      ["F-2", "failed"],
    ]);
  });

  test("takes back what compares answers where the run ends while it waits", async () => {
    const stop = new AbortController();
    const clock = createVirtualClock();
    const target = changing("2");
    const { events } = await runToEnd([comparing()], {
      target,
      signal: stop.signal,
      clock: {
        ...clock,
        sleep: (ms, signal) => {
          const asleep = clock.sleep(ms, signal);
          stop.abort();
          return asleep;
        },
      },
    });
    expect(target.sent).toHaveLength(3);
    expect(ofType(events, "finding").map(({ finding }) => finding.message)).toEqual(["alone"]);
  });
});
