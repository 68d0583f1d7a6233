import { checkOptions } from "../../app/options.ts";
import { documentOptions } from "../../inputs/common-options.ts";
import { assertOptions, option, type OptionsOf, pickOptions } from "../../core/output/options.ts";
import { wholeNumber } from "../../core/output/values.ts";
import { afterAll, beforeAll, describe, test } from "vitest";
import { check } from "../../app/verbs.ts";
import { defaultStore, liveFolder } from "../../core/config/state-folder.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { Fact } from "../../core/model/fact.ts";
import { contractOf } from "../../inputs/named-target.ts";
import type { Report } from "../../core/model/report.ts";
import { defaultEnvironment } from "../../inputs/app-options.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { escapeText } from "../../core/output/escape.ts";

const conformanceOptions = {
  ...pickOptions(checkOptions, "config", "interfaces", "facts", "checks", "seed"),
  ...documentOptions,
  /** Time limit of the whole run, in milliseconds; default 300,000. */
  timeoutMs: option.optional(wholeNumber(1, 2_147_483_647)),
  /** Environment for `${NAME}` in the configuration; default: this process's. */
  env: checkOptions.env,
  /** The folder to which paths are relative; default: this process's. */
  cwd: checkOptions.cwd,
};

/** What to check, and against which target. */
export interface ConformanceOptions extends OptionsOf<typeof conformanceOptions> {}

/** @throws Error, in one line, if the check cannot start */
const runCheck = async ({ timeoutMs: _, ...options }: ConformanceOptions, signal: AbortSignal) => {
  const { env = process.env } = options;
  const isEmbedded = options.config === undefined && options.openapi === undefined;
  const kept = isEmbedded ? {} : { stateFolder: liveFolder(env), store: defaultStore(env) };
  try {
    return (await check({ ...options, ...kept, env, signal }).result).report;
  } catch (error) {
    // Vitest shows the message alone.
    throw error instanceof UsageError ? new Error(error.line) : error;
  }
};

/** The facts of the target's interfaces. What cannot be read is said when the run starts. */
const factsOf = async ({
  config,
  openapi,
  name,
  resources,
  env,
  cwd,
}: ConformanceOptions): Promise<readonly Fact[]> => {
  const choice = {
    ...(config === undefined ? {} : { config }),
    ...(openapi === undefined ? {} : { openapi }),
    ...(name === undefined ? {} : { name }),
    ...(resources === undefined ? {} : { resources }),
  };
  const around = defaultEnvironment({
    ...(env === undefined ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { facts } = await contractOf(choice, around).catch(() => contractOf({}, around));
  return facts;
};

const linesOf = ({
  check,
  message,
  operation,
  pointer,
  expected,
  actual,
  curl,
}: Finding): readonly string[] =>
  [
    `${operation ?? ""}${pointer === undefined ? "" : ` ${pointer}`}: ${message}`.trimStart(),
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(actual === undefined ? [] : [`  actual   ${actual}`]),
    `  check    ${check}`,
    ...(curl === undefined ? [] : [`  ${curl}`]),
  ].map(escapeText);

const isFailure = ({ severity, known }: Finding): boolean => severity === "error" && known !== true;

/** Shown with the failed test: what happened at the target, instead of a location in this file. */
const nonConformance = (title: string, findings: readonly Finding[]): Error => {
  const error = new Error([title, ...findings.flatMap(linesOf)].join("\n"));
  error.name = "NonConformance";
  error.stack = `${error.name}: ${error.message}`;
  return error;
};

/**
 * Registers every fact as a test of the current run. It passes, fails with its findings, or is skipped with the reason
 * why the target cannot show it. A last test fails if the run did not complete. The target is called once, before the
 * first test.
 * @example
 * ```ts
 * import { conformance } from "tripact/vitest";
 *
 * conformance({ config: "staging.yaml", facts: ["DON-03", "VOL-02"] });
 * // Your own API: conformance({ openapi: "openapi.yaml", url: "http://127.0.0.1:3000" });
 * ```
 */
export const conformance = (options: ConformanceOptions = {}): void => {
  assertOptions(options, conformanceOptions);
  describe("tripact conformance", async () => {
    const halt = new AbortController();
    let report: Report | undefined;
    const ended = (): Report => {
      if (report === undefined) throw new Error("the run has not ended");
      return report;
    };

    beforeAll(async () => {
      report = await runCheck(options, halt.signal);
    }, options.timeoutMs ?? 300_000);
    afterAll(() => halt.abort());

    for (const { id, statement } of await factsOf(options))
      test(`${id} ${statement}`, ({ skip }) => {
        const { facts: results, findings } = ended();
        const result = results.find((one) => one.id === id);
        const reported = findings.filter((finding) => finding.fact === id);
        const failures = reported.filter(isFailure);
        if (failures.length > 0) throw nonConformance(statement, failures);
        // Known findings do not fail; a failure without a finding does.
        if (result?.status === "failed" && reported.length === 0)
          throw new Error(escapeText(result.reason ?? statement));
        if (result === undefined || result.status === "skipped")
          skip(escapeText(result?.reason ?? "not part of this run"));
      });

    test("the run completed", () => {
      const { run } = ended();
      if (!run.complete) throw new Error(escapeText(run.stopped ?? "the run was cut short"));
    });
  });
};
