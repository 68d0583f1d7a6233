import { describe, expect, test } from "vitest";
import { runWithFault } from "../../../scripts/fault-run.ts";
import { facts } from "../../../src/generated/registry.ts";
import { allPlanted, planted } from "./planted.ts";

const breakable = facts
  .filter(({ id, see }) => /^(DON|VOL)-/.test(id) && see !== "static" && see !== "sandbox")
  .map(({ id }) => id);

describe("faults of the donation and the volunteer interface", () => {
  test.each(breakable)(
    "%s is broken in more than one way, each found and blamed on it",
    async (fact) => {
      expect(allPlanted(fact).length).toBeGreaterThanOrEqual(2);
      for (const fault of planted(fact)) {
        const { found, by } = await runWithFault(fault);
        expect({ fault: fault.id, found }).toEqual({ fault: fault.id, found: true });
        expect(by.length).toBeGreaterThan(0);
      }
    },
    30_000,
  );
});
