import { usageOptions } from "../../../app/options.ts";
import { configFile, declared, documentReading, flag, pickDeclared, recordingFiles } from "../options.ts";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readTextFile } from "../../../core/source/read-file.ts";
import { writeFileWhole } from "../../../core/output/write-file.ts";
import { byText } from "../../../core/model/texts.ts";
import { printable } from "../../../core/output/escape.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import type { RecordingSource } from "../../../traffic/recordings/find-recordings.ts";
import type { Use } from "../../../consumers/usage/use.ts";
import type { Usage } from "../../../consumers/usage/usage-file.ts";
import { asked, command, type OptionKind, type OptionReading } from "../command.ts";
import { unset } from "../../../inputs/config-reading.ts";

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
  [...Map.groupBy(uses, (use) => use.interface)]
    .toSorted(([left], [right]) => byText(left, right))
    .map(([name, own]) => safe`  ${name.padEnd(10)} ${countsOf(own)}\n`);

/** The number of observations differs between recordings. */
const linesOf = (text: string): readonly string[] => text.replaceAll(/"seen":\d+/g, '"seen":1').split("\n");

/** How a usage file is stale; undefined if it is current. */
const staleText = (present: string | undefined, wanted: string, shown: string): SafeText | undefined => {
  if (present === undefined) return safe`${shown} is missing; tripact usage writes it\n`;
  const [before, after] = [linesOf(present), linesOf(wanted)];
  const line = after.findIndex((text, index) => text !== before[index]);
  if (line < 0 && before.length === after.length) return undefined;
  return safe`${shown}:${line + 1} is stale; tripact usage brings it up to date\n`;
};

/** The configuration of the project; undefined if recordings are the only source. */
const projectIn = async ({ before, io }: OptionReading): Promise<string | undefined> => {
  const { projectOf } = await import("../../../app/usage.ts");
  // Values of the two preceding options.
  const { project, recordings } = before as { project?: string; recordings?: readonly RecordingSource[] };
  return projectOf({ ...(project && { project }), ...(recordings && { recordings }) }, io);
};

/** Absolute path of the usage file. */
const out: OptionKind<string, true> = {
  text: "file to write (default: tripact.usage.json beside the configuration)",
  value: "file",
  always: true,
  read: (texts, { io }) => resolve(io.cwd, texts.at(-1) ?? ""),
  absent: async (reading) =>
    join(dirname((await projectIn(reading)) ?? join(reading.io.cwd, "any")), "tripact.usage.json"),
  async files(path, reading) {
    const project = await projectIn(reading);
    const shown = printable(relative(reading.io.cwd, path) || path);
    return {
      outputs: [{ path, name: `the usage file ${shown}`, location: `--out ${shown}`, isOpenedLater: true }],
      inputs:
        project === undefined
          ? []
          : [{ path: project, name: "the configuration of the project", location: "--project" }],
    };
  },
};

/**
 * `tripact usage`: what a project uses of the interfaces, from its TypeScript or JavaScript and from recordings of its
 * traffic, written to a file. `--check` writes nothing, and a stale file gives exit code 1.
 */
export const usageCommand = command({
  name: "usage",
  summary: "list what a TypeScript project uses of the interfaces",
  description:
    "Reads a TypeScript or JavaScript project with its own compiler and writes what it uses: operations called, fields " +
    "read and sent, values compared, and whether null and absence are handled. The file holds names of the contract and " +
    "locations in your code, never its text. --recording adds what your tests really call and send, in whatever " +
    "language. tripact diff, drift, observe and check take the file with --usage.",
  options: {
    project: declared(usageOptions.project),
    recordings: recordingFiles("add the calls and fields of this recording; works without a project, too"),
    out,
    config: configFile({
      text: "configuration of the interfaces (default: tripact.config.yaml, .yml or .json, when there is one)",
      noneWith: ["openapi"],
      // Nothing is asked, so no credential must be set.
      reading: { ...documentReading, standIn: unset, isPlain: true },
    }),
    ...pickDeclared(usageOptions, "openapi", "interface", "name"),
    check: flag("write nothing; fail if the file is stale"),
  },
  async run({ out: file, check = false, ...options }, io) {
    const { json, quiet } = options;
    const shown = relative(io.cwd, file) || file;
    const present = existsSync(file)
      ? await readTextFile(file, { location: shown, signal: io.signal })
      : undefined;
    const [{ usage }, { usageText }] = await Promise.all([
      import("../../../app/usage.ts"),
      import("../../../consumers/usage/usage-file.ts"),
    ]);
    const { typescript, ...found } = await usage({ ...asked(options, io), earlier: file });
    if (typescript !== undefined)
      io.stderr.write(
        safe`tripact: the project has TypeScript ${typescript.own}, which no other program can load; it is read with TypeScript ${typescript.used}\n`,
      );
    const wanted = usageText(found);
    const stale = check ? staleText(present, wanted, shown) : undefined;
    if (!check) await writeFileWhole(file, wanted);
    if (json === true)
      io.stdout.write(safeJson({ file: shown, ...(check && { stale: stale !== undefined }), ...found }, 2));
    else if (stale !== undefined) io.stdout.write(stale);
    else if (quiet !== true)
      io.stdout.write(
        safe`${found.consumer} → ${shown}${check ? " is up to date" : ""}\n${summaryOf(found)}`,
      );
    return stale === undefined ? 0 : 1;
  },
});
