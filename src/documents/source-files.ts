import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../core/model/usage-error.ts";
import { codeOf } from "../core/model/error-code.ts";

const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error));

/** The sources under a project's root folder. */
export const sourceFilesOf = (root: string) => ({
  /**
   * The text of a file.
   * @throws UsageError if it does not exist.
   */
  read: (path: string) => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new UsageError("file not found", {
        location: path,
        hint: "git restore brings back what is committed",
      });
    }
  },
  /** The sorted names of the files (not folders) directly in a folder; empty if it does not exist. */
  list: (folder: string) => {
    try {
      const entries = readdirSync(join(root, folder), { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
});

/** Input of the generators. Paths are relative to the project, with forward slashes. */
export type SourceFiles = ReturnType<typeof sourceFilesOf>;
