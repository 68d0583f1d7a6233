/**
 * The step of action.yml that runs tripact. It imports no npm packages: GitHub checks the action out without installing
 * anything.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { argumentsOf, stepCode, writesReports } from "./command-line.ts";
import { type Inputs, readInputs, WrongInput } from "./inputs.ts";

/** The command that starts tripact: `node …/bin/tripact.js` if the action installed it. */
const [program = "npx", ...leading] = JSON.parse(process.env["TRIPACT_COMMAND"] ?? "[]") as readonly string[]; // Written by the step before.

const appendTo = (variable: string, text: string): void => {
  const file = process.env[variable];
  if (file !== undefined && file !== "") appendFileSync(file, text);
};

/** A code block with a fence that no line of the text can close. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}\n`;
};

/** For a mode without reports, its output goes to the log, the step summary and a comment. */
const reportText = ({ mode, folder }: Inputs, text: string, code: number): void => {
  // Keeps the runner from interpreting workflow commands in it.
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${text}\n::${token}::\n`);
  const page = `## tripact ${mode}: ${code === 0 ? "passed" : `exit code ${code}`}\n\n${fenced(text)}`;
  writeFileSync(`${folder}/report.md`, page);
  writeFileSync(`${folder}/report.txt`, text);
  appendTo("GITHUB_STEP_SUMMARY", page);
  if (code !== 0)
    process.stdout.write(`::error title=tripact ${mode}::exit code ${code}: see the log of this step\n`);
};

/** Reports for later steps, if they were written: wrong use writes none. */
const written = ({ folder }: Inputs): readonly string[] =>
  Object.entries({ sarif: `${folder}/report.sarif`, markdown: `${folder}/report.md` }).map(
    ([name, path]) => `${name}=${existsSync(path) ? path : ""}\n`,
  );

const run = (inputs: Inputs): number => {
  // A launcher that fails also exits with 1, which would look like findings.
  const { status: started } = spawnSync(program, [...leading, "--version"], { stdio: "ignore" });
  if (started !== 0) {
    process.stdout.write("::error::tripact could not be started\n");
    return 3;
  }
  mkdirSync(inputs.folder, { recursive: true });
  const isText = !writesReports(inputs.mode);
  const { status, stdout } = spawnSync(program, [...leading, ...argumentsOf(inputs)], {
    stdio: ["ignore", isText ? "pipe" : "inherit", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const code = status ?? 3;
  if (isText) reportText(inputs, stdout, code);
  appendTo("GITHUB_OUTPUT", [`exit-code=${code}`, `reports=${inputs.folder}`, ...written(inputs)].join("\n"));
  return stepCode(inputs.failOn, code);
};

try {
  process.exitCode = run(readInputs(process.env));
} catch (error) {
  if (!(error instanceof WrongInput)) throw error;
  process.stdout.write(`::error::${error.message}\n`);
  process.exitCode = 2;
}
