import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { staleFiles, writeGenerated } from "../../src/generators/write-generated.ts";

const files = new Map([
  ["a.ts", "one\ntwo\nthree\n"],
  ["deep/er/b.md", "b\n"],
]);

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "write-")), "generated");
});

afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

test("writes every file and tells that all were missing", () => {
  expect(writeGenerated(files, folder).map(({ path, kind }) => [path, kind])).toEqual([
    ["a.ts", "missing"],
    ["deep/er/b.md", "missing"],
  ]);
  for (const [path, text] of files) expect(readFileSync(join(folder, path), "utf8")).toBe(text);
  expect(staleFiles(files, folder)).toEqual([]);
});

test("tells the first line that differs, and writes nothing when only checking", () => {
  writeGenerated(files, folder);
  writeFileSync(join(folder, "a.ts"), "one\n2\nthree\n");
  expect(staleFiles(files, folder)).toEqual([
    { path: "a.ts", kind: "changed", line: 2, actual: "2", expected: "two" },
  ]);
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe("one\n2\nthree\n");
});

test("tells where a file is longer or shorter than it would be", () => {
  writeGenerated(files, folder);
  writeFileSync(join(folder, "a.ts"), "one\ntwo\nthree\nfour\n");
  expect(staleFiles(files, folder)).toMatchObject([{ line: 4, actual: "four", expected: "" }]);
  writeFileSync(join(folder, "a.ts"), "one\n");
  expect(staleFiles(files, folder)).toMatchObject([{ line: 2, actual: "", expected: "two" }]);
});

test("deletes files that are no longer generated, with the folders they leave empty", () => {
  writeGenerated(files, folder);
  expect(writeGenerated(new Map([["a.ts", "one\ntwo\nthree\n"]]), folder)).toEqual([
    { path: "deep/er/b.md", kind: "superfluous" },
  ]);
  expect(readdirSync(folder)).toEqual(["a.ts"]);
});

test("leaves files alone that are up to date", () => {
  writeGenerated(files, folder);
  const before = statSync(join(folder, "a.ts")).ino;
  writeGenerated(new Map([...files, ["c.ts", "c\n"]]), folder);
  expect(statSync(join(folder, "a.ts")).ino).toBe(before);
});

test("writes whole files or none: a write that fails leaves the old files and no scraps", () => {
  writeGenerated(files, folder);
  const changed = new Map([
    ["a.ts", "changed\n"],
    ["deep/er/b.md/impossible.ts", "below a file\n"],
  ]);
  expect(() => writeGenerated(changed, folder)).toThrow(/ENOTDIR|EEXIST/);
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe("one\ntwo\nthree\n");
  expect(existsSync(join(folder, "deep/er/b.md"))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});
