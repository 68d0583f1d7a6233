import { basename } from "node:path";
import { init as writeConfig, type InitResult, type Questions } from "../../../app/init.ts";
import { defaultStore, liveFolder } from "../../../app/state-folder.ts";
import { suite } from "../../../app/suite.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import { printHealth } from "../../onboarding/print-health.ts";
import { usesColor } from "../color.ts";
import type { InitOptions } from "../definitions/onboarding.ts";
import { reportFilesOf } from "../report-files.ts";
import { usualFile } from "../../../app/open-config.ts";
import { given } from "../given.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { verdictCodes } from "../verdict-codes.ts";

const defaultFile = "tripact.config.yaml";

/** Questions of a person, with the credentials that were entered. */
const remembering = (ask: Questions, entered: Map<string, string>): Questions => ({
  ...ask,
  secret: async (question, variable) => {
    const value = await ask.secret(question, variable);
    if (value !== undefined) entered.set(variable, value.trim());
    return value;
  },
});

const print = (
  result: InitResult,
  entered: readonly string[],
  file: string,
  options: InitOptions,
  io: CliIo,
): void => {
  const { files, isNew, requests, budget, stopped, facts, interfaces } = result;
  // With --then-check, what a program reads is the report of the check.
  if (options.json === true && options.thenCheck === true) return;
  if (options.json === true) {
    io.stdout.write(safeJson({ files, requests, ...(stopped && { stopped }), facts, interfaces }, 2));
    return;
  }
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const shown =
    options.quiet === true ? interfaces.filter(({ problem }) => problem !== undefined) : interfaces;
  for (const health of shown) io.stdout.write(safe`${printHealth(health, palette, io.stdout.columns)}\n`);
  if (options.quiet === true) return;
  const say = (text: string): void => io.stdout.write(hang(safe``, text, lineWidth(io.stdout)));
  const asked = `${plural(requests, "request")} of ${budget}`;
  if (isNew && files.length === 0) return say(`wrote nothing · ${asked} · run init again`);
  const written = files.length === 0 ? "nothing new to write" : `wrote ${files.join(" and ")}`;
  say(`${written} · ${asked} · ${facts.now} of ${facts.total} facts can be judged now`);
  if (entered.length > 0)
    io.stdout.write(safe`set ${entered.join(", ")} before the next run: the file only names them\n`);
  if (options.thenCheck === true) return;
  io.stdout.write(safe`next: tripact check${basename(file) === defaultFile ? "" : ` --config ${file}`}\n`);
};

/** Checks the target by the file that was just written, with the tokens that were entered: a first verdict explores nothing. */
const checkNow = async (
  file: string,
  env: CliIo["env"],
  { color, json, quiet }: InitOptions,
  io: CliIo,
): Promise<number> => {
  if (json !== true && quiet !== true)
    io.stdout.write(safe`
`);
  const [{ check }, { followCheck }] = await Promise.all([
    import("../../../app/verbs.ts"),
    import("../ask.ts"),
  ]);
  const planned = suite.checks.filter((one) => one.effect === "passive" || one.explore === undefined);
  const run = check({
    ...io,
    env,
    config: file,
    checks: planned.map(({ id }) => id),
    stateFolder: liveFolder(env),
    store: defaultStore(env),
  });
  const files = reportFilesOf(json === true ? ["json=-"] : [], io.cwd);
  return (await followCheck(run, files, { color, ...given({ json, quiet }) }, { ...io, env })).code;
};

/**
 * `tripact init`: a configuration from addresses and tokens. Exit code 0; 3 when an interface could not be asked, or 4
 * when a spent budget or a safety rule is why: it is not written then, the others are. 130 when a person stops the
 * questions. With `--then-check`, the exit code of the check of what was written.
 * @throws UsageError before anything is sent or written.
 */
export const init = async (options: InitOptions, io: CliIo): Promise<number> => {
  const config = options.config ?? usualFile(io.cwd) ?? defaultFile;
  const { crm, donation, volunteer, yes = false } = options;
  const entered = new Map<string, string>();
  const ask = options.json === true || yes ? undefined : io.prompter && remembering(io.prompter, entered);
  const result = await writeConfig({
    ...io,
    config,
    ...given({ crm, donation, volunteer, ask }),
    extend: yes,
    stateFolder: liveFolder(io.env),
  });
  const { verdict, interfaces, stopped } = result;
  if (verdict === "interrupted") io.stderr.write(safe`tripact: interrupted: nothing was written\n`);
  if (interfaces.length === 0) return verdictCodes[verdict];
  print(result, [...entered.keys()], config, options, io);
  if (stopped !== undefined) io.stderr.write(safe`tripact: ${stopped}\n`);
  if (options.thenCheck !== true || interfaces.every(({ problem }) => problem !== undefined))
    return verdictCodes[verdict];
  const judged = await checkNow(config, { ...io.env, ...Object.fromEntries(entered) }, options, io);
  return judged === exitCodes.conformant ? verdictCodes[verdict] : judged;
};
