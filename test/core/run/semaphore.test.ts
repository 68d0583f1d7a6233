import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSemaphore } from "../../../src/core/run/semaphore.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";

test("a limit that sinks holds for what comes, and is never less than one", async () => {
  const clock = createVirtualClock(0);
  let limit = 2;
  const limited = createSemaphore(() => limit);
  const most: number[] = [];
  let running = 0;
  await clock.settle(
    Promise.all(
      [1, 2, 3, 4].map(() =>
        limited(async () => {
          running += 1;
          most.push(running);
          await clock.sleep(10);
          limit = 0;
          running -= 1;
        }),
      ),
    ),
  );
  expect(most).toEqual([1, 2, 1, 1]);
});

test("no more than the limit run at once, all of them run, first come first served", async () => {
  const tasks = fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), tasks, async (limit, all) => {
      const clock = createVirtualClock(0);
      const limited = createSemaphore(limit);
      const begun: number[] = [];
      let running = 0;
      let most = 0;
      const results = await clock.settle(
        Promise.allSettled(
          all.map(([ms, fails], index) =>
            limited(async () => {
              begun.push(index);
              running += 1;
              most = Math.max(most, running);
              await clock.sleep(ms);
              running -= 1;
              if (fails) throw new Error("failed");
              return index;
            }),
          ),
        ),
      );
      expect(most).toBe(Math.min(limit, all.length));
      expect(begun).toEqual(all.map((_, index) => index));
      expect(results.map(({ status }) => status)).toEqual(
        all.map(([, fails]) => (fails ? "rejected" : "fulfilled")),
      );
    }),
    { numRuns: 40 },
  );
});

test("an urgent task goes before those that wait, and after urgent ones that came first", async () => {
  const clock = createVirtualClock(0);
  const limited = createSemaphore(1);
  const begun: string[] = [];
  const task = (name: string, isUrgent?: boolean): Promise<void> =>
    limited(async () => {
      begun.push(name);
      await clock.sleep(10);
    }, isUrgent);
  await clock.settle(
    Promise.all([task("a"), task("b"), task("urgent", true), task("c"), task("also urgent", true)]),
  );
  expect(begun).toEqual(["a", "urgent", "also urgent", "b", "c"]);
});

test("a task that throws at once gives its place back", async () => {
  const limited = createSemaphore(1);
  await expect(
    limited(() => {
      throw new Error("at once");
    }),
  ).rejects.toThrow("at once");
  expect(await limited(async () => "next")).toBe("next");
});
