import { expect, test } from "vitest";
import { steadyClock, systemClock } from "../../../src/core/model/system-clock.ts";

test("a wait that is longer than a timer can count to lasts, and ends when it is given up", async () => {
  const halt = new AbortController();
  const waiting = systemClock.sleep(0x7fff_ffff * 3, halt.signal).then(
    () => "ended",
    () => "given up",
  );
  const first = await Promise.race([waiting, systemClock.sleep(20).then(() => "still waiting")]);
  expect(first).toBe("still waiting");
  halt.abort();
  expect(await waiting).toBe("given up");
});

test.each([
  ["goes with the wall", [0, 100, 200], [0, 100, 200], [0, 100, 200]],
  ["goes on when the wall is set back", [0, 100, -5000, -4900], [0, 100, 150, 250], [0, 100, 150, 250]],
  ["follows the wall once it has caught up", [0, 100, 50, 400], [0, 100, 150, 250], [0, 100, 150, 400]],
  ["follows the wall after the machine has slept", [0, 9000], [0, 10], [0, 9000]],
])("a steady clock %s", (_, wall, monotonic, expected) => {
  const next = (values: readonly number[]): (() => number) => {
    let at = 0;
    return () => values[at++] ?? 0;
  };
  const clock = steadyClock(next([0, ...wall]), next([0, ...monotonic]));
  expect(expected.map(() => clock())).toEqual(expected);
});
