import { contract } from "../../src/inputs/contract.ts";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterAlgebraHolds } from "../../src/checks/filter-algebra-holds.ts";
import { relations } from "../../src/checks/support/filter-algebra.ts";
import { compareSizes } from "../../src/checks/support/smallest-break.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import type { ActiveCheck, Judgement, PlanContext, Violation } from "../../src/core/model/check.ts";
import { curlOf } from "../../src/core/run/curl.ts";
import { validation } from "../../src/builtin/validation.ts";
import { createJudgeTools } from "../../src/core/run/judge.ts";
import { carryOut, createExecutor } from "../../src/core/run/execute.ts";
import { createMask } from "../../src/core/privacy/mask.ts";
import { spread } from "../../src/core/run/picks.ts";
import { withFaults } from "../../src/sandbox/with-faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { isNightly } from "../nightly.ts";
import { sandboxTarget } from "../sandbox-run.ts";

interface Outcome {
  readonly violations: readonly Violation[];
  readonly requests: number;
}

/** What the check says of a sandbox with a planted fault, with requests to spare or without. */
const outcomeOf = async (fault: string, isScarce: boolean, seed = 1): Promise<Outcome> => {
  const planted = faults.filter(({ id }) => id === fault);
  const sandbox = withFaults(createSandbox({ scale: 12 }), planted);
  const target = sandboxTarget(sandbox);
  const context: PlanContext = {
    seed,
    allowWrites: false,
    interfaces: ["donation"],
    setting: (path) => target.setting(path),
    has: (path) => target.has(path),
    secretMatches: () => false,
    sample: (items, few) => (isScarce ? spread(items, few, seed) : items),
  };
  const executor = createExecutor({
    target,
    contract,
    wire: { mask: createMask(), nonce: randomUUID },
    signal: new AbortController().signal,
    onStop: () => undefined,
  });
  const check: ActiveCheck = filterAlgebraHolds;
  const { exchanges, cutShort } = await carryOut(() => check.plan(context), executor.live);
  await target.close();
  expect(cutShort).toBeUndefined();
  const judgements: readonly Judgement[] = [...check.judge(exchanges, createJudgeTools(validation))];
  return { violations: judgements.filter((one) => one.kind === "violation"), requests: exchanges.length };
};

type Case = readonly [fault: string, expected: RegExp, actual: RegExp];

/** Each fault, what is the smallest relation that it breaks, and the smallest filter that shows it. */
const usual: readonly Case[] = [
  [
    "conjunct-counts-from-three-conditions-on",
    /^(\d+) = \d+ \[A AND B\]$/,
    /^\d+ \[B AND A AND A\], where A: \w+ by operator \d+; B: \w+ by operator \d+$/,
  ],
  ["a-condition-said-twice-counts-twice", /^10 = 10 \[A\]$/, /^20 \[A OR A\], where A: /],
  ["columns-make-the-total-distinct", /^10, as without it$/, /^5 \[A\], where A: /],
];

const further: readonly Case[] = [
  ["either-of-two-counts-both", /^10 = 10 \[.*A.*\]$/, /^20 \[.*A.*A.*\], where A: \w+ by operator/],
  [
    "either-stops-at-the-first-that-matches",
    /^\d+ = \d+ \[.*A.*B.*\]$/,
    /^\d+ \[.*B.*A.*\], where A: .*; B: /,
  ],
  [
    "only-the-first-group-counts",
    /^\d+ = \d+ \[\(A\) beside \(B\)\]$/,
    /^\d+ \[\(B\) beside \(A\)\], where A/,
  ],
  ["details-multiply-the-total", /^10, as without it$/, /^\d+ \[A\], where A: /],
];

describe("a relation that does not hold", () => {
  test.each(isNightly ? [...usual, ...further] : usual)(
    "is made as small as it goes, and repeated by a curl: %s",
    async (fault, expected, actual) => {
      const { violations } = await outcomeOf(fault, false);
      const [first] = violations;
      expect(first?.expected).toMatch(expected);
      expect(first?.actual).toMatch(actual);
      const curl = first === undefined ? "" : curlOf(first.exchange.request);
      const [, filter = ""] = /^\d+ \[(.*?)\]/.exec(first?.actual ?? "") ?? [];
      expect(curl.match(/"parameter"/g)).toHaveLength(filter.match(/\b[A-Z]\b/g)?.length ?? 0);
      expect(curl).toContain("/api/Donor/query");
    },
  );

  test("is made small within a few requests where they are scarce", async () => {
    const sound = await outcomeOf("no fault", true);
    expect(sound.violations).toEqual([]);
    const shrunk: string[] = [];
    for (const seed of isNightly ? [1, 2, 3, 4, 5, 6] : [2]) {
      const { violations, requests } = await outcomeOf("either-of-two-counts-both", true, seed);
      expect(requests).toBeLessThanOrEqual(sound.requests + 30);
      shrunk.push(...violations.slice(0, 1).map(({ expected }) => expected));
    }
    for (const expected of shrunk) expect(expected).toMatch(/^\d+ = \d+ \[[^A-Z]*A[^A-Z]*\]$/);
    expect(shrunk).not.toEqual([]);
  });
});

describe("the sizes of relations", () => {
  const relation = fc.constantFrom(...relations);

  test("are an order", () => {
    fc.assert(
      fc.property(relation, relation, relation, (one, other, third) => {
        expect(Math.sign(compareSizes(one, other))).toBe(-Math.sign(compareSizes(other, one)) + 0);
        if (compareSizes(one, other) <= 0 && compareSizes(other, third) <= 0)
          expect(compareSizes(one, third)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
