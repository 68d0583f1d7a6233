import { readFileSync, statSync } from "node:fs";
import { codeOf } from "../model/error-code.ts";

/**
 * The bytes of a file in the shared folder; undefined where there is none.
 * @throws Error when it is a pipe, a device or a folder, or holds more than `largest` bytes.
 */
export const readOwnFile = (path: string, largest: number): Buffer | undefined => {
  try {
    const found = statSync(path);
    // A pipe would be waited for without end.
    if (!found.isFile()) throw new Error("it is not a file");
    if (found.size > largest) throw new Error(`it holds more than ${largest} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
};
