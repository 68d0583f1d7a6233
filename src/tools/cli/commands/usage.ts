import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readTextFile } from "../../../app/read-file.ts";
import { findRecordings } from "../../../app/recordings/find-recordings.ts";
import { projectOf, usage as read } from "../../../app/usage.ts";
import { writeFileWhole } from "../../../app/write-file.ts";
import { interfaceNames } from "../../../contract/interface-name.ts";
import { printable } from "../../../harness/output/escape.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import type { Use } from "../../usage/use.ts";
import { type Usage, usageText } from "../../usage/usage-file.ts";
import type { UsageOptions } from "../definitions/usage.ts";
import { assertApart } from "../file-uses.ts";
import { given } from "../given.ts";
import type { CliIo } from "../io.ts";
import { recordingsOf } from "../recording-operands.ts";

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
const linesOf = (text: string): readonly string[] => text.replaceAll(/"seen":\d+/g, '"seen":1').split("\n");

/** Where a usage file is not what it should be; undefined where it is. */
const staleText = (present: string | undefined, wanted: string, shown: string): SafeText | undefined => {
  if (present === undefined) return safe`${shown} is missing; tripact usage writes it\n`;
  const [before, after] = [linesOf(present), linesOf(wanted)];
  const line = after.findIndex((text, index) => text !== before[index]);
  if (line < 0 && before.length === after.length) return undefined;
  return safe`${shown}:${line + 1} is stale; tripact usage brings it up to date\n`;
};

/**
 * `tripact usage`: what a project uses of the interfaces, by its TypeScript or JavaScript and by recordings of its
 * traffic, written to a file. With `--check` nothing is written and a stale file gives exit code 1.
 * @throws UsageError for a project or a recording that cannot be read, or uses nothing.
 */
export const usage = async (options: UsageOptions, io: CliIo): Promise<number> => {
  const { check = false, json, name, project, quiet } = options;
  const named = given({ name, project });
  const sources = recordingsOf(options.recording ?? [], io);
  const config = projectOf({ ...named, recordings: sources }, io);
  const folder = config === undefined ? io.cwd : dirname(config);
  const out = options.out === undefined ? join(folder, "tripact.usage.json") : resolve(io.cwd, options.out);
  const shown = relative(io.cwd, out) || out;
  const recordings = await findRecordings(sources, io);
  const inputs = [
    ...(config === undefined
      ? []
      : [{ path: config, name: "the configuration of the project", location: "--project" }]),
    ...recordings.flatMap(({ file, path }) =>
      path === undefined ? [] : [{ path, name: `the recording ${file}`, location: `--recording ${file}` }],
    ),
  ];
  const output = {
    path: out,
    name: `the usage file ${printable(shown)}`,
    location: `--out ${printable(shown)}`,
  };
  assertApart({ outputs: [output], inputs }, io);
  const present = existsSync(out)
    ? await readTextFile(out, { location: shown, signal: io.signal })
    : undefined;
  const { typescript, ...found } = await read({ ...io, ...named, recordings, earlier: out });
  if (typescript !== undefined)
    io.stderr.write(
      safe`tripact: the project has TypeScript ${typescript.own}, which no other program can load; it is read with TypeScript ${typescript.used}\n`,
    );
  const text = usageText(found);
  const stale = check ? staleText(present, text, shown) : undefined;
  if (!check) await writeFileWhole(out, text);
  if (json === true)
    io.stdout.write(safeJson({ file: shown, ...(check && { stale: stale !== undefined }), ...found }, 2));
  else if (stale !== undefined) io.stdout.write(stale);
  else if (quiet !== true)
    io.stdout.write(safe`${found.consumer} → ${shown}${check ? " is up to date" : ""}\n${summaryOf(found)}`);
  return stale === undefined ? 0 : 1;
};
