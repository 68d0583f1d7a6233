import { expect, test } from "vitest";
import { systemClock } from "../../src/cli/system-clock.ts";

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
