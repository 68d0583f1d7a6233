import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operatorNames } from "../../../src/builtin/queries/operators.ts";
import { keyOf } from "../../../src/builtin/queries/values/key.ts";
import { type Hints } from "../../../src/onboarding/discovery/hints.ts";
import { OperatorObservations } from "../../../src/onboarding/discovery/operator-observations.ts";
import { decidedMeaning } from "../../../src/onboarding/discovery/posteriors.ts";
import { allMatches, noneOf, type Probe, type ProbeResult } from "../../../src/onboarding/discovery/probe.ts";
import type { ParameterColumn, RecordSample } from "../../../src/onboarding/discovery/sample.ts";

const cities = ["Austin", "Dallas", "Dallas", undefined, "", "Waco", "El Paso", "Austin"];

const column: ParameterColumn = {
  name: "city",
  type: "text",
  values: cities,
  keys: cities.map((city) => (city === undefined ? undefined : keyOf("text", city))),
};

const sample: RecordSample = {
  kind: "donor",
  operation: "queryDonors",
  code: 0,
  order: {},
  ids: cities.map((_, index) => String(index)),
  total: cities.length,
  pageSize: cities.length,
  idColumns: undefined,
  columns: [column],
};

const probe = (shape: Probe["shape"], ...operands: readonly string[]): Probe => ({
  sample,
  column,
  shape,
  counts: "own",
  operands,
});

const refused = (asked: Probe): ProbeResult => ({
  probe: asked,
  observed: { kind: "refused", status: 400, body: undefined },
  sentAt: 0,
  answeredAt: 0,
});

const answered = (asked: Probe, matches: string): ProbeResult => ({
  probe: asked,
  observed: {
    kind: "answered",
    matches,
    known: matches.length,
    total: matches.replaceAll("0", "").length,
  },
  sentAt: 0,
  answeredAt: 0,
});

const noHints: Hints = { prior: () => () => 1 };

const observing = (
  byCode: Readonly<Record<number, readonly ProbeResult[]>>,
  hints = noHints,
): OperatorObservations => {
  const observations = new OperatorObservations(hints);
  for (const [code, results] of Object.entries(byCode))
    for (const result of results) observations.add(Number(code), result);
  return observations;
};

const [austin, dallas, waco, both] = [
  probe("single", "Austin"),
  probe("single", "Dallas"),
  probe("single", "Waco"),
  probe("several", "Austin", "Waco"),
];

const singles = [
  answered(austin, "10000001"),
  answered(dallas, "01100000"),
  answered(waco, "00000100"),
  // Parts of what the records hold: none of them is one of their values.
  answered(probe("single", "ustin"), noneOf(sample)),
  answered(probe("single", "Dall"), noneOf(sample)),
  answered(probe("single", "ac"), noneOf(sample)),
  answered(probe("single", "Aust"), noneOf(sample)),
  answered(probe("single", "las"), noneOf(sample)),
];

/** Answers of integers that take no value, to a condition with one. */
const others = (result: (asked: Probe) => ProbeResult): Record<number, readonly ProbeResult[]> =>
  Object.fromEntries([20, 21, 22, 23, 24, 25].map((code) => [code, [result(probe("none"))]]));

describe("what follows from answers", () => {
  test("is a probability of each meaning, whatever the answers are", () => {
    const outcome = fc.oneof(
      fc.constant(refused),
      fc
        .array(fc.constantFrom("0", "1"), { minLength: cities.length, maxLength: cities.length })
        .map((bits) => (asked: Probe) => answered(asked, bits.join(""))),
    );
    const probes = fc.constantFrom(austin, dallas, waco, both, probe("none"));
    fc.assert(
      fc.property(fc.array(fc.tuple(probes, outcome), { maxLength: 6 }), (results) => {
        const observations = observing({ 3: results.map(([asked, made]) => made(asked)) });
        const chances = [...observations.posterior(3).chances.values()];
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
        expect(observations.worldChances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
      }),
      { numRuns: 30 },
    );
  });

  test("does not decide between operators that the same values match, however often", () => {
    const often = Array.from({ length: 4 }, () => singles).flat();
    const { chances } = observing({ 3: often }).posterior(3);
    expect(chances.get("anyOf")).toBeGreaterThan(0.05);
    expect(decidedMeaning(observing({ 3: often }).posterior(3))).toBeUndefined();
  });

  test("decides by a condition that fits one of them only, of a strict and of a lenient target", () => {
    const equals = [refused, (asked: Probe) => answered(asked, noneOf(sample))].map((unfit) =>
      observing({ ...others(unfit), 3: [...singles, unfit(both), unfit(both)] }).posterior(3),
    );
    expect(equals.map(decidedMeaning)).toEqual(["equals", "equals"]);
    const other = probe("several", "Dallas", "Waco");
    const meaningOf = (again: Probe, matches: string): string | undefined =>
      decidedMeaning(
        observing({ 3: [...singles, answered(both, "10000101"), answered(again, matches)] }).posterior(3),
      );
    expect(meaningOf(other, "01100100")).toBe("anyOf");
    // The same records again prove no more.
    expect(meaningOf(both, "10000101")).toBeUndefined();
  });

  test.each([
    ["refuses", refused],
    ["matches nothing", (asked: Probe) => answered(asked, noneOf(sample))],
    ["matches everything", (asked: Probe) => answered(asked, allMatches(sample))],
  ])("takes what a target that %s makes of unfit conditions for no answer", (_, unfit) => {
    const unfitting = [probe("none"), probe("several", "Waco", "Dallas"), both].map(unfit);
    const posterior = observing({ ...others(unfit), 3: [...unfitting, ...singles] }).posterior(3);
    expect(posterior.best).toBe("equals");
  });

  test("says whether letter case and null count", () => {
    const observations = observing({
      3: [...singles, refused(both), refused(both), answered(probe("single", "AUSTIN"), noneOf(sample))],
      4: [
        answered(austin, "01111110"),
        answered(dallas, "10011111"),
        answered(waco, "11111011"),
        refused(both),
      ],
    });
    expect(observations.semantics).toMatchObject({ ignoresCase: false, negationMatchesNull: true });
    expect(observations.posterior(4).best).toBe("notEquals");
  });

  test("is the same whatever the target lists of itself", () => {
    const misleading: Hints = { prior: () => (meaning) => (meaning === "contains" ? 1 : 0.001) };
    const [plain, misled] = [noHints, misleading].map((hints) =>
      observing({ 3: [answered(austin, "10000001")] }, hints),
    );
    expect(misled?.posterior(3)).toEqual(plain?.posterior(3));
    const expected = misled?.expectation(3).chances;
    expect(operatorNames.filter((name) => (expected?.get(name) ?? 0) > 0.5)).toEqual(["contains"]);
  });
});
