import { expect } from "vitest";
import { type Assumptions, withDefaults } from "../../../src/sandbox/assumptions/assumptions.ts";
import { queryTypeOfKind, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";
import type { Outcome } from "./kit.ts";

/** What a sandbox was set to mean, as a discovery should find it. */
interface Assumed {
  readonly field: string;
  readonly and: 0 | 1;
  readonly types: Readonly<Record<string, number>>;
}

const queried = ["donor", "gift", "campaign", "recurringGift", "segment"];

const assumed = (chosen: Partial<Assumptions>): Assumed => {
  const assumptions = withDefaults(chosen);
  return {
    field: assumptions["U-12"],
    and: assumptions["U-14"] === "and-is-0" ? 0 : 1,
    types: Object.fromEntries(
      queryTypes
        .filter(({ name }) => queried.includes(name))
        .map((kind) => [kind.name, queryTypeOfKind(kind, assumptions)]),
    ),
  };
};

/** Within its budget, a discovery found all that the sandbox was set to mean, and nothing else. */
export const expectUnderstood = (found: Outcome, assumptions: Partial<Assumptions>): void => {
  const { complete, dialect } = found.discovery;
  const truth = withDefaults(assumptions);
  const { field, and, types } = assumed(assumptions);
  expect(found.wrong).toEqual([]);
  expect(found.right.length).toBeGreaterThanOrEqual(26);
  expect(found.requests).toBeLessThanOrEqual(300);
  expect(complete).toBe(true);
  expect(dialect).toMatchObject({ singleValueField: field, conjunct: { and } });
  const codes = Object.entries(dialect.queryTypes).map(([kind, { code }]) => [kind, code]);
  expect(Object.fromEntries(codes)).toEqual(types);
  expect([undefined, truth["U-13.case"]]).toContain(dialect.letterCase);
  expect([undefined, truth["U-13.empty"] === "with-null"]).toContain(dialect.emptyMatchesNull);
  expect([undefined, truth["U-13.negation"] === "with-null"]).toContain(dialect.negationMatchesNull);
};
