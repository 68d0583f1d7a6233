import { describe, expect, test } from "vitest";
import { bothRequirements, type Requirement, shortfallOf } from "../../../src/core/run/coverage.ts";
import { fact } from "../../report/events.ts";

const facts = [
  fact("A-01", "passed"),
  fact("A-02", "failed"),
  fact("A-03", "skipped", "not configured: a.records.id"),
  fact("A-04", "skipped", "static: held by a test"),
];

describe("what is required of a run", () => {
  test.each<[Requirement, string | undefined]>([
    [{}, undefined],
    [{ minFacts: 2 }, undefined],
    [{ minFacts: 3 }, "2 of 4 facts were judged, 3 are required"],
    [{ facts: ["A-01", "A-02"] }, undefined],
    [{ facts: ["A-03"] }, "A-03 was not judged: not configured: a.records.id"],
    [
      { minFacts: 3, facts: ["A-03"] },
      "2 of 4 facts were judged, 3 are required; A-03 was not judged: not configured: a.records.id",
    ],
  ])("%j", (requirement, message) => {
    expect(shortfallOf(facts, requirement)?.message).toBe(message);
  });

  test("by two sides is the greater number, and the facts of both", () => {
    expect(
      bothRequirements({ minFacts: 3, facts: ["A-01"] }, { minFacts: 2, facts: ["A-01", "A-02"] }),
    ).toEqual({
      minFacts: 3,
      facts: ["A-01", "A-02"],
    });
  });
});
