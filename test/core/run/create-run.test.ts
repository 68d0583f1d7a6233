import { getEventListeners } from "node:events";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRun } from "../../../src/core/run/create-run.ts";

/** Emits numbers below `count`, and says how it ended. */
const counting = (count: number, signal?: AbortSignal) => {
  const seen = { starts: 0, emitted: 0, closed: false };
  const run = createRun<number, string>(async (emit, until) => {
    seen.starts += 1;
    try {
      for (; seen.emitted < count && !until.aborted; seen.emitted += 1) await emit(seen.emitted);
      return until.aborted ? "interrupted" : "completed";
    } finally {
      seen.closed = true;
    }
  }, signal);
  return { run, seen };
};

test("events come in order, one at a time, and the result after them", async () => {
  const { run, seen } = counting(3);
  const events: number[] = [];
  for await (const event of run) {
    expect(seen.emitted).toBe(event);
    events.push(event);
  }
  expect(events).toEqual([0, 1, 2]);
  expect(await run.result).toBe("completed");
  expect(seen.starts).toBe(1);
});

test("nobody has to iterate, and nothing begins before somebody asks", async () => {
  const { run, seen } = counting(1000);
  await Promise.resolve();
  expect(seen.starts).toBe(0);
  expect([await run.result, await run.result]).toEqual(["completed", "completed"]);
  expect(seen.starts).toBe(1);
  expect(await Array.fromAsync(run)).toEqual([]);
});

test("whoever leaves the loop ends the run, and goes on when it is closed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 20 }), async (last) => {
      const { run, seen } = counting(21);
      for await (const event of run) if (event === last) break;
      expect(seen.closed).toBe(true);
      expect(await run.result).toBe("interrupted");
    }),
  );
});

test("an error in the loop ends the run, too", async () => {
  const { run, seen } = counting(5);
  const loop = async (): Promise<void> => {
    for await (const event of run) if (event === 1) throw new Error("mine");
  };
  await expect(loop()).rejects.toThrow("mine");
  expect(seen.closed).toBe(true);
});

test("a signal ends it, and keeps no listener of the run", async () => {
  const halt = new AbortController();
  const { run } = counting(100, halt.signal);
  for await (const event of run) if (event === 7) halt.abort();
  expect(await run.result).toBe("interrupted");
  expect(getEventListeners(halt.signal, "abort")).toEqual([]);
});

test("what goes wrong comes to whoever iterates and to the result, and is never unhandled", async () => {
  const run = createRun<never, never>(async () => {
    throw new TypeError("wrong");
  });
  await expect(Array.fromAsync(run)).rejects.toThrow("wrong");
  await new Promise(setImmediate);
  await expect(run.result).rejects.toThrow("wrong");
});

test("two runs at once do not disturb each other", async () => {
  const [one, other] = [counting(10), counting(5)];
  const [first, second] = await Promise.all([Array.fromAsync(one.run), Array.fromAsync(other.run)]);
  expect([first.length, second.length]).toEqual([10, 5]);
});

test("each of several readers gets every event", async () => {
  const { run, seen } = counting(10);
  const [first, second] = await Promise.all([Array.fromAsync(run), Array.fromAsync(run)]);
  expect([first, second]).toEqual([[...Array(10).keys()], first]);
  expect(seen.starts).toBe(1);
});

test("a reader may leave while another one stays; the last to leave ends the run", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 9 }), fc.nat({ max: 9 }), async (one, other) => {
      const { run, seen } = counting(11);
      const until = async (last: number): Promise<number> => {
        let read = 0;
        for await (const event of run) {
          read += 1;
          if (event === last) break;
        }
        return read;
      };
      expect(await Promise.all([until(one), until(other)])).toEqual([one + 1, other + 1]);
      expect(await run.result).toBe("interrupted");
      expect(seen.closed).toBe(true);
    }),
  );
});
