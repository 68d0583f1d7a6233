import { randomUUID } from "node:crypto";
import {
  type Dirent,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { GeneratedFiles } from "./generate.ts";
import { codeOf } from "../core/model/error-code.ts";
import { makeFolder } from "../core/model/make-folder.ts";

/** A generated file that is out of date. */
export interface StaleFile {
  /** Relative to the folder of generated files, with forward slashes. */
  readonly path: string;
  readonly kind: "changed" | "missing" | "superfluous";
  /** For a changed file: the first line that differs, before and after; counted from 1. */
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

/** Paths of the files in a folder and its subfolders, without following links. */
const filesUnder = function* (folder: string): Generator<string> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = next;
    const entries: readonly Dirent[] = orUndefined(() => readdirSync(path, { withFileTypes: true })) ?? [];
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isFile()) yield relative(folder, inner).replaceAll(sep, "/");
      else if (entry.isDirectory()) waiting.push(inner);
    }
  }
};

/** This many foreign files prove that the folder is not ours, whatever its size. */
const mostSuperfluous = 1_000;

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
    .take(mostSuperfluous)
    .map((path): StaleFile => ({ path, kind: "superfluous" }));
  return [...generated, ...superfluous].toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * Updates the folder and returns what was stale. Each file is written under another name and then renamed, so that
 * nobody reads a partial file; files that are no longer generated are deleted last.
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
  makeFolder(dirname(path));
  writeFileSync(path + suffix, text, { flush: true });
};

const remove = (folder: string, path: string): void => {
  rmSync(join(folder, path), { force: true });
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    if (readdirSync(join(folder, parent)).length > 0) return;
    rmdirSync(join(folder, parent));
  }
};
