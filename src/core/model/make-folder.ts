import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
};

/**
 * Creates a folder and its parents with `mode`, leaving existing ones unchanged. Node's recursive mkdir never returns
 * on systems such as `/proc`, which refuse new names by reporting the parent as missing.
 * @throws Error with a system code if the folder cannot be created.
 */
export const makeFolder = (path: string, mode?: number): void => {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== "EEXIST" || !isFolder(path)) throw error;
  }
};
