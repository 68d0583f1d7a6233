import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { GeneratedFiles } from "./generate.ts";
import { codeOf } from "../model/error-code.ts";

/** A generated file that is not as it would be generated now. */
export interface StaleFile {
  /** Relative to the folder of generated files, with forward slashes. */
  readonly path: string;
  readonly kind: "changed" | "missing" | "superfluous";
  /** For a changed file: the first line that differs, as it is and as it would be; counted from 1. */
  readonly line?: number;
  readonly actual?: string;
  readonly expected?: string;
}

const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

const orUndefined = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const filesUnder = (folder: string): readonly string[] =>
  (orUndefined(() => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, "/"),
    )
    .toSorted();

const firstDifference = (
  actual: string,
  expected: string,
): Pick<StaleFile, "line" | "actual" | "expected"> => {
  const [actualLines, expectedLines] = [actual.split("\n"), expected.split("\n")];
  const index = expectedLines.findIndex((line, position) => line !== actualLines[position]);
  const position = index === -1 ? expectedLines.length : index;
  return { line: position + 1, actual: actualLines[position] ?? "", expected: expectedLines[position] ?? "" };
};

/** Files of the folder that are missing, changed or no longer generated, by path. Writes nothing. */
export const staleFiles = (files: GeneratedFiles, folder: string): readonly StaleFile[] => {
  const generated = [...files].flatMap(([path, expected]): readonly StaleFile[] => {
    const actual = orUndefined(() => readFileSync(join(folder, path), "utf8"));
    if (actual === undefined) return [{ path, kind: "missing" }];
    return actual === expected ? [] : [{ path, kind: "changed", ...firstDifference(actual, expected) }];
  });
  const superfluous = filesUnder(folder)
    .filter((path) => !files.has(path))
    .map((path): StaleFile => ({ path, kind: "superfluous" }));
  return [...generated, ...superfluous].toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * Brings the folder up to date and returns what was stale. Each file is written whole under another name and then
 * renamed, so that nobody ever reads half of one; files that are no longer generated are deleted last.
 */
export const writeGenerated = (files: GeneratedFiles, folder: string): readonly StaleFile[] => {
  const stale = staleFiles(files, folder);
  const wanted = stale.filter(({ kind }) => kind !== "superfluous");
  const suffix = `.${randomUUID()}.tmp`;
  try {
    for (const { path } of wanted) writeBeside(join(folder, path), files.get(path) ?? "", suffix);
    for (const { path } of wanted) renameSync(join(folder, path) + suffix, join(folder, path));
  } finally {
    for (const { path } of wanted) rmSync(join(folder, path) + suffix, { force: true });
  }
  for (const { path, kind } of stale) if (kind === "superfluous") remove(folder, path);
  return stale;
};

const writeBeside = (path: string, text: string, suffix: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path + suffix, text, { flush: true });
};

const remove = (folder: string, path: string): void => {
  rmSync(join(folder, path), { force: true });
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    if (readdirSync(join(folder, parent)).length > 0) return;
    rmdirSync(join(folder, parent));
  }
};
