import { glob, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { printable } from "../../core/output/escape.ts";
import { unreadableFile } from "../../core/model/unreadable-file.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { openFile, openStream, type OpenedRecording } from "./open-recording.ts";
import type { Environment } from "../../core/model/environment.ts";
import { readChunks } from "../../core/source/read-file.ts";

const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** A brace pattern with more names than this is a mistake and would take forever to search. */
const mostNames = 1000;

/** Lower bound of the names that a pattern's braces expand to: 18 for `{a,b}{1..9}`. */
const namesIn = (pattern: string): number => {
  const open: number[] = [];
  let names = 1;
  for (const character of pattern) {
    if (character === "{") open.push(1);
    else if (character === "," && open.length > 0) open.push((open.pop() ?? 0) + 1);
    else if (character === "}") names *= open.pop() ?? 1;
  }
  for (const [, from, to] of pattern.matchAll(/\{(-?\d+)\.\.(-?\d+)/g))
    names *= Math.abs(Number(to) - Number(from)) + 1;
  return names;
};

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The files that match a pattern, sorted; an existing file of that name matches itself. @throws UsageError */
export const filesOf = async (operand: string, cwd: string): Promise<readonly string[]> => {
  if (!isPattern(operand) || (await exists(resolve(cwd, operand)))) return [operand];
  if (namesIn(operand) > mostNames)
    throw new UsageError(`the braces expand to more than ${mostNames} names`, {
      location: printable(operand),
      hint: "put * where the names differ",
    });
  const found: string[] = [];
  for await (const entry of glob(operand, { cwd, withFileTypes: true }))
    if (entry.isFile()) found.push(resolve(entry.parentPath, entry.name));
  if (found.length === 0)
    throw new UsageError("no file matches", {
      location: printable(operand),
      hint: "quote the pattern, so that the shell does not expand it",
    });
  const inside = `${resolve(cwd)}/`;
  return found.toSorted().map((path) => (path.startsWith(inside) ? path.slice(inside.length) : path));
};

/** A pipe, such as a shell's process substitution, can be read only once. */
const isStream = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

const openOne = async (operand: string, { cwd, signal }: Environment): Promise<OpenedRecording> => {
  const path = resolve(cwd, operand);
  const location = printable(operand);
  if (!(await isStream(path))) return openFile(path, location);
  return openStream(readChunks(path, { signal }), location).catch((error: unknown) => {
    throw error instanceof UsageError ? error : unreadableFile(error, { location });
  });
};

/** A recording: a file path, a glob pattern, bytes with a name for messages, or an opened recording. */
export type RecordingSource =
  | string
  | { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }
  | OpenedRecording;

/** Opens the named recordings, each file once. @throws UsageError if one cannot be read or is no recording */
export const findRecordings = async (
  sources: readonly RecordingSource[],
  environment: Environment,
): Promise<readonly OpenedRecording[]> => {
  const found = await Promise.all(
    sources.map((one) => (typeof one === "string" ? filesOf(one, environment.cwd) : [one])),
  );
  const opened: OpenedRecording[] = [];
  for (const one of new Set(found.flat()))
    if (typeof one === "string") opened.push(await openOne(one, environment));
    else opened.push("chunks" in one ? one : await openStream(one.bytes, one.name));
  return opened;
};
