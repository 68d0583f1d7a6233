import { initOptions } from "../../../onboarding/init/options.ts";
import { declared, documentTarget, flag, pickDeclared, writesOf } from "../options.ts";
import type { Questions } from "../../../onboarding/init/questions.ts";
import { basename } from "node:path";
import type { InitResult } from "../../../onboarding/init/write-config.ts";
import { defaultStore, liveFolder } from "../../../core/config/state-folder.ts";
import { plural } from "../../../core/output/plural.ts";
import { hang } from "../../../core/output/wrap.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { asked, command, type ValuesOf, verdictCodes } from "../command.ts";
import { reportFilesOf } from "../report-files.ts";
import { type CliIo, lineWidth, paletteFor, environment } from "../io.ts";

const defaultFile = "tripact.config.yaml";

const options = {
  ...pickDeclared(initOptions, "config", "crm", "donation", "volunteer"),
  ...documentTarget("try the server of this OpenAPI document, and write what was found"),
  extend: declared(initOptions.extend),
  thenCheck: flag("then check the target; the exit code is that of tripact check"),
};

type Options = ValuesOf<typeof options>;

/** Interactive questions that record the entered credentials. */
const remembering = (ask: Questions, entered: Map<string, string>): Questions => ({
  ...ask,
  secret: async (question, variable) => {
    const value = await ask.secret(question, variable);
    if (value !== undefined) entered.set(variable, value.trim());
    return value;
  },
});

const print = async (
  result: InitResult,
  entered: readonly string[],
  file: string,
  options: Options,
  io: CliIo,
): Promise<void> => {
  const { files, isNew, requests, budget, stopped, facts, interfaces } = result;
  // With --then-check, the JSON output is the report of the check.
  if (options.json === true && options.thenCheck === true) return;
  if (options.json === true) {
    io.stdout.write(safeJson({ files, requests, ...(stopped && { stopped }), facts, interfaces }, 2));
    return;
  }
  const { nowText, printHealth } = await import("../../../onboarding/doctor/print-health.ts");
  const palette = paletteFor(options, io);
  const shown =
    options.quiet === true ? interfaces.filter(({ problem }) => problem !== undefined) : interfaces;
  for (const health of shown) io.stdout.write(safe`${printHealth(health, palette, io.stdout.columns)}\n`);
  if (options.quiet === true) return;
  const say = (text: string): void => io.stdout.write(hang(safe``, text, lineWidth(io.stdout)));
  const asked = `${plural(requests, "request")} of ${budget}`;
  if (isNew && files.length === 0) return say(`wrote nothing · ${asked} · run init again`);
  const written = files.length === 0 ? "nothing new to write" : `wrote ${files.join(" and ")}`;
  say(`${written} · ${asked} · ${nowText(facts)} of ${facts.total} facts can be judged now`);
  if (entered.length > 0)
    io.stdout.write(safe`set ${entered.join(", ")} before the next run: the file only names them\n`);
  if (options.thenCheck === true) return;
  io.stdout.write(safe`next: tripact check${basename(file) === defaultFile ? "" : ` --config ${file}`}\n`);
};

/** Checks the target with the new file and the entered tokens. This first verdict explores nothing. */
const checkNow = async (file: string, env: CliIo["env"], options: Options, io: CliIo): Promise<number> => {
  const { json, quiet } = options;
  if (json !== true && quiet !== true) io.stdout.write(safe`\n`);
  const [{ check }, { suite }, { followCheck }] = await Promise.all([
    import("../../../app/verbs.ts"),
    import("../../../inputs/suite.ts"),
    import("../ask.ts"),
  ]);
  const planned = suite.checks.filter((one) => one.effect === "passive" || one.explore === undefined);
  const run = check({
    ...environment(io),
    env,
    config: file,
    ...(options.openapi === undefined ? { checks: planned.map(({ id }) => id) } : {}),
    stateFolder: liveFolder(env),
    store: defaultStore(env),
  });
  const { config: _, ...printing } = options;
  const files = reportFilesOf(json === true ? ["json=-"] : [], io.cwd);
  return (await followCheck(run, files, printing, { ...io, env })).code;
};

/**
 * `tripact init`: makes a configuration from addresses and tokens. Exit code 3 if an interface could not be asked, 4 if
 * because of a spent budget or a safety rule (that interface is not written, the others are), 130 if the user ends the
 * questions, else 0. With `--then-check`, the exit code of the check.
 */
export const initCommand = command({
  name: "init",
  summary: "write tripact.config.yaml from an address and a token",
  description:
    "Finds out what a target serves and which records it has, with at most 40 reads, and writes a configuration. It " +
    "holds what was found, and every further key as a comment that says how many facts the key adds. Asks for missing " +
    "addresses and tokens. Tokens come from CRM_KEY, DONATION_TOKEN and VOLUNTEER_TOKEN; the file only names these " +
    "variables. Extends an existing file, and keeps its keys, values and comments. With --openapi, tries the server of " +
    "a document of your own, with at most 20 requests for each operation and 40 more, and writes the resources that it " +
    "found. On this machine it creates records, and removes them again.",
  options,
  async run(given: Options, io) {
    const [{ init }, { usualFile }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../../../inputs/open-config.ts"),
    ]);
    const config = given.config ?? usualFile(io.cwd) ?? defaultFile;
    const entered = new Map<string, string>();
    const isAsked = given.json !== true && given.extend !== true && io.prompter !== undefined;
    const result = await init({
      ...asked(given, io, "thenCheck", "writes", "noWrites"),
      ...writesOf(given),
      config,
      ...(isAsked ? { ask: remembering(io.prompter, entered) } : {}),
      onCredential: (variable, value) => void entered.set(variable, value),
      stateFolder: liveFolder(io.env),
    });
    const { verdict, interfaces, stopped } = result;
    if (verdict === "interrupted") io.stderr.write(safe`tripact: interrupted: nothing was written\n`);
    if (interfaces.length === 0) return verdictCodes[verdict];
    await print(result, [...entered.keys()], config, given, io);
    if (stopped !== undefined) io.stderr.write(safe`tripact: ${stopped}\n`);
    if (given.thenCheck !== true || interfaces.every(({ problem }) => problem !== undefined))
      return verdictCodes[verdict];
    const judged = await checkNow(config, { ...io.env, ...Object.fromEntries(entered) }, given, io);
    return judged === 0 ? verdictCodes[verdict] : judged;
  },
});
