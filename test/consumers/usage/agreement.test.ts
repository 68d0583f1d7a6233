import { describe, expect, test } from "vitest";
import { isNightly } from "../../nightly.ts";
import {
  agreementOf,
  type Comparison,
  compareVerdicts,
  confusionOf,
  type Part,
  unsafeAmong,
} from "./agreement.ts";
import { type ConsumerName, consumerNames } from "./workspace.ts";

const strangers: readonly ConsumerName[] = ["typed-requests", "axios-service", "fixtures", "jobs"];

const isMeasured = ({ family }: Comparison): boolean => family !== "other";

/** Some of those that change what somebody uses. */
const some: Part["takes"] = (index, isUsed) => isUsed && index % 10 === 0;

/** All that changes what somebody uses, and some of the rest. */
const mostlyUsed: Part["takes"] = (index, isUsed) => isUsed || index % 11 === 0;

describe("the verdict by usage, against the compiler", () => {
  test("never says safe where a project does not compile, and agrees on fields that are read", async () => {
    const comparisons = await Array.fromAsync(
      compareVerdicts({
        consumers: ["mapper"],
        interfaces: ["volunteer"],
        takes: some,
      }),
    );
    expect(comparisons.filter(isMeasured).length).toBeGreaterThan(1);
    expect(unsafeAmong(comparisons)).toEqual([]);
    expect(agreementOf(comparisons.filter(isMeasured))).toBeGreaterThan(0.9);
    // Both answers occur, or nothing is compared.
    expect(new Set(comparisons.map(({ compiles }) => compiles)).size).toBe(2);
  });

  test.runIf(isNightly)(
    "twelve projects, every kind of change, every document",
    async () => {
      const comparisons = await Array.fromAsync(
        compareVerdicts({
          consumers: consumerNames,
          interfaces: ["crm", "donation", "volunteer"],
          takes: mostlyUsed,
        }),
      );
      const kinds = new Set(comparisons.flatMap((one) => one.kinds));
      expect(kinds.size).toBeGreaterThanOrEqual(60);
      expect(unsafeAmong(comparisons)).toEqual([]);
      // The others build answers and put values together again, which is judged more strictly than the compiler does.
      const measured = comparisons.filter((one) => isMeasured(one) && !strangers.includes(one.consumer));
      // Shown in the log of the run.
      expect.soft({ table: confusionOf(comparisons), agreement: agreementOf(measured) }).toBeDefined();
      for (const [family, found] of Map.groupBy(measured, (one) => one.family))
        expect([family, agreementOf(found) >= 0.95]).toEqual([family, true]);
    },
    7_200_000,
  );
});
