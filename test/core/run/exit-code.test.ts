import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/model/finding.ts";
import type { RunFooter } from "../../../src/core/model/run-event.ts";
import type { StopReason } from "../../../src/core/model/fact-verdict.ts";
import type { FailOn } from "../../../src/core/model/verdict.ts";
import { exitCodeOf, exitCodes } from "../../../src/core/run/exit-code.ts";
import { finding, report } from "../../report/events.ts";

const codeOf = (findings: readonly Partial<Finding>[], reason?: StopReason, failOn?: FailOn): number => {
  const stopped = reason === undefined ? {} : { stopped: { reason, message: "" } };
  const footer: RunFooter = {
    type: "run-ended",
    complete: reason === undefined,
    ...stopped,
    report: report({ findings: findings.map(finding), ...stopped }),
  };
  return exitCodeOf(footer, failOn);
};

const error = { severity: "error" } as const;

test("the numbers are those that other programs rely on", () => {
  expect(exitCodes).toEqual({
    conformant: 0,
    findings: 1,
    usage: 2,
    notJudged: 3,
    stopped: 4,
    interrupted: 130,
  });
});

describe("a complete run", () => {
  test.each([
    ["nothing", [], 0],
    ["warnings and remarks", [{ severity: "warning" }, { severity: "info" }], 0],
    ["a known error", [{ ...error, known: true }], 0],
    ["an error", [error], 1],
    ["a known error and a new one", [{ ...error, known: true }, error], 1],
  ] as const)("with %s", (_, findings, code) => {
    expect(codeOf(findings)).toBe(code);
  });
});

test.each([
  ["a warning", [{ severity: "warning" }], 1],
  ["a known warning", [{ severity: "warning", known: true }], 0],
  ["a remark", [{ severity: "info" }], 0],
] as const)("a run that fails on warnings, with %s", (_, findings, code) => {
  expect(codeOf(findings, undefined, "warning")).toBe(code);
});

describe("a run that did not come to its end", () => {
  test.each([
    ["unreachable", 3],
    ["coverage", 3],
    ["crashed", 3],
    ["safety", 4],
    ["budget", 4],
    ["interrupted", 130],
  ] as const)("%s, without an error", (reason, code) => {
    expect(codeOf([], reason)).toBe(code);
    expect(codeOf([{ ...error, known: true }], reason)).toBe(code);
  });

  test.each([
    ["unreachable", 1],
    ["crashed", 1],
    ["safety", 4],
    ["budget", 4],
    ["interrupted", 130],
  ] as const)("%s, with an error", (reason, code) => {
    expect(codeOf([error], reason)).toBe(code);
  });
});
