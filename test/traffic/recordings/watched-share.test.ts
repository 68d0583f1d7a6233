import fc from "fast-check";
import { expect, test } from "vitest";
import { createWatchedShare } from "../../../src/traffic/recordings/watched-share.ts";

test("all of the beginning is watched, and an eighth of the rest, spread over it", () => {
  const share = createWatchedShare(1000);
  expect(Array.from({ length: 10 }, () => share(100, false))).not.toContain(false);
  const rest = Array.from({ length: 800 }, () => share(100, false));
  for (let at = 0; at < rest.length; at += 80)
    expect(rest.slice(at, at + 80).filter(Boolean)).toHaveLength(10);
});

test("the beginning of a later recording is watched, however small it is", () => {
  const share = createWatchedShare(1000);
  expect([share(1000, true), share(1000, false), share(3000, false)]).toEqual([true, true, false]);
  expect([share(20, true), share(20, false), share(4000, true)]).toEqual([true, false, false]);
});

test("never more than a quarter of the rest is watched, but for one piece", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.boolean())), (pieces) => {
      const share = createWatchedShare(0);
      let [all, watched] = [0, 0];
      for (const [bytes, isBeginning] of pieces) {
        if (share(bytes, isBeginning)) watched += bytes;
        all += bytes;
      }
      expect(watched).toBeLessThanOrEqual(all / 4 + 1000);
    }),
  );
});

test("what is watched of the rest comes in blocks, whatever the size of the entries", () => {
  const share = createWatchedShare(96_000);
  expect(share(96_000, true)).toBe(true);
  const blocks = Array.from({ length: 80 }, () => Array.from({ length: 10 }, () => share(100, false)));
  expect(blocks.filter((block) => block.every(Boolean))).toHaveLength(10);
  expect(blocks.filter((block) => !block.includes(true))).toHaveLength(70);
});
