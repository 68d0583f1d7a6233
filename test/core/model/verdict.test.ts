import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/model/finding.ts";
import type { FactResult } from "../../../src/core/model/report.ts";
import { runVerdict } from "../../../src/core/model/verdict.ts";
import { fact, finding, report } from "../../report/events.ts";

const passed = fact("A-01", "passed");
const fixed = fact("A-02", "skipped", "static: held by a test");
const unserved = fact("A-03", "skipped", "not served: listGifts");
const unconfigured = fact("A-04", "skipped", "not configured: a.records.id");
const unselected = fact("A-05", "skipped", "not selected");
const failed = fact("A-06", "failed");
const other = fact("A-07", "skipped", "no page was answered");

type Case = readonly [facts: readonly FactResult[], findings: readonly Partial<Finding>[], words: string];

describe("the verdict on a run", () => {
  test.each<Case>([
    [[passed, fixed, unserved], [], "conformant"],
    [[passed, unconfigured], [], "no violation in 1 of 2 facts (1 not configured: tripact doctor)"],
    [
      [passed, unconfigured, unselected, unselected, other],
      [],
      "no violation in 1 of 5 facts (2 not selected, 1 not configured: tripact doctor, 1 could not be judged)",
    ],
    [[passed, failed], [{ known: true }], "no new violation in 2 of 2 facts"],
    [[passed, failed], [{}], "not conformant"],
    [[passed], [{ severity: "warning" }], "conformant"],
  ])("of %j with %j", (facts, findings, words) => {
    const summarized = report({ facts, findings: findings.map((one) => finding(one)) });
    expect(runVerdict(summarized, undefined, "tripact doctor").words).toBe(words);
  });

  test("that fails on warnings", () => {
    const warned = report({ facts: [passed], findings: [finding({ severity: "warning" })] });
    expect(runVerdict(warned, "warning").state).toBe("not-conformant");
  });

  test("that was cut short", () => {
    const cut = report({ facts: [passed], findings: [], stopped: { reason: "budget", message: "spent" } });
    expect(runVerdict(cut).state).toBe("not-judged");
  });
});
