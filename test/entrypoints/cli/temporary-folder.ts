import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the running test's own with the given files, gone when the test is, or at another end. */
export const temporaryFolder = (
  files: Readonly<Record<string, string>> = {},
  atEnd: (close: () => void) => void = onTestFinished,
): string => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-test-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
