import { readFile } from "node:fs/promises";
import { UsageError } from "../model/usage-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder, not a file",
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ENOTDIR: "a part of the path is not a folder",
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

export interface ReadOptions {
  /** What stands for the file in messages. */
  readonly place: string;
  readonly hint?: string;
}

/**
 * Reads a text file in UTF-8.
 * @throws UsageError when it cannot be read or is not text in UTF-8.
 */
export const readTextFile = async (path: string, { place, hint }: ReadOptions): Promise<string> => {
  const options = hint === undefined ? { place } : { place, hint };
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const code = codeOf(error);
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw new UsageError("not a text in UTF-8", { place });
    throw new UsageError(reasons[code] ?? `cannot be read (${code})`, options);
  }
};
