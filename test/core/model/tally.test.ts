import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FactVerdict } from "../../../src/core/model/fact-verdict.ts";
import {
  evidenceOf,
  findingOf,
  nothing,
  numbering,
  plus,
  type TalliedFinding,
  type TalliedObservation,
  type TalliedRecord,
  type Tally,
} from "../../../src/core/model/tally.ts";
import { finding } from "../../report/events.ts";
import { tries } from "../../nightly.ts";

const few = fc.nat(3);
const name = fc.constantFrom("a", "b", "c");
const pair = fc.tuple(few, few);
const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 4 });

const talliedFinding: fc.Arbitrary<TalliedFinding> = fc
  .record({
    fingerprint: name,
    message: name,
    at: pair,
    about: pair,
    exchanges: fc.array(pair, { maxLength: 30 }),
  })
  .map(({ fingerprint, message, ...one }) => {
    const { exchanges: _exchanges, known: _known, ...found } = finding({ fingerprint, message });
    return { ...one, finding: found };
  });

const observation: fc.Arbitrary<TalliedObservation> = fc.record({
  unknown: fc.constantFrom("U-1", "U-2"),
  observed: fc.constantFrom("p", "q", "r", "s", "t", "u", "v"),
  evidence: name,
  at: pair,
  exchange: pair,
  ofAll: fc.boolean(),
});

const verdict: fc.Arbitrary<FactVerdict> = fc.oneof(
  fc.record({ kind: fc.constant("passed" as const), exchanges: few }),
  fc.record({ kind: fc.constant("failed" as const), exchanges: few, violations: few }),
  fc.record({
    kind: fc.constant("not-applicable" as const),
    reason: fc.constantFrom("no", "not at all", "never"),
  }),
  fc.record({ kind: fc.constant("crashed" as const), message: name }),
);

const record: fc.Arbitrary<TalliedRecord> = fc.record({
  id: name,
  interface: fc.constant("crm"),
  record: name,
  state: fc.constantFrom("put back" as const, "not put back" as const),
  at: pair,
});

const redirect = fc.record({
  interface: fc.constant("crm"),
  operation: name,
  status: fc.constant(307),
  to: fc.constant("nowhere" as const),
  times: few,
});

/** As a run leaves it: each thing once. */
const tally: fc.Arbitrary<Tally> = fc
  .record(
    {
      steps: listOf(fc.record({ step: few, check: name, exchanges: few })),
      findings: listOf(talliedFinding),
      observations: fc.array(observation, { maxLength: 9 }),
      verdicts: listOf(fc.record({ check: name, fact: name, verdict })),
      done: listOf(name),
      crashed: listOf(name),
      names: listOf(name),
      stops: listOf(
        fc.record({ reason: fc.constantFrom("budget" as const, "safety" as const), message: name }),
      ),
      times: listOf(fc.tuple(few, few).map(([from, length]) => [from, from + length] as const)),
      requests: few,
      redirects: listOf(redirect),
      records: listOf(record),
      left: listOf(fc.record({ what: name, times: few })),
      sampled: fc.boolean(),
      turn: few,
      turns: fc.dictionary(name, few),
      portions: few,
      picked: fc.dictionary(name, fc.record({ asked: few, of: few })),
    },
    { noNullPrototype: true },
  )
  .map((one) => plus(nothing, one));

describe("what parts of a run have found adds up", () => {
  test("in any order", () => {
    fc.assert(
      fc.property(tally, tally, (one, other) => {
        expect(plus(one, other)).toEqual(plus(other, one));
      }),
      tries(200, 20_000),
    );
  });

  test("however it is grouped", () => {
    fc.assert(
      fc.property(tally, tally, tally, (one, other, third) => {
        expect(plus(plus(one, other), third)).toEqual(plus(one, plus(other, third)));
      }),
      tries(200, 20_000),
    );
  });

  test("and nothing adds nothing", () => {
    fc.assert(
      fc.property(tally, (one) => {
        expect(plus(one, nothing)).toEqual(one);
        expect(plus(nothing, one)).toEqual(one);
      }),
      tries(100, 10_000),
    );
  });

  test("also after it was written as JSON", () => {
    fc.assert(
      fc.property(tally, tally, (one, other) => {
        const read = (written: Tally) => JSON.parse(JSON.stringify(written)) as Tally;
        expect(plus(read(one), read(other))).toEqual(plus(one, other));
      }),
      tries(50, 5000),
    );
  });
});

const part = (parts: Partial<Tally>): Tally => ({ ...nothing, ...parts });

test("a verdict counts what both parts have judged, and the graver one holds", () => {
  const given = (verdict: FactVerdict) => part({ verdicts: [{ check: "a", fact: "F-1", verdict }] });
  const both = plus(
    given({ kind: "passed", exchanges: 3 }),
    given({ kind: "failed", exchanges: 2, violations: 1 }),
  );
  expect(both.verdicts).toEqual([
    { check: "a", fact: "F-1", verdict: { kind: "failed", exchanges: 5, violations: 1 } },
  ]);
});

test("of a record that both parts wrote to, the later one says what became of it; what stays adds up", () => {
  const note = (state: TalliedRecord["state"], at: readonly [number, number]): TalliedRecord => ({
    id: "a",
    interface: "crm",
    record: "contact note 10",
    state,
    at,
  });
  const left = (times: number) => [{ what: "a user was created", times }];
  const both = plus(
    part({ records: [note("not put back", [1, 0])], left: left(1) }),
    part({ records: [note("as it was", [2, 0])], left: left(2) }),
  );
  expect(both).toMatchObject({ records: [{ state: "as it was" }], left: left(3) });
});

test("times are those in which some part was under way", () => {
  const spans = [
    [10, 20],
    [15, 30],
    [50, 60],
  ] as const;
  const whole = spans.map((span) => part({ times: [span] })).reduce(plus);
  expect(whole.times).toEqual([
    [10, 30],
    [50, 60],
  ]);
});

test("exchanges are numbered in the order of the steps, whichever part they are of", () => {
  const whole = plus(
    part({
      steps: [
        { step: 0, check: "a", exchanges: 2 },
        { step: 2, check: "c", exchanges: 1 },
      ],
    }),
    part({ steps: [{ step: 1, check: "b", exchanges: 3 }] }),
  );
  const numberOf = numbering(whole.steps);
  expect([numberOf([0, 1]), numberOf([0, 2]), numberOf([1, 1]), numberOf([2, 1])]).toEqual([1, 2, 3, 6]);
});

test("a finding names the exchange that it is about first, then twenty at most; an observation its own", () => {
  const { exchanges: _exchanges, known: _known, ...found } = finding({ fingerprint: "f" });
  const exchanges = Array.from({ length: 30 }, (_, index) => [0, index + 1] as const);
  const twice = exchanges.flatMap((one, index) => (index % 3 === 0 ? [one, one] : [one]));
  const tallied: TalliedFinding = { finding: found, at: [0, 1], about: [0, 7], exchanges: twice };
  const shown = findingOf(tallied, ([, nth]) => nth, new Set(["f"]));
  expect(shown.exchanges).toEqual([7, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(shown.known).toBe(true);
  const seen = { unknown: "U-1", observed: "p", evidence: "GET /x gave 200", ofAll: false } as const;
  expect(evidenceOf({ ...seen, at: [0, 1], exchange: [0, 4] }, ([, nth]) => nth)).toBe(
    "exchange 4: GET /x gave 200",
  );
});
