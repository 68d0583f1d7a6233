import { describe, expect, it } from "vitest";
import { queryTypeOfKind, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";
import {
  donationBench,
  type DonationBench,
  type Json,
  kindNamed,
  queriedKinds,
  queryOperations,
} from "./donation-bench.ts";

interface OperatorOption {
  readonly operator: number;
  readonly multipleValuesAllowed: boolean;
  readonly valueRequired: boolean;
  readonly secondaryValueRequired: boolean;
}

interface ParameterOption {
  readonly parameter: string;
  readonly type: string;
  readonly operatorOptions: readonly OperatorOption[];
  readonly valueOptions: readonly string[];
}

const optionsOf = async ({ call, assumptions }: DonationBench, name: string): Promise<Json> => {
  const answer = await call("getQueryOptions", { path: queryTypeOfKind(kindNamed(name), assumptions) });
  // The sandbox's own shape.
  return answer.json as Json;
};

const sample: Readonly<Record<string, unknown>> = {
  integer: 1,
  string: "a",
  decimal: "10.50",
  datetime: "2025-01-01T00:00:00Z",
  boolean: true,
};

const operandsFor = (option: OperatorOption, type: string, isOfDays: boolean, singleValue: string): Json => {
  const value = isOfDays ? 30 : sample[type];
  return {
    ...(option.multipleValuesAllowed
      ? { values: [value, value] }
      : option.valueRequired
        ? { [singleValue]: value }
        : {}),
    ...(option.secondaryValueRequired ? { secondaryValue: value } : {}),
  };
};

describe("options", () => {
  it.each(queriedKinds)(
    "for %ss list only what the query accepts, in the dialect of the assumptions",
    async (kind) => {
      const bench = donationBench({
        assumptions: { "U-13": "permutation:11", "U-15": "permutation:4", "U-12": "single" },
      });
      const { options, columns, sortBy } = await optionsOf(bench, kind);
      for (const sortName of sortBy as string[]) await bench.query(kind, { sortBy: sortName, take: 1 });
      await bench.query(kind, { selectedColumns: columns, take: 1 });
      for (const { parameter, type, operatorOptions, valueOptions } of options as ParameterOption[]) {
        expect(Object.keys(sample)).toContain(type);
        for (const option of operatorOptions) {
          const ask = (isOfDays: boolean): Promise<{ readonly status: number }> => {
            const condition = {
              parameter,
              operator: option.operator,
              ...operandsFor(option, type, isOfDays, "single"),
            };
            const body = {
              queryType: queryTypeOfKind(kindNamed(kind), bench.assumptions),
              groups: [{ conjunct: 0, conditions: [condition] }],
              take: 1,
            };
            return bench.call(queryOperations[kind], { body });
          };
          // Days or a date: the options do not tell which.
          const statuses = [
            (await ask(false)).status,
            ...(type === "datetime" ? [(await ask(true)).status] : []),
          ];
          expect([parameter, option.operator, statuses.includes(200)]).toEqual([
            parameter,
            option.operator,
            true,
          ]);
        }
        if (valueOptions.length > 0) {
          const { items } = await bench.query(kind, { selectedColumns: [parameter], take: 1000 });
          for (const item of items) expect([...valueOptions, null]).toContain(item[parameter]);
        }
      }
    },
  );

  it("answer for all ten types, in either shape, with all thirty operators", async () => {
    for (const shape of ["nested", "flat"] as const) {
      const bench = donationBench({ assumptions: { "U-11": shape, "U-15": "permutation:9" } });
      const seen = new Set<unknown>();
      for (const { name } of queryTypes) {
        const { queryType, columns, ...rest } = await optionsOf(bench, name);
        seen.add(queryType);
        expect(columns).toEqual(expect.arrayContaining(["id"]));
        const operators =
          shape === "flat"
            ? rest["operators"]
            : (rest["operatorOptions"] as OperatorOption[]).map(({ operator }) => operator);
        expect(operators).toEqual(Array.from({ length: 30 }, (_, integer) => integer));
        const parameters =
          shape === "flat"
            ? rest["parameters"]
            : (rest["options"] as ParameterOption[]).map(({ parameter }) => parameter);
        expect(parameters).toEqual(expect.arrayContaining(["id"]));
      }
      expect(seen).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    }
  });

  it.each([
    ["10", 400],
    ["-1", 400],
    // No integer is no query type: the path is another one.
    ["x", 404],
    ["1.5", 404],
  ])("refuse the query type %s with %i", async (path, status) => {
    const { call } = donationBench();
    for (const operation of ["getQueryOptions", "getQueryList"] as const) {
      expect((await call(operation, { path })).status).toBe(status);
    }
  });
});

describe("Query/list", () => {
  it("lists the saved queries of each of the ten types, to their own organization only", async () => {
    const { call, otherToken } = donationBench();
    const seen = new Set<unknown>();
    for (let path = 0; path < 10; path += 1) {
      for (const token of [{}, { token: otherToken }]) {
        const answer = await call("getQueryList", { path, ...token });
        expect(answer.at("/total")).toBe(2);
        for (const item of answer.at("/items") as Json[]) {
          expect(item).toMatchObject({ queryType: path, name: expect.any(String) });
          seen.add(item["id"]);
        }
      }
    }
    expect(seen.size).toBe(40);
  });
});
