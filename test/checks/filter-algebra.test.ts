import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  behavioursIn,
  brokenIn,
  chosenRelations,
  filtersOf,
  knownGroups,
  relations,
  relationsOf,
  type FilterText,
  type Letters,
  type Relation,
  type Totals,
} from "../../src/checks/support/filter-algebra.ts";
import type { KnownCondition, KnownGroup } from "../../src/checks/support/known-conditions.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";

const conditionOf = (letter: string): KnownCondition => ({
  condition: { parameter: letter },
  shown: { parameter: letter },
});

const letters: Letters = new Map([..."ABCNPQT"].map((letter) => [letter, conditionOf(letter)]));

const exchange: Exchange = {
  interface: "donation",
  operation: "queryDonors",
  request: { method: "POST", url: "https://donations.example.org", headers: {}, authorization: "none" },
  outcome: { kind: "response", status: 200, headers: {}, body: { kind: "empty" }, elapsedMs: 0 },
};

type Records = ReadonlySet<number>;

/** A target: what each condition matches, and how members of a group and groups side by side are joined. */
interface Target {
  readonly everything: Records;
  readonly matches: Readonly<Record<string, Records>>;
  readonly join: (conjunct: number, members: readonly Records[]) => Records;
  readonly joinTop: (groups: readonly Records[]) => Records;
}

const intersection = (everything: Records, sets: readonly Records[]): Records =>
  new Set([...everything].filter((record) => sets.every((set) => set.has(record))));

const union = (sets: readonly Records[]): Records => new Set(sets.flatMap((set) => [...set]));

const found = (group: KnownGroup, target: Target): Records => {
  const conditions = (group.conditions ?? []).map(
    ({ condition }) => target.matches[String(condition["parameter"])] ?? new Set<number>(),
  );
  const groups = (group.groups ?? []).map((inner) => found(inner, target));
  return target.join(group.conjunct, [...conditions, ...groups]);
};

const totalOf = (filter: FilterText, target: Target): number => {
  const groups = knownGroups(filter, letters);
  return groups.length === 0
    ? target.everything.size
    : target.joinTop(groups.map((group) => found(group, target))).size;
};

const measured = (target: Target, of: readonly Relation[] = relations): Totals =>
  new Map(
    ["", "0(P)", "0(Q)", "0(A,B)", "1(A,B)", ...of.flatMap(filtersOf)].map((filter) => [
      filter,
      { exchange, total: totalOf(filter, target) },
    ]),
  );

const records = Array.from({ length: 12 }, (_, index) => index);

const everything: Records = new Set(records);

const subset = fc.subarray(records).map((some): Records => new Set(some));

/** Any target that joins as it says, whichever conjunct is which. */
const targets = fc
  .record({
    matches: fc.record({ A: subset, B: subset, C: subset, P: subset, Q: subset, T: subset }),
    and: fc.constantFrom(0, 1),
    top: fc.constantFrom("all", "any"),
  })
  .map(({ matches, and, top }): Target => ({
    everything,
    matches,
    join: (conjunct, members) => (conjunct === and ? intersection(everything, members) : union(members)),
    joinTop: (groups) => (top === "all" ? intersection(everything, groups) : union(groups)),
  }));

describe("the notation of filters", () => {
  test("reads groups, groups within groups and groups side by side", () => {
    const known = (letter: string) => conditionOf(letter);
    expect(knownGroups("", letters)).toEqual([]);
    expect(knownGroups("0(A,1(B,C));1(A)", letters)).toEqual([
      {
        conjunct: 0,
        conditions: [known("A")],
        groups: [{ conjunct: 1, conditions: [known("B"), known("C")] }],
      },
      { conjunct: 1, conditions: [known("A")] },
    ]);
  });

  test("asks nothing about conditions that are not known", () => {
    const two: Letters = new Map([...letters].filter(([letter]) => "AB".includes(letter)));
    const asked = new Set(relationsOf(two).flatMap(filtersOf));
    expect([...asked].filter((filter) => /[CNPQ]/.test(filter))).toEqual([]);
    expect(relationsOf(two).length).toBeGreaterThan(8);
    expect(relationsOf(letters)).toHaveLength(relations.length);
  });
});

