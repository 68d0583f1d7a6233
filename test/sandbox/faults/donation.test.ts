import { describe, expect, test } from "vitest";
import { runWithFault } from "../../../scripts/fault-run.ts";
import { faults } from "../../../src/generated/faults.ts";
import { facts } from "../../../src/generated/registry.ts";
import { allPlanted, planted } from "./planted.ts";

/** A fact that only the sandbox's limits show has its table elsewhere. */
const isHere = (fact: string): boolean => fact.startsWith("DON-") && fact !== "DON-24";

const breakable = facts.filter(({ id, see }) => isHere(id) && see !== "static").map(({ id }) => id);

describe("faults of the donation interface", () => {
  test.each(breakable)(
    "%s is broken in more than one way, each found and blamed on it alone",
    async (fact) => {
      expect(allPlanted(fact).length).toBeGreaterThanOrEqual(2);
      for (const fault of planted(fact)) {
        const { found, by, astray } = await runWithFault(fault);
        expect({ fault: fault.id, found, astray }).toEqual({ fault: fault.id, found: true, astray: [] });
        expect(by.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test("no two have the same id", () => {
    const ids = faults.filter(({ fact }) => isHere(fact)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("no fact is broken grossly only", () => {
    const blunt = breakable.filter((fact) => allPlanted(fact).every(({ grade }) => grade === "gross"));
    expect(blunt).toEqual([]);
  });
});
