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
 * Makes a folder and those above it, each with `mode`, and leaves alone what is there. Node's own recursive mkdir never
 * returns where a system refuses new names by saying that the folder above is missing, as `/proc` does.
 * @throws Error with a system code when it cannot be made.
 */
export const makeFolder = (path: string, mode?: number): void => {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== "EEXIST" || !isFolder(path)) throw error;
  }
};
