/** The modes of the action; each is the command of that name, and `pact` is `pact verify`. */
const modes = ["check", "drift", "observe", "diff", "pact"] as const;
export type Mode = (typeof modes)[number];

/** What fails the step. */
const failures = ["findings", "failed", "never"] as const;
export type FailOn = (typeof failures)[number];

/** The inputs of action.yml for the run. */
export interface Inputs {
  readonly mode: Mode;
  readonly config: string;
  /** In place of a configuration: the target's OpenAPI document, and the address of its server. */
  readonly openapi: string;
  readonly url: string;
  /** Operands of the command. */
  readonly files: readonly string[];
  /** Additional options, passed unchanged. */
  readonly options: readonly string[];
  /** Additional reports, as `FORMAT=PATH`. */
  readonly reports: readonly string[];
  readonly folder: string;
  readonly store: string;
  readonly organization: string;
  readonly issues: string;
  readonly failOn: FailOn;
  readonly sarif: boolean;
  readonly comment: boolean;
}

/** A wrong input of a workflow. */
export class WrongInput extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const oneOf = <Value extends string>(name: string, text: string, values: readonly Value[]): Value => {
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new WrongInput(
      `${name} is ${text === "" ? "missing" : JSON.stringify(text)}: one of ${values.join(", ")}`,
    );
  return found;
};

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const yesOrNo = { true: true, false: false } as const;

const truth = (name: string, text: string): boolean => yesOrNo[oneOf(name, text, ["true", "false"] as const)];

/**
 * The inputs. They reach a step only as variables, so that none of their text runs as code.
 * @throws WrongInput that names the input.
 */
export const readInputs = (env: Environment): Inputs => {
  const given = (name: string): string => (env[`TRIPACT_${name}`] ?? "").trim();
  const mode = oneOf("mode", given("MODE"), modes);
  const files = linesOf(given("FILES"));
  if (mode === "diff" && files.length !== 2)
    throw new WrongInput("files: with mode diff, one line for the old OpenAPI document and one for the new");
  if ((mode === "observe" || mode === "pact") && files.length === 0)
    throw new WrongInput(`files: with mode ${mode}, at least one line`);
  if ((mode === "check" || mode === "drift") && files.length > 0)
    throw new WrongInput(`files: mode ${mode} takes none`);
  const openapi = given("OPENAPI");
  if (openapi !== "" && (given("CONFIG") !== "" || mode === "diff"))
    throw new WrongInput(
      mode === "diff"
        ? "openapi: mode diff takes files"
        : "openapi: a configuration names its documents itself",
    );
  return {
    mode,
    config: given("CONFIG"),
    openapi,
    url: given("URL"),
    files,
    options: linesOf(given("OPTIONS")),
    reports: linesOf(given("REPORT")),
    folder: given("REPORTS_FOLDER") || ".tripact-reports",
    store: given("STORE") || ".tripact/store.sqlite",
    organization: given("ORGANIZATION"),
    issues: given("ISSUES"),
    failOn: oneOf("fail-on", given("FAIL_ON") || "findings", failures),
    sarif: truth("sarif", given("SARIF") || "false"),
    comment: truth("comment", given("COMMENT") || "false"),
  };
};
