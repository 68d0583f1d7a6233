import { awkward } from "../../src/checks/support/filter-texts.ts";
import { splitIn } from "../../src/checks/support/known-conditions.ts";
import { isNightly, someOf } from "../nightly.ts";
import { describe, expect, test } from "vitest";
import { suite } from "../../src/inputs/suite.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import type { Report } from "../../src/core/model/report.ts";
import type { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { withFaults } from "../../src/sandbox/with-faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { reportOf } from "../report-of.ts";
import { sandboxRun, sandboxTarget } from "../sandbox-run.ts";

interface Judged {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
}

const learning = suite.checks.filter(({ id }) =>
  ["filter-algebra-holds", "query-conditions-are-validated"].includes(id),
);

/** Judges a sandbox of whose queries nothing is known but what it says of itself. */
const judgeWith = async (
  assumptions: Partial<Assumptions>,
  fault?: string,
  { seed, budget }: { readonly seed: number; readonly budget?: number } = { seed: 1 },
): Promise<Judged> => {
  const planted = faults.filter(({ id }) => id === fault);
  const sandbox = withFaults(createSandbox({ assumptions, scale: 30 }), planted);
  const embedded = sandboxTarget(sandbox);
  const isKept = (path: string): boolean => !path.startsWith("donation.queries");
  const events = await sandboxRun(sandbox, {
    chosen: learning,
    target: {
      ...embedded,
      ...(budget === undefined ? {} : { budget }),
      interfaces: ["donation"],
      has: (path) => isKept(path) && embedded.has(path),
      setting: (path) => (isKept(path) ? embedded.setting(path) : undefined),
    },
    seed,
  });
  const exchanges: Exchange[] = [];
  const report = await reportOf(events, (event) => {
    if (event.type === "exchange") exchanges.push(event.exchange);
  });
  await sandbox.close();
  return { report, exchanges };
};

const statusOf = ({ report }: Judged, fact: string) => report.facts.find(({ id }) => id === fact)?.status;

/** Every value of a condition, as the evidence of a run shows it. */
const shownValues = ({ exchanges }: Judged): readonly unknown[] => {
  const values: unknown[] = [];
  const visit = (value: unknown, isValue: boolean): void => {
    if (isValue && typeof value !== "object") values.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value))
        visit(inner, isValue || name === "value" || name === "values" || name === "secondaryValue");
  };
  for (const { request } of exchanges) visit(request.body, false);
  return values;
};

const shapes = [
  ["nested", {}],
  ["flat", { "U-11": "flat" }],
  ["nested, with other integers", { "U-13": "permutation:5", "U-14": "and-is-1", "U-15": "permutation:3" }],
] as const;

describe("a target of whose queries nothing is configured", () => {
  test.each(shapes)(
    "is judged by what its options list, and shows which conjunct is AND, %s",
    async (_, assumptions) => {
      const judged = await judgeWith(assumptions);
      expect(judged.report.findings).toEqual([]);
      for (const fact of ["DON-12", "DON-13", "DON-23"])
        expect([fact, statusOf(judged, fact)]).toEqual([fact, "passed"]);
      const and = "U-14" in assumptions ? 1 : 0;
      expect(judged.report.unknowns.find(({ id }) => id === "U-14")?.observed).toContain(
        `conjunct ${and} behaves as AND`,
      );
    },
  );

  test.each(someOf(shapes, 3))(
    "shows no value of its records in any evidence, %s",
    async (_, assumptions) => {
      const judged = await judgeWith(assumptions, "either-of-two-counts-both", {
        seed: 1,
        ...(isNightly ? {} : { budget: 300 }),
      });
      expect(statusOf(judged, "DON-23")).toBe("failed");
      // Those that no record has anything to do with.
      const learnt = shownValues(judged).filter((value) => value !== 1 && value !== 2 && value !== awkward);
      expect(learnt.length).toBeGreaterThan(0);
      for (const value of learnt) expect(value).toMatch(/^\$FILTER_VALUE_\d+$/);
      expect(judged.report.findings.map(({ curl }) => curl).join()).toContain("conditions");
    },
  );

  // Each seed picks another endpoint.
  test.each(someOf([1, 2, 3, 4, 5], 5))(
    "shows a lost parenthesis within few requests, seed %i",
    async (seed) => {
      const judged = await judgeWith({}, "a-filter-without-parentheses", { seed, budget: 300 });
      expect(judged.report.findings.map(({ fact, message }) => [fact, message])).toEqual([
        ["DON-23", expect.stringContaining("A AND (B OR C) matches")],
      ]);
    },
  );
});

describe("two conditions on one parameter", () => {
  const several = { condition: { parameter: "method", operator: 4, values: ["Card", "Check"] }, shown: {} };
  const bounds = {
    condition: { parameter: "amount", operator: 9, values: [1, 2], secondaryValue: 2 },
    shown: {},
  };

  test("are one with several values, and the same with the first of them", () => {
    expect(splitIn([bounds, several])?.map(({ condition }) => condition["values"])).toEqual([
      ["Card"],
      ["Card", "Check"],
    ]);
  });

  test("are not made of the bounds of a range, nor of a single value", () => {
    expect(splitIn([bounds, { condition: { values: ["Card"] }, shown: {} }])).toBeUndefined();
  });

  test("show in evidence no more than the condition does", () => {
    const masked = {
      ...several,
      shown: { ...several.condition, values: ["$FILTER_VALUE", "$FILTER_VALUE"] },
    };
    expect(splitIn([masked])?.[0].shown["values"]).toEqual(["$FILTER_VALUE"]);
  });
});
