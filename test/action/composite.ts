import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";

/** A composite action, as far as ours uses what GitHub documents. */
interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly CompositeStep[] };
}

interface CompositeStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** What became of a step. An action of others is not run: what it would get is noted. */
export interface RanStep {
  readonly name: string;
  readonly outcome: "success" | "failure" | "skipped" | "noted";
  readonly with?: Readonly<Record<string, string>>;
  readonly log: string;
}

export interface ActionRun {
  readonly steps: readonly RanStep[];
  readonly succeeded: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  /** The summary of the step. */
  readonly summary: string;
}

/** Where an action runs. */
export interface Job {
  /** The folder of the action, with its action.yml. */
  readonly action: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the context `github`. */
  readonly github: Readonly<Record<string, string>>;
  /** Files of the runner: what steps put out, and what is kept between them. */
  readonly temporary: string;
}

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `inputs.fail-on == 'never' && !cancelled()` with the values of its names; unknown names are empty, as on GitHub. */
const evaluated = (expression: string, values: Values, failed: boolean): unknown => {
  const script = expression.replaceAll(
    /'[^']*'|\b(inputs|runner|github|steps)\.([\w.-]+)/g,
    (found, context?: string, name = "") =>
      context === undefined ? found : JSON.stringify(values[context]?.[String(name)] ?? ""),
  );
  return runInNewContext(script, {
    always: () => true,
    cancelled: () => false,
    success: () => !failed,
    failure: () => failed,
    format: (text: string, ...parts: readonly string[]) =>
      text.replaceAll(/\{(\d)\}/g, (_, index: string) => parts[Number(index)] ?? ""),
  });
};

const filledIn = (text: string, values: Values): string =>
  text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
    String(evaluated(expression, values, false)),
  );

/** Whether a step runs: without a word about it, only as long as none has failed. */
const isDue = ({ if: condition }: CompositeStep, values: Values, failed: boolean): boolean => {
  if (condition === undefined) return !failed;
  const [, inner = condition] = /^\$\{\{(.*)\}\}$/.exec(condition.trim()) ?? [];
  const named = /\b(?:always|cancelled|failure|success)\(\)/.test(inner);
  return Boolean(evaluated(inner, values, failed)) && (named || !failed);
};

const outputsIn = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Runs a script as GitHub runs `shell: bash`. */
const runScript = async (
  script: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<{ readonly code: number; readonly log: string }> => {
  const file = join(mkdtempSync(join(env["RUNNER_TEMP"] ?? "", "script-")), "script.sh");
  writeFileSync(file, script);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => pieces.push(piece));
  const [code] = await once(child, "close");
  return { code: Number(code), log: String(Buffer.concat(pieces)) };
};

const inputsOf = (
  action: CompositeAction,
  given: Readonly<Record<string, string>>,
  github: Job["github"],
): Readonly<Record<string, string>> => {
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(", ")}`);
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: usual = "" }]) => [
      name,
      given[name] ?? filledIn(usual, { github }),
    ]),
  );
};

/** Runs the steps of a composite action in a workspace, as GitHub runs them, but for the actions of others. */
export const runComposite = async (job: Job, given: Readonly<Record<string, string>>): Promise<ActionRun> => {
  const action = parse(readFileSync(join(job.action, "action.yml"), "utf8")) as CompositeAction; // ours
  const files = mkdtempSync(join(job.temporary, "files-"));
  const summary = join(files, "summary");
  const outputs: Record<string, string> = {};
  const values = {
    inputs: inputsOf(action, given, job.github),
    runner: { temp: join(job.temporary, "runner"), os: "Linux", arch: "X64" },
    github: job.github,
    steps: outputs,
  };
  mkdirSync(values.runner.temp, { recursive: true });
  writeFileSync(summary, "");
  const steps: RanStep[] = [];
  const hasFailed = (): boolean => steps.some(({ outcome }) => outcome === "failure");
  for (const [index, step] of action.runs.steps.entries()) {
    const name = step.id ?? step.uses?.split("@")[0] ?? `step ${index}`;
    if (!isDue(step, values, hasFailed())) {
      steps.push({ name, outcome: "skipped", log: "" });
      continue;
    }
    const filled = (texts: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, filledIn(String(text), values)]));
    if (step.uses !== undefined) {
      steps.push({ name, outcome: "noted", with: filled(step.with), log: "" });
      continue;
    }
    const output = join(files, `output-${index}`);
    writeFileSync(output, "");
    const env = {
      ...job.env,
      ...filled(step.env),
      GITHUB_ACTION_PATH: job.action,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: values.runner.temp,
    };
    const { code, log } = await runScript(step.run ?? "", env, job.workspace);
    for (const [key, value] of Object.entries(outputsIn(output)))
      outputs[`${step.id ?? ""}.outputs.${key}`] = value;
    steps.push({ name, outcome: code === 0 ? "success" : "failure", log });
  }
  const results = Object.entries(action.outputs ?? {}).map(([key, { value }]) => [
    key,
    filledIn(value, values),
  ]);
  return {
    steps,
    succeeded: !hasFailed(),
    outputs: Object.fromEntries(results),
    summary: existsSync(summary) ? readFileSync(summary, "utf8") : "",
  };
};
