import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createOutageWatch } from "../../../src/core/run/outage.ts";
import { answer, call, exchangeWith } from "./kit.ts";
import { createRandom } from "../../../src/serving/random.ts";

interface Asked {
  readonly operation: string;
  readonly statuses: readonly number[];
  /** Whether the calls were wrong on purpose. */
  readonly refusal?: true;
}

const exchangeOf = (operation: string, outcome: Exchange["outcome"], refusal?: true): Exchange =>
  exchangeWith({
    interface: "shop",
    call: call("x", { operation, ...(refusal === true ? { expects: "refusal" } : {}) }),
    operation,
    outcome,
  });

const answerTo = ({ operation, refusal }: Asked, status: number): Exchange =>
  exchangeOf(operation, answer(status), refusal);

/** Sees answers, each the last to its request, or each retried until it succeeded. */
const watchOf = (asked: readonly Asked[], isRetried = false) => {
  const watch = createOutageWatch();
  for (const one of asked)
    for (const status of one.statuses) {
      watch.see(answerTo(one, status));
      watch.seeLast(answerTo(one, isRetried ? 200 : status));
    }
  return watch;
};

const good = [200, 200, 200, 200];
const half = [200, 500, 503, 200];
const bad = [500, 500, 502, 500];
const refused = [401, 401, 400, 401];

describe("an outage", () => {
  test.each<[string, readonly Asked[]]>([
    [
      "where everything fails",
      [
        { operation: "list", statuses: bad },
        { operation: "read", statuses: bad },
      ],
    ],
    [
      "where half of whatever is asked fails",
      [
        { operation: "list", statuses: half },
        { operation: "read", statuses: half },
        { operation: "list", statuses: [401, 500, 401, 500], refusal: true },
      ],
    ],
    [
      "where half of one operation fails and hardly another is asked",
      [
        { operation: "list", statuses: half },
        { operation: "list", statuses: [401, 500], refusal: true },
        { operation: "read", statuses: [200] },
      ],
    ],
  ])("is %s", (_, asked) => {
    expect([...watchOf(asked).found().keys()]).toEqual(["shop"]);
  });

  test("is nearly always where half of the calls fail at random", () => {
    const random = createRandom(1, "outages");
    const trials = Array.from({ length: 1000 }, () =>
      Array.from({ length: 20 }, (_, at): Asked => {
        const statuses = Array.from({ length: 1 + (at % 4) }, () => (random.chance(0.5) ? 500 : 200));
        return { operation: `read ${at >> 1}`, statuses, ...(at % 3 === 0 ? { refusal: true } : {}) };
      }),
    );
    expect(trials.filter((asked) => watchOf(asked).found().size === 0).length).toBeLessThan(10);
  });

  test.each<[string, readonly Asked[]]>([
    [
      "where one operation fails",
      [
        { operation: "list", statuses: bad },
        { operation: "read", statuses: good },
      ],
    ],
    [
      "where one operation fails and is asked alone, also when it should refuse",
      [
        { operation: "list", statuses: bad },
        { operation: "list", statuses: bad, refusal: true },
      ],
    ],
    [
      "where the target fails at whatever is wrong on purpose",
      [
        { operation: "list", statuses: good },
        { operation: "read", statuses: good },
        { operation: "list", statuses: bad, refusal: true },
        { operation: "read", statuses: bad, refusal: true },
      ],
    ],
    [
      "where a few answers fail here and there",
      [
        { operation: "list", statuses: [...good, ...good, 500] },
        { operation: "read", statuses: [...good, 500] },
        { operation: "read", statuses: refused, refusal: true },
      ],
    ],
    [
      "where two operations of six fail, each asked once",
      [1, 2, 3, 4, 5, 6].map((at) => ({ operation: `read ${at}`, statuses: [at < 3 ? 500 : 200] })),
    ],
    [
      "where hardly anything is asked",
      [
        { operation: "list", statuses: [500] },
        { operation: "read", statuses: [500] },
      ],
    ],
  ])("is not %s", (_, asked) => {
    expect(watchOf(asked).found().size).toBe(0);
  });

  test("is none where every retry succeeds: nothing is left unjudged", () => {
    const flaky: readonly Asked[] = [
      { operation: "list", statuses: half },
      { operation: "read", statuses: half },
    ];
    expect([watchOf(flaky).found().size, watchOf(flaky, true).found().size]).toEqual([1, 0]);
  });

  test("is where the run was made to wait for too long and saw nothing but 5xx", () => {
    const waiting = {
      kind: "failure",
      reason: "not-sent",
      message: "the target answers 503 for longer than 1 ms in all",
      stop: "budget",
      status: 503,
    } as const;
    const watch = watchOf([{ operation: "list", statuses: [503] }]);
    watch.see(exchangeOf("list", waiting));
    expect([...watch.found().values()]).toEqual(["an outage: 1 of 1 answer was 5xx, whatever was asked"]);
    expect(watch.isTotal()).toBe(true);
    const mixed = watchOf([{ operation: "list", statuses: [200, 503] }]);
    mixed.see(exchangeOf("list", waiting));
    expect([mixed.found().size, mixed.isTotal()]).toEqual([0, false]);
  });
});
