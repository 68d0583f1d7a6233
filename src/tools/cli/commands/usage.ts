import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { isObject, parseJson } from "../../../harness/model/json-object.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { analyzeUsage } from "../../usage/analyze-usage.ts";
import { loadCompiler } from "../../usage/load-compiler.ts";
import type { Use } from "../../usage/use.ts";
import { type Usage, usageOf, usageText } from "../../usage/usage-file.ts";
import type { UsageOptions } from "../definitions/usage.ts";
import { assertApart } from "../file-uses.ts";
import type { CliIo } from "../io.ts";
import { readTextFile } from "../read-file.ts";
import { writeFileWhole } from "../write-file.ts";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const configOf = ({ project }: UsageOptions, { cwd }: CliIo): string => {
  const named = resolve(cwd, project);
  const path = isFolder(named) ? join(named, "tsconfig.json") : named;
  if (existsSync(path)) return path;
  throw new UsageError("there is no such file", {
    location: `--project ${printable(project)}`,
    hint: "name the tsconfig.json or the jsconfig.json of the project",
  });
};

/** The name in the nearest package.json, else the folder's. */
const consumerOf = async ({ name }: UsageOptions, folder: string, { signal }: CliIo): Promise<string> => {
  if (name !== undefined) {
    if (name.length > 0 && name.length <= 100) return name;
    throw new UsageError("must have 1 to 100 characters", { location: "--name" });
  }
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    const manifest = existsSync(path)
      ? parseJson(await readTextFile(path, { place: path, signal }))
      : undefined;
    if (isObject(manifest) && typeof manifest["name"] === "string" && manifest["name"] !== "")
      return manifest["name"].slice(0, 100);
    if (at === dirname(at)) return basename(folder) || "consumer";
  }
};

const countsOf = (uses: readonly Use[]): SafeText => {
  const locations = (...ways: readonly Use["how"][]): number =>
    new Set(uses.filter(({ how }) => ways.includes(how)).map(({ location }) => location)).size;
  const whole = uses.filter(({ how }) => how === "whole");
  const [first] = whole.flatMap(({ at }) => at);
  const unfollowed =
    first === undefined
      ? ""
      : safe`, ${plural(locations("whole"), "model")} as a whole (${first} and others)`;
  return safe`${plural(locations("call"), "operation")} called, ${plural(locations("read"), "field")} read, ${locations("send")} sent${unfollowed}`;
};

const summaryOf = ({ uses }: Usage): readonly SafeText[] =>
  interfaceNames.flatMap((name) => {
    const own = uses.filter((use) => use.interface === name);
    return own.length === 0 ? [] : [safe`  ${name.padEnd(10)} ${countsOf(own)}\n`];
  });

const staleText = (present: string | undefined, wanted: string, shown: string): SafeText => {
  if (present === undefined) return safe`${shown} is missing; tripact usage writes it\n`;
  const [before, after] = [present.split("\n"), wanted.split("\n")];
  const line = after.findIndex((text, index) => text !== before[index]);
  return safe`${shown}:${line + 1} is stale; tripact usage brings it up to date\n`;
};

/**
 * `tripact usage`: what a TypeScript or JavaScript project uses of the interfaces, written to a file. With `--check` nothing is
 * written and a stale file gives exit code 1.
 * @throws UsageError for a project that cannot be read, or uses nothing.
 */
export const usage = async (options: UsageOptions, io: CliIo): Promise<number> => {
  const config = configOf(options, io);
  const folder = dirname(config);
  const out = options.out === undefined ? join(folder, "tripact.usage.json") : resolve(io.cwd, options.out);
  const shown = relative(io.cwd, out) || out;
  assertApart(
    {
      outputs: [
        { path: out, name: `the usage file ${printable(shown)}`, place: `--out ${printable(shown)}` },
      ],
      inputs: [{ path: config, name: "the configuration of the project", place: "--project" }],
    },
    io,
  );
  const found = usageOf(await consumerOf(options, folder, io), analyzeUsage(loadCompiler(folder), config));
  const text = usageText(found);
  const isChecked = options.check === true;
  const present =
    isChecked && existsSync(out) ? await readTextFile(out, { place: shown, signal: io.signal }) : undefined;
  const isStale = isChecked && present !== text;
  if (!isChecked) await writeFileWhole(out, text);
  if (options.json === true)
    io.stdout.write(safeJson({ file: shown, ...(isChecked && { stale: isStale }), ...found }, 2));
  else if (isStale) io.stdout.write(staleText(present, text, shown));
  else if (options.quiet !== true)
    io.stdout.write(
      safe`${found.consumer} → ${shown}${isChecked ? " is up to date" : ""}\n${summaryOf(found)}`,
    );
  return isStale ? 1 : 0;
};
