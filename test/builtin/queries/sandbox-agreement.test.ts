import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  all,
  type Dialect,
  dialectFromOptions,
  field,
  operatorNames,
  operators,
  type QueriedRecord,
  type Query,
  type Value,
  type ValueType,
} from "../../../src/builtin/queries/index.ts";
import type { Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import * as sandboxTable from "../../../src/sandbox/store/operators.ts";
import { isNightly } from "../../nightly.ts";
import { conditionsOn, eachComparison, queriesOf, texts, valuesOf } from "./arbitraries.ts";
import { fewerRuns } from "./runs.ts";
import { idsOf, SandboxBench } from "./sandbox-bench.ts";

/** Half of a character is no text to a database, and the sandbox says so. */
const wellFormed = texts.filter((text) => text.isWellFormed());

/** Values next to one that a record holds: the same in other words, a part of it, a little more or less. */
const neighbours = (type: ValueType, value: Value): readonly Value[] => {
  if (typeof value === "string")
    return type === "instant"
      ? [value, value.slice(0, 10), value.replace("Z", "000001Z"), value.replace("Z", "+00:00")]
      : [
          value,
          value.toUpperCase(),
          value.toLowerCase(),
          value.slice(0, 3),
          value.slice(-3),
          `${value} `,
          `${value}\0`,
          `\0${value}`,
        ];
  if (typeof value === "number" && type === "decimal")
    return [value, value.toFixed(2), `${value.toFixed(2)}1`, -value];
  return typeof value === "number" ? [value, value + 1, value - 1] : [value];
};

/** Values to compare a field with: what the records hold, what is near it, and what is far from it. */
const valuesNear =
  (records: readonly QueriedRecord[]) =>
  (field: string, type: ValueType): fc.Arbitrary<Value> => {
    const held = records.flatMap((record) => {
      const value = record[field];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [value]
        : [];
    });
    const near = [...new Set(held)].flatMap((value) => neighbours(type, value)).filter(isSendable);
    const far = type === "text" ? wellFormed : valuesOf[type];
    return near.length === 0 ? far : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...near) }, far);
  };

/** Cutting a text may cut a character in half. */
const isSendable = (value: Value): boolean => typeof value !== "string" || value.isWellFormed();

const queriesAbout = (
  dialect: Dialect,
  kind: string,
  records: readonly QueriedRecord[],
): fc.Arbitrary<Query> =>
  fc
    .tuple(
      queriesOf(dialect, kind, conditionsOn(dialect, kind, valuesNear(records))),
      fc.nat({ max: 20 }),
      fc.nat({ max: 1000 }),
    )
    .map(([wanted, skip, take]) => ({
      ...wanted,
      includeDetails: false,
      skip: wanted.skip === undefined ? 0 : skip,
      take,
    }));

const storedText = fc.option(
  wellFormed.filter((text) => !text.includes("\0")),
  { freq: 5 },
);
const storedAmount = fc.option(
  fc
    .oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(6000, 9999, 10_000, 10_001))
    .map((cents) => cents / 100),
);
const day = 86_400_000;

/** Around the midnights of awkward days, and around the ends of the days that operators count from now. */
const storedMoment = (now: number): fc.Arbitrary<string | null> =>
  fc.option(
    fc
      .tuple(
        fc.constantFrom(
          "1970-01-01",
          "2024-02-29",
          "2024-03-01",
          ...[-365, -30, -1, 0, 1, 2].map((days) => now + days * day),
        ),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([moment, shift]) => new Date(new Date(moment).getTime() + shift).toISOString()),
  );

/** Campaigns of every awkward kind: nothing, empty texts, all of Unicode, cents around zero, moments around midnight. */
const campaigns = (now: number): fc.Arbitrary<QueriedRecord> =>
  fc.record({
    name: storedText,
    description: storedText,
    crmKey: storedText,
    goal: storedAmount,
    startDate: storedMoment(now),
    endDate: storedMoment(now),
    isActive: fc.option(fc.boolean()),
  });

const settings: readonly (readonly [string, Partial<Assumptions>])[] = [
  ["the defaults", {}],
  [
    "integers of another meaning, and letter case",
    {
      "U-12": "singleValue",
      "U-13": "permutation:7",
      "U-13.case": "exact",
      "U-14": "and-is-1",
      "U-15": "permutation:3",
    },
  ],
  [
    "empty and null values apart, and negations that match null",
    {
      "U-13.empty": "text-only",
      "U-13.negation": "with-null",
      "U-13.places": "own",
      "U-12.unknown": "refused",
    },
  ],
];

