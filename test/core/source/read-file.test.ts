import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { readTextFile, readTextFileSync } from "../../../src/core/source/read-file.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const { signal } = new AbortController();

test("a text is the same read at once or in pieces", async () => {
  const path = join(temporaryFolder(), "text");
  writeFileSync(path, "é\n");
  expect([
    readTextFileSync(path, { location: "text" }),
    await readTextFile(path, { location: "text", signal }),
  ]).toEqual(["é\n", "é\n"]);
});

test.each<[string, string, (path: string) => void]>([
  ["no file", "file not found", () => undefined],
  ["a folder", "it is a folder, not a file", (path) => mkdirSync(path)],
  ["a pipe", "it is not a readable file", (path) => void spawnSync("mkfifo", [path])],
  ["UTF-16", "is not UTF-8 text", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 65, 0]))],
  [
    "more than 32 MiB",
    "it is larger than 32 MiB",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 33 * 1_048_576);
    },
  ],
])("%s is refused by its name, without a wait", (name, message, make) => {
  const path = join(temporaryFolder(), name);
  make(path);
  const reading = () => readTextFileSync(path, { location: name });
  expect(reading).toThrow(UsageError);
  expect(reading).toThrow(message);
});

test("a device without an end is refused", () => {
  expect(() => readTextFileSync("/dev/zero", { location: "zero" })).toThrow("it is not a readable file");
});
