import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { isObject, parseJson } from "../../../harness/model/json-object.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import type { OpenedRecording } from "../../../harness/recordings/open-recording.ts";
import { analyzeUsage } from "../../usage/analyze-usage.ts";
import { closedVersion, loadCompiler } from "../../usage/load-compiler.ts";
import type { Use } from "../../usage/use.ts";
import { withRecorded } from "../../usage/recorded-uses.ts";
import { parseUsage, type Usage, usageOf, usageText } from "../../usage/usage-file.ts";
import type { UsageOptions } from "../definitions/usage.ts";
import { recordingsOf } from "../recording-operands.ts";
import { assertApart } from "../file-uses.ts";
import { findRecordings } from "../../../app/recordings/find-recordings.ts";
import type { CliIo } from "../io.ts";
import { readRecordedUses } from "../read-recorded-uses.ts";
import { readTextFile } from "../../../app/read-file.ts";
import { writeFileWhole } from "../../../app/write-file.ts";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The configuration of the project; undefined where a recording is all that there is. */
const configOf = ({ project, recording }: UsageOptions, { cwd }: CliIo): string | undefined => {
  const named = resolve(cwd, project ?? "tsconfig.json");
  const path = isFolder(named) ? join(named, "tsconfig.json") : named;
  if (existsSync(path)) return path;
  if (project === undefined && recording !== undefined) return undefined;
  throw new UsageError(isFolder(named) ? "the folder has no tsconfig.json" : "there is no such file", {
    location: `--project ${printable(project ?? "tsconfig.json")}`,
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
      ? parseJson(await readTextFile(path, { location: path, signal }))
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

/** How often something was seen differs from recording to recording. */
const withoutCounts = (text: string): string => text.replaceAll(/"seen":\d+/g, '"seen":1');

const staleText = (present: string | undefined, wanted: string, shown: string): SafeText => {
  if (present === undefined) return safe`${shown} is missing; tripact usage writes it\n`;
  const [before, after] = [present.split("\n"), wanted.split("\n")];
  const line = after.findIndex((text, index) => text !== before[index]);
  return safe`${shown}:${line + 1} is stale; tripact usage brings it up to date\n`;
};

/** What recordings have shown before: it stays in the file until other recordings are read. */
const keptIn = (present: string | undefined, location: string): readonly Use[] => {
  if (present === undefined) return [];
  try {
    return parseUsage(present, location).uses;
  } catch (error) {
    // Whatever it is, it is written anew.
    if (error instanceof UsageError) return [];
    throw error;
  }
};

/** Where a run reads and writes. */
interface Files {
  readonly config: string | undefined;
  readonly folder: string;
  readonly out: string;
  /** The file as messages call it. */
  readonly shown: string;
  readonly recordings: readonly OpenedRecording[];
}

const filesOf = async (options: UsageOptions, io: CliIo): Promise<Files> => {
  const config = configOf(options, io);
  const folder = config === undefined ? io.cwd : dirname(config);
  const out = options.out === undefined ? join(folder, "tripact.usage.json") : resolve(io.cwd, options.out);
  const shown = relative(io.cwd, out) || out;
  const recordings = await findRecordings(recordingsOf(options.recording ?? [], io), io);
  const inputs = [
    ...(config === undefined
      ? []
      : [{ path: config, name: "the configuration of the project", location: "--project" }]),
    ...recordings.flatMap(({ file, path }) =>
      path === undefined ? [] : [{ path, name: `the recording ${file}`, location: `--recording ${file}` }],
    ),
  ];
  const name = `the usage file ${printable(shown)}`;
  assertApart({ outputs: [{ path: out, name, location: `--out ${printable(shown)}` }], inputs }, io);
  return { config, folder, out, shown, recordings };
};

/** Says with what the project is read, where that is not its own TypeScript. */
const readCode = (folder: string, config: string, io: CliIo): readonly Use[] => {
  const compiler = loadCompiler(folder);
  const closed = closedVersion(folder);
  if (closed !== undefined)
    io.stderr.write(
      safe`tripact: the project has TypeScript ${closed}, which no other program can load; it is read with TypeScript ${compiler.version}\n`,
    );
  return analyzeUsage(compiler, config);
};

/** @throws UsageError where nothing is used. */
const usesAt = async (files: Files, present: string | undefined, io: CliIo): Promise<readonly Use[]> => {
  const { config, folder, shown, recordings } = files;
  const code = config === undefined ? [] : readCode(folder, config, io);
  const recorded =
    recordings.length > 0 ? await readRecordedUses(recordings, code, io.signal) : keptIn(present, shown);
  const uses = withRecorded(code, recorded);
  if (uses.length > 0) return uses;
  if (config === undefined)
    throw new UsageError("no exchange of it calls a documented operation", {
      location: `--recording ${recordings.map(({ file }) => file).join(", ")}`,
      hint: "tripact observe says what it holds",
    });
  throw new UsageError("uses nothing of the three interfaces", {
    location: config,
    hint: "its types must come from the OpenAPI documents: tripact-contract, or openapi-typescript",
  });
};

/**
 * `tripact usage`: what a project uses of the interfaces, by its TypeScript or JavaScript and by recordings of its
 * traffic, written to a file. With `--check` nothing is written and a stale file gives exit code 1.
 * @throws UsageError for a project or a recording that cannot be read, or uses nothing.
 */
export const usage = async (options: UsageOptions, io: CliIo): Promise<number> => {
  const files = await filesOf(options, io);
  const { folder, out, shown } = files;
  const present = existsSync(out)
    ? await readTextFile(out, { location: shown, signal: io.signal })
    : undefined;
  const found = usageOf(await consumerOf(options, folder, io), await usesAt(files, present, io));
  const text = usageText(found);
  const isChecked = options.check === true;
  const isStale = isChecked && (present === undefined || withoutCounts(present) !== withoutCounts(text));
  if (!isChecked) await writeFileWhole(out, text);
  if (options.json === true)
    io.stdout.write(safeJson({ file: shown, ...(isChecked && { stale: isStale }), ...found }, 2));
  else if (isStale)
    io.stdout.write(
      staleText(present === undefined ? undefined : withoutCounts(present), withoutCounts(text), shown),
    );
  else if (options.quiet !== true)
    io.stdout.write(
      safe`${found.consumer} → ${shown}${isChecked ? " is up to date" : ""}\n${summaryOf(found)}`,
    );
  return isStale ? 1 : 0;
};
