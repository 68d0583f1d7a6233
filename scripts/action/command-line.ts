import type { FailOn, Inputs, Mode } from "./inputs.ts";

/** Whether a mode writes reports of checks; for the others, their output is the report. */
export const writesReports = (mode: Mode): boolean =>
  mode === "check" || mode === "drift" || mode === "observe";

const option = (name: string, value: string): readonly string[] => (value === "" ? [] : [name, value]);

/** The reports of a step: two for people and programs, and those for later steps. */
const reportsOf = ({ mode, folder, sarif, comment, reports }: Inputs): readonly string[] =>
  [
    `json=${folder}/report.json`,
    `html=${folder}/report.html`,
    ...(sarif ? [`sarif=${folder}/report.sarif`] : []),
    ...(comment ? [`markdown=${folder}/report.md`] : []),
    // For drift, --github writes the annotations.
    ...(mode === "drift" ? [] : ["github=-"]),
    ...reports,
  ].flatMap((report) => ["--report", report]);

const ownOptions = ({ mode, store, organization, issues }: Inputs): readonly string[] =>
  mode === "drift"
    ? ["--github", "--store", store, ...option("--organization", organization), ...option("--issues", issues)]
    : [];

/** The arguments of tripact for the inputs of a step. Operands come last and cannot be mistaken for options. */
export const argumentsOf = (inputs: Inputs): readonly string[] => [
  ...(inputs.mode === "pact" ? ["pact", "verify"] : [inputs.mode]),
  ...option("--config", inputs.config),
  ...option("--openapi", inputs.openapi),
  ...option("--url", inputs.url),
  ...ownOptions(inputs),
  ...(writesReports(inputs.mode) ? reportsOf(inputs) : []),
  ...inputs.options,
  ...(inputs.files.length > 0 ? ["--", ...inputs.files] : []),
];

/** Exit codes of tripact that count as success, besides 0. */
const accepted: Readonly<Record<FailOn, readonly number[]>> = {
  findings: [],
  // 1: everything was judged, with findings. 3: something could not be judged.
  failed: [1],
  never: [1, 3, 4],
};

/** The exit code of the step for an exit code of tripact. */
export const stepCode = (failOn: FailOn, code: number): number =>
  accepted[failOn].includes(code) ? 0 : code;
