import { describe, expect, test } from "vitest";
import { runWithFault } from "../../../scripts/fault-run.ts";
import { facts } from "../../../src/generated/registry.ts";
import { allPlanted, planted } from "./planted.ts";

const breakable = facts.filter(({ see }) => see === "sandbox").map(({ id }) => id);

describe("faults of what only the sandbox can show", () => {
  test.each(breakable)(
    "%s is broken in more than one way, each found and blamed on it alone",
    async (fact) => {
      expect(allPlanted(fact).length).toBeGreaterThanOrEqual(2);
      for (const fault of planted(fact)) {
        const { found, astray } = await runWithFault(fault);
        expect({ fault: fault.id, found, astray }).toEqual({ fault: fault.id, found: true, astray: [] });
      }
    },
  );
});
