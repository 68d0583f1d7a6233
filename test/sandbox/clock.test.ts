import { describe, expect, it } from "vitest";
import { createManualClock, createRealClock, startInstant } from "../../src/sandbox/clock.ts";

describe("manual clock", () => {
  it("stands still until it is moved and wakes sleepers in the order of their time", async () => {
    const clock = createManualClock(1000);
    const woken: string[] = [];
    const late = clock.sleep(20).then(() => woken.push("late"));
    const early = clock.sleep(10).then(() => woken.push("early"));
    clock.advance(9);
    await Promise.resolve();
    expect(woken).toEqual([]);
    clock.advance(100);
    await Promise.all([late, early]);
    expect(woken).toEqual(["early", "late"]);
    expect(clock.now()).toBe(1109);
  });

  it("rejects with the signal's reason", async () => {
    const clock = createManualClock(0);
    const stop = new AbortController();
    const sleep = clock.sleep(10, stop.signal);
    stop.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
    await expect(clock.sleep(10, stop.signal)).rejects.toThrow("enough");
  });

  it("starts where the seed says", () => {
    expect(startInstant(7)).toBe(startInstant(7));
    expect(startInstant(7)).not.toBe(startInstant(8));
  });
});

describe("real clock", () => {
  it("runs by itself, and a sleep ends early when it is moved", async () => {
    const clock = createRealClock();
    const before = clock.now();
    const sleep = clock.sleep(3_600_000);
    clock.advance(3_600_000);
    await sleep;
    expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
    await clock.sleep(5);
  });
});

it("sleeps longer than one timer can count to in a served sandbox, and ends when it is given up", async () => {
  const halt = new AbortController();
  const waiting = createRealClock()
    .sleep(0x7fff_ffff * 3, halt.signal)
    .then(
      () => "ended",
      () => "given up",
    );
  const pause = new Promise<string>((resolve) => setTimeout(resolve, 20, "still waiting"));
  expect(await Promise.race([waiting, pause])).toBe("still waiting");
  halt.abort();
  expect(await waiting).toBe("given up");
});
