import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FinalOutcome } from "../../../src/core/model/transport.ts";
import { budgeted, type BudgetOptions } from "../../../src/core/transports/budget.ts";
import { recording, response, wireRequest } from "./kit.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const isSent = (answer: FinalOutcome): boolean => answer.kind === "response";

const set = (limits: Partial<BudgetOptions> = {}) => {
  const clock = createVirtualClock();
  const start = clock.now();
  const times: number[] = [];
  const target = recording(() => {
    times.push(clock.now() - start);
    return response(200);
  });
  const send = budgeted(target.transport, {
    maxRequests: 1000,
    perSecond: Infinity,
    perHour: Infinity,
    clock,
    ...limits,
  });
  const ask = (count: number): Promise<readonly FinalOutcome[]> =>
    clock.settle(Promise.all(Array.from({ length: count }, () => send(wireRequest()))));
  return { clock, send, ask, times };
};

describe("the number of requests", () => {
  test("is never overrun, however many are asked for at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.array(fc.nat(10), { maxLength: 6 }), async (maxRequests, batches) => {
        const { send, ask, times } = set({ maxRequests, perSecond: 10 });
        for (const count of batches) await ask(count);
        const asked = batches.reduce((sum, count) => sum + count, 0);
        expect(times).toHaveLength(Math.min(asked, maxRequests));
        expect(send.spent()).toBe(times.length);
      }),
    );
  });

  test("the first one too many ends the run and says by what", async () => {
    const { ask } = set({ maxRequests: 2 });
    const answers = await ask(3);
    expect(answers.map(isSent)).toEqual([true, true, false]);
    expect(answers[2]).toEqual({
      kind: "failure",
      reason: "not-sent",
      message: "the budget of 2 requests (safety.maxRequests) is spent",
      stop: "budget",
    });
  });
});

test("a spent hour says when requests are free again", async () => {
  const { ask, clock, send } = set({ perHour: 3 });
  expect(send.freeAgain()).toBe("");
  await ask(1);
  await clock.settle(clock.sleep(20 * 60_000));
  const [, , tooMany] = await ask(3);
  const when = "; requests are free again in 40 minutes, all of them in 60 minutes";
  expect(tooMany).toMatchObject({
    message: `the budget of 3 requests an hour (safety.perHour) is spent${when}`,
    stop: "budget",
  });
  expect(send.freeAgain()).toBe(when);
  await clock.settle(clock.sleep(59 * 60_000));
  await ask(1);
  expect((await ask(2))[1]).toMatchObject({ message: expect.stringMatching(/free again in 1 minute, all/) });
});

test("of two limits the hour says so only where it leaves fewer requests", async () => {
  const { ask, send } = set({ maxRequests: 2, perHour: 3 });
  await ask(2);
  expect(send.freeAgain()).toBe("");
});

describe("the pace", () => {
  test("spreads requests evenly", async () => {
    const { ask, times } = set({ perSecond: 4 });
    await ask(5);
    // A tenth further apart than a second of four would do.
    expect(times).toEqual([0, 275, 550, 825, 1100]);
  });

  test("does not save up what was not used", async () => {
    const { ask, times, clock } = set({ perSecond: 2 });
    await ask(1);
    await clock.settle(clock.sleep(10_000));
    await ask(3);
    expect(times).toEqual([0, 10_000, 10_550, 11_100]);
  });

  test("in no second do more go out than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        async (perSecond, count) => {
          const { ask, times } = set({ perSecond });
          await ask(count);
          for (const start of times)
            expect(times.filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(
              perSecond,
            );
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("the hour", () => {
  test("is not overrun, and the run ends", async () => {
    const { ask, times } = set({ perHour: 3 });
    const answers = await ask(5);
    expect(answers.map(isSent)).toEqual([true, true, true, false, false]);
    expect(answers[3]).toMatchObject({ stop: "budget", message: expect.stringContaining("safety.perHour") });
    expect(times).toHaveLength(3);
  });

  test("slides: what went out an hour ago counts no more", async () => {
    const { ask, times, clock } = set({ perHour: 2 });
    await ask(1);
    await clock.settle(clock.sleep(1_800_000));
    await ask(1);
    await clock.settle(clock.sleep(1_799_999));
    expect((await ask(1)).map(isSent)).toEqual([false]);
    await clock.settle(clock.sleep(1));
    expect((await ask(2)).map(isSent)).toEqual([true, false]);
    expect(times).toHaveLength(3);
  });

  test("counts what is still waiting for its turn", async () => {
    const { ask } = set({ perHour: 2, perSecond: 1 });
    expect((await ask(3)).map(isSent)).toEqual([true, true, false]);
  });
});

describe("what is kept for putting records back", () => {
  test("is taken from the run and the hour, and left to those it is kept for", async () => {
    for (const limits of [{ maxRequests: 5 }, { perHour: 5 }]) {
      const { send, ask, clock } = set(limits);
      expect(send.hold("note", "crm", 3)).toBe(true);
      expect((await ask(3)).map(isSent)).toEqual([true, true, false]);
      const back = send.forHold("note");
      const restoring = await clock.settle(Promise.all([1, 2, 3, 4].map(() => back(wireRequest()))));
      expect(restoring.map(isSent)).toEqual([true, true, true, false]);
    }
  });

  test("leaves one request for the write itself, or is not kept", () => {
    expect(set({ maxRequests: 3 }).send.hold("note", "crm", 3)).toBe(false);
    expect(set({ maxRequests: 4 }).send.hold("note", "crm", 3)).toBe(true);
    expect(set({ perHour: 2 }).send.hold("note", "crm", 3)).toBe(false);
  });

  test("is free again once it is let go", async () => {
    const { send, ask } = set({ maxRequests: 4 });
    send.hold("note", "crm", 3);
    send.release("note");
    expect((await ask(5)).map(isSent)).toEqual([true, true, true, true, false]);
  });
});

test("what cannot be counted is not sent", async () => {
  const broken = {
    take: () => {
      throw new Error("disk I/O error");
    },
    departed: () => undefined,
    hold: () => true,
    release: () => undefined,
    used: () => 0,
    freeAgain: () => undefined,
  };
  const { ask, times } = set({ ledger: broken });
  expect((await ask(1))[0]).toMatchObject({ stop: "safety", message: expect.stringContaining("disk I/O") });
  expect(times).toEqual([]);
});

describe("an aborted run", () => {
  test("ends a wait for a turn, and what was not sent is not counted", async () => {
    const { send, times } = set({ perSecond: 1 });
    const controller = new AbortController();
    const first = send(wireRequest(), controller.signal);
    const second = send(wireRequest(), controller.signal);
    await first;
    controller.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    expect([times.length, send.spent()]).toEqual([1, 1]);
  });

  test("sends nothing more", async () => {
    const { send, times } = set();
    await expect(send(wireRequest(), AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
    expect([times.length, send.spent()]).toEqual([0, 0]);
  });
});

test("whoever sends later than its turn was keeps the next one at a distance from that", async () => {
  let now = 0;
  const times: number[] = [];
  const send = budgeted(
    async () => {
      // The process is busy before anything leaves it.
      if (times.length === 0) now += 80;
      times.push(now);
      return response(200);
    },
    {
      maxRequests: 10,
      perSecond: 10,
      perHour: Infinity,
      clock: { now: () => now, sleep: async (ms) => void (now += ms) },
    },
  );
  await send(wireRequest());
  await setImmediate();
  await send(wireRequest());
  expect(times).toEqual([80, 190]);
});