test("what shows precedence is measured however few relations are chosen", () => {
  const chosen = chosenRelations(letters, undefined, (others) => others.slice(0, 1));
  expect(chosen.map(({ of }) => of)).toEqual(["0(A,1(B,C))", "1(A,0(B,C))", "1(C,B,A,A)"]);
  expect(chosenRelations(letters, 1, () => []).map(({ of }) => of)).toEqual(["1(A,0(B,C))"]);
  const two: Letters = new Map([...letters].filter(([letter]) => "AB".includes(letter)));
  expect(chosenRelations(two, 0, () => [])).toEqual([]);
});

describe("totals", () => {
  test("of any target that joins as it says break no relation and show one meaning", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const totals = measured(target);
        expect(brokenIn(totals)).toEqual([]);
        for (const { and } of behavioursIn(totals)) expect(and.size).toBeGreaterThan(0);
      }),
    );
  });

  test("show which conjunct is AND as soon as two conditions differ", () => {
    const target: Target = {
      everything,
      matches: {
        A: new Set([1, 2]),
        B: new Set([2, 3]),
        C: new Set([2]),
        P: new Set([1]),
        Q: new Set([4]),
      },
      join: (conjunct, members) => (conjunct === 1 ? intersection(everything, members) : union(members)),
      joinTop: union,
    };
    expect(behavioursIn(measured(target)).map(({ and }) => [...and])).toEqual([[1], [1], [1], [1], [1]]);
  });

  /** Three sets in general position: every part of the diagram holds records. */
  const matches = {
    A: new Set([0, 1, 2, 3, 8]),
    B: new Set([0, 1, 4, 5]),
    C: new Set([0, 2, 4, 6, 9, 10]),
    P: new Set([1, 2, 3]),
    Q: new Set([3, 4]),
  };

  const correct: Target = {
    everything,
    matches,
    join: (conjunct, members) => (conjunct === 0 ? intersection(everything, members) : union(members)),
    joinTop: (groups) => intersection(everything, groups),
  };

  const defects: readonly (readonly [name: string, Partial<Target>])[] = [
    ["joins everything by AND", { join: (_, members) => intersection(everything, members) }],
    ["uses the first member alone", { join: (_, members) => members[0] ?? everything }],
    ["uses the last member alone", { join: (_, members) => members.at(-1) ?? everything }],
    [
      "turns the conjunct round from three members on",
      { join: (conjunct, members) => correct.join(members.length > 2 ? 1 - conjunct : conjunct, members) },
    ],
    [
      "uses two members at most",
      { join: (conjunct, members) => correct.join(conjunct, members.slice(0, 2)) },
    ],
    ["uses the first group alone", { joinTop: (groups) => groups[0] ?? everything }],
  ];

  const chosen = chosenRelations(letters, 0, (others) => others);

  test("are measured for the relations that hold the others within them", () => {
    const filters = (of: readonly Relation[]): number => new Set(of.flatMap(filtersOf)).size;
    expect(filters(chosen)).toBeLessThan(filters(relations) / 1.6);
  });

  test.each(defects)("of a target that %s break a relation or show no meaning", (_, defect) => {
    const totals = measured({ ...correct, ...defect }, chosen);
    const meanings = behavioursIn(totals).filter(({ and }) => !and.has(0));
    expect(brokenIn(totals).length + meanings.length).toBeGreaterThan(0);
  });

  test("of a target that knows no groups within groups are not held to any", () => {
    const plain = measured(correct);
    const ignoring = new Map(
      [...plain].map(([filter, one]) => [filter, /\([^)]*\(/.test(filter) ? { ...one, total: 12 } : one]),
    );
    expect(brokenIn(ignoring)).toEqual([]);
  });
});
