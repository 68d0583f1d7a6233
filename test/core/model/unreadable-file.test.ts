import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unreadableFile } from "../../../src/core/model/unreadable-file.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";

const line = (error: unknown): string => (error instanceof UsageError ? error.line : "no wrong use");

test("an error of the system is reported in words, with the hint", async () => {
  const folder = await mkdtemp(join(tmpdir(), "unreadable-"));
  const reported = async (path: string): Promise<string> =>
    line(
      unreadableFile(await readFile(path).catch((error: unknown) => error), {
        location: "a.json",
        hint: "name another",
        folderHint: "name a file in it",
      }),
    );
  expect(await reported(join(folder, "none"))).toBe("a.json: file not found (name another)");
  expect(await reported(folder)).toBe("a.json: it is a folder, not a file (name a file in it)");
  const systemError = (code: string): Error => Object.assign(new Error(code), { code });
  expect(line(unreadableFile(systemError("ENOENT"), { location: "a" }))).toBe(
    "a: file not found (check the path)",
  );
  expect(line(unreadableFile(systemError("EIO"), { location: "a" }))).toBe(
    "a: cannot be read (EIO) (name another file)",
  );
  // Another name helps less than permission, or something to read.
  expect(line(unreadableFile(systemError("EACCES"), { location: "a", hint: "name another" }))).toBe(
    "a: no permission to read it (make it readable, or name another file)",
  );
  expect(line(unreadableFile(systemError("ETIMEDOUT"), { location: "a", hint: "name another" }))).toBe(
    "a: nothing arrived in the pipe for 30 s (write to the pipe, or name a file)",
  );
  const error = await readFile(folder).catch((reason: unknown) => reason);
  expect(line(unreadableFile(error, { location: "." }))).toBe(
    ".: it is a folder, not a file (name a file in it)",
  );
  expect(await reported(join(folder, "x".repeat(300)))).toBe("a.json: the name is too long (name another)");
  expect(await reported("a\0b")).toBe("a.json: cannot be read (ERR_INVALID_ARG_VALUE) (name another)");
  await rm(folder, { recursive: true });
});

test("a bug is no wrong use", () => {
  const bug = new TypeError("undefined is not a function");
  expect(unreadableFile(bug, { location: "a.json" })).toBe(bug);
});
