import { describe, expect, test } from "vitest";
import { argumentsOf, stepCode } from "../../scripts/action/command-line.ts";
import { readInputs, WrongInput } from "../../scripts/action/inputs.ts";

const argsFor = (env: Readonly<Record<string, string>>): readonly string[] => argumentsOf(readInputs(env));

describe("the arguments of tripact", () => {
  test("for check have the reports of the step, and annotations", () => {
    expect(argsFor({ TRIPACT_MODE: "check", TRIPACT_SARIF: "true", TRIPACT_COMMENT: "true" })).toEqual([
      "check",
      "--report",
      "json=.tripact-reports/report.json",
      "--report",
      "html=.tripact-reports/report.html",
      "--report",
      "sarif=.tripact-reports/report.sarif",
      "--report",
      "markdown=.tripact-reports/report.md",
      "--report",
      "github=-",
    ]);
  });

  test("have a document and the address of its server in place of a configuration", () => {
    const args = argsFor({
      TRIPACT_MODE: "check",
      TRIPACT_OPENAPI: "openapi.yaml",
      TRIPACT_URL: "https://shop.example",
    });
    expect(args.slice(0, 5)).toEqual(["check", "--openapi", "openapi.yaml", "--url", "https://shop.example"]);
    const both = { TRIPACT_MODE: "check", TRIPACT_OPENAPI: "openapi.yaml", TRIPACT_CONFIG: "a.yaml" };
    expect(() => argsFor(both)).toThrow("names its documents itself");
  });

  test("for drift have the store, the organization and the repository of the issues", () => {
    const args = argsFor({
      TRIPACT_MODE: "drift",
      TRIPACT_CONFIG: "production.yaml",
      TRIPACT_ORGANIZATION: "north",
      TRIPACT_ISSUES: "owner/name",
      TRIPACT_REPORTS_FOLDER: "out",
    });
    expect(args.slice(0, 8)).toEqual([
      "drift",
      "--config",
      "production.yaml",
      "--github",
      "--store",
      ".tripact/store.sqlite",
      "--organization",
      "north",
    ]);
    expect(args.join(" ")).toContain("--issues owner/name --report json=out/report.json");
    expect(args).not.toContain("github=-");
  });

  test.each([
    ["observe", "one.har\n\n  two words.har \n", ["--", "one.har", "two words.har"]],
    ["diff", "old.yaml\nnew.yaml", ["diff", "--", "old.yaml", "new.yaml"]],
    ["pact", "pacts/a.json", ["pact", "verify", "--", "pacts/a.json"]],
    ["observe", "--store=owned.har", ["--", "--store=owned.har"]],
  ])("for %s end with the files, each a whole line", (mode, files, end) => {
    const args = argsFor({ TRIPACT_MODE: mode, TRIPACT_FILES: files });
    expect(args.slice(-end.length)).toEqual(end);
  });

  test("take further reports and options as they are, whatever is in them", () => {
    const hostile = '--min-facts=1"; $(touch owned)';
    const args = argsFor({
      TRIPACT_MODE: "check",
      TRIPACT_OPTIONS: hostile,
      TRIPACT_REPORT: "ctrf=a b.json",
    });
    expect(args).toContain(hostile);
    expect(args.join(" ")).toContain("--report ctrf=a b.json");
  });
});

test.each<[Readonly<Record<string, string>>, string]>([
  [{}, "mode is missing: one of check, drift, observe, diff, pact"],
  [{ TRIPACT_MODE: "chekc" }, 'mode is "chekc": one of check, drift, observe, diff, pact'],
  [{ TRIPACT_MODE: "diff", TRIPACT_FILES: "old.yaml" }, "files: with mode diff, one line"],
  [{ TRIPACT_MODE: "observe" }, "files: with mode observe, at least one line"],
  [{ TRIPACT_MODE: "check", TRIPACT_FILES: "a" }, "files: mode check takes none"],
  [{ TRIPACT_MODE: "check", TRIPACT_FAIL_ON: "sometimes" }, "fail-on is"],
  [{ TRIPACT_MODE: "check", TRIPACT_SARIF: "yes" }, "sarif is"],
])("%o is refused: %s", (env, message) => {
  expect(() => readInputs(env)).toThrow(WrongInput);
  expect(() => readInputs(env)).toThrow(message);
});

test.each([
  ["findings", 0, 0],
  ["findings", 1, 1],
  ["findings", 3, 3],
  ["failed", 1, 0],
  ["failed", 3, 3],
  ["failed", 4, 4],
  ["never", 3, 0],
  ["never", 4, 0],
  ["never", 2, 2],
  ["never", 130, 130],
] as const)("with fail-on %s, exit code %d of tripact is %d of the step", (failOn, code, expected) => {
  expect(stepCode(failOn, code)).toBe(expected);
});
