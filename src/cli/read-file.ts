import { open } from "node:fs/promises";
import { unreadableFile } from "../model/unreadable-file.ts";
import { UsageError } from "../model/usage-error.ts";

/** What is written by hand is never as large; a device may be without end. */
const largest = 32 * 1_048_576;

export interface ReadOptions {
  /** What stands for the file in messages. */
  readonly place: string;
  readonly hint?: string;
}

/** The bytes of a file; undefined when there are more than the largest may have. */
const readAtMost = async (path: string): Promise<Uint8Array | undefined> => {
  const file = await open(path);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, end: largest })) {
      // A stream without an encoding yields buffers.
      chunks.push(chunk as Uint8Array);
      size += chunks.at(-1)?.byteLength ?? 0;
    }
    return size > largest ? undefined : Buffer.concat(chunks, size);
  } finally {
    await file.close();
  }
};

/** The usual other encodings betray themselves by their first bytes, or by a NUL in every other one. */
const encodingHint = (bytes: Uint8Array): string =>
  [0xff, 0xfe].includes(bytes[0] ?? 0) || bytes.subarray(0, 4).includes(0)
    ? "it looks like UTF-16: save it as UTF-8"
    : "save it as UTF-8";

/**
 * Reads a text file in UTF-8.
 * @throws UsageError when it cannot be read, is larger than 32 MiB or is not text in UTF-8.
 */
export const readTextFile = async (path: string, { place, hint }: ReadOptions): Promise<string> => {
  const bytes = await readAtMost(path).catch((error: unknown) => {
    throw unreadableFile(error, { place, hint });
  });
  if (bytes === undefined)
    throw new UsageError("it is larger than 32 MiB", { place, hint: "name a smaller file" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("not a text in UTF-8", { place, hint: encodingHint(bytes) });
  }
};
