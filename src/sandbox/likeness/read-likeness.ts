import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unreadableFile } from "../../harness/model/unreadable-file.ts";
import { createLikeness, type Likeness, type LikeOptions } from "./likeness.ts";
import { readShapeFile } from "./read-shape-file.ts";

/**
 * Reads a shape file for `createSandbox({ like })`.
 * @example
 * ```ts
 * import { createSandbox, readLikeness } from "tripact";
 *
 * const like = readLikeness("production.shape.json", { only: "documented" });
 * const sandbox = createSandbox({ like });
 * await sandbox.close();
 * ```
 * @throws UsageError for a file that cannot be read or is no shape file, with `file:line:column`, and for an id in
 * `only` that no deviation has.
 */
export const readLikeness = (file: string | URL, options: Omit<LikeOptions, "shape"> = {}): Likeness => {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw unreadableFile(error, { location: path, hint: "write one with tripact drift --export-shape FILE" });
  }
  return createLikeness({ shape: readShapeFile(text, path), ...options });
};