describe.each(settings)("the sandbox under %s and the evaluation in memory", (_, assumptions) => {
  const bench = new SandboxBench(assumptions);
  afterAll(() => bench.sandbox.close());

  test.each([
    ["donor", 0.15],
    ["gift", 0.08],
    ["recurringGift", 0.06],
    ["segment", 0.06],
  ])("agree on the %s records of the seed", async (kind, share) => {
    const records = await bench.records(kind);
    expect(records.length).toBeGreaterThan(3);
    await fc.assert(
      fc.asyncProperty(queriesAbout(bench.dialect, kind, records), async (wanted) => {
        const [answered, evaluated] = await bench.bothAnswers(wanted, records);
        expect(answered).toEqual(evaluated);
      }),
      fewerRuns(share),
    );
  });

  const fillCampaigns = async (bodies: readonly QueriedRecord[], ids: readonly unknown[]): Promise<void> => {
    for (const [index, body] of bodies.entries())
      await bench.send("PUT", "/api/Campaign/replace", { ...body, id: ids[index] });
  };

  test("agree on each field by each operator", async () => {
    const ids = idsOf(await bench.records("campaign"));
    await fillCampaigns(
      fc.sample(campaigns(bench.sandbox.clock.now()), { seed: 1, numRuns: ids.length }),
      ids,
    );
    const records = await bench.records("campaign");
    const comparisons = eachComparison(bench.dialect, "campaign", valuesNear(records));
    expect(comparisons.length).toBeGreaterThan(150);
    for (const comparison of comparisons)
      for (const condition of fc.sample(comparison, { seed: 1, numRuns: isNightly ? 4 : 1 })) {
        const [answered, evaluated] = await bench.bothAnswers(
          { kind: "campaign", filter: all(condition) },
          records,
        );
        expect(answered).toEqual(evaluated);
      }
  });

  // Of the settings, only letter case concerns it.
  test.runIf(isNightly || assumptions["U-13.empty"] === undefined)(
    "agree on a megabyte of text",
    async () => {
      const ids = idsOf(await bench.records("campaign"));
      const long = `${`aB\u{1f600}% ${"x".repeat(94)}`.repeat(10_500)}!`;
      expect(long.length).toBeGreaterThan(2 ** 20);
      await fillCampaigns([{ name: "long", description: long }, { name: "short" }], ids);
      const records = await bench.records("campaign");
      const { equals, startsWith, notContains } = field("description");
      const filters = [
        [equals(long), 1],
        [startsWith(long.slice(0, -1)), 1],
        [notContains(long.slice(0, -1).toUpperCase()), assumptions["U-13.case"] === "exact" ? 1 : 0],
      ] as const;
      for (const [condition, total] of filters) {
        const [answered, evaluated] = await bench.bothAnswers(
          { kind: "campaign", filter: all(condition, field("name").equals("long")) },
          records,
        );
        expect(answered).toEqual(evaluated);
        expect(answered.total).toBe(total);
      }
    },
  );

  test("agree on filters over campaigns of every awkward kind", async () => {
    const ids = idsOf(await bench.records("campaign"));
    const scenes = fc
      .array(campaigns(bench.sandbox.clock.now()), { minLength: ids.length, maxLength: ids.length })
      .chain((bodies) => {
        const queries = queriesAbout(bench.dialect, "campaign", bodies);
        return fc.tuple(fc.constant(bodies), fc.array(queries, { minLength: 5, maxLength: 5 }));
      });
    await fc.assert(
      fc.asyncProperty(scenes, async ([bodies, queries]) => {
        await fillCampaigns(bodies, ids);
        const records = await bench.records("campaign");
        for (const wanted of queries) {
          const [answered, evaluated] = await bench.bothAnswers(wanted, records);
          expect(answered).toEqual(evaluated);
        }
      }),
      fewerRuns(0.04),
    );
  });
});

describe("the two tables of operators, written apart", () => {
  test("have the same names, the same numbers of operands and the same types", () => {
    const known = ["integer", "text", "decimal", "instant", "boolean"] as const;
    const rows = operatorNames.map((name) => {
      const { arity, operands, types } = operators[name];
      return [name, { arity, operands, types: known.filter((type) => types.includes(type)) }];
    });
    const theirs = sandboxTable.operatorNames.map((name) => {
      const { arity, operands, types } = sandboxTable.operators[name];
      return [name, { arity, operands, types: known.filter((type) => types.includes(type)) }];
    });
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(theirs));
  });
});

describe("what the sandbox lists about its queries", () => {
  test.each(["nested", "flat"] as const)("is understood in its %s shape", async (shape) => {
    const assumptions = { "U-11": shape, "U-15": "permutation:3" } as const;
    const bench = new SandboxBench(assumptions);
    const { queryTypes, ...known } = bench.dialect;
    const answers = await Promise.all(
      Object.entries(queryTypes).map(async ([kind, { code }]) => ({
        kind,
        code,
        body: await bench.send("GET", `/api/Query/options/${code}`),
      })),
    );
    const { dialect, notes } = dialectFromOptions(answers, known);
    expect(notes).toEqual([]);
    for (const [kind, { parameters, columns, sortable = [] }] of Object.entries(queryTypes)) {
      const found = dialect.queryTypes[kind];
      expect(found?.columns).toEqual(columns);
      expect(found?.sortable).toEqual(sortable.map((name) => name.toLowerCase()));
      expect(Object.keys(found?.parameters ?? {})).toEqual(Object.keys(parameters));
      const types = Object.values(found?.parameters ?? {}).map(({ type }) => type);
      expect(types).toEqual(
        Object.values(parameters).map(({ type }) => (shape === "flat" ? "unknown" : type)),
      );
    }
    await bench.sandbox.close();
  });
});
