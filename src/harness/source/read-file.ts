import { constants, createReadStream, fstat, open as openFile } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { unreadableFile } from "../model/unreadable-file.ts";
import { UsageError } from "../model/usage-error.ts";

/** What is written by hand is never as large; a device may be without end. */
const largest = 32 * 1_048_576;

export interface ReadOptions {
  /** The option of the library that names the file, if one does. */
  readonly option?: string;
  /** The name of the file in messages. */
  readonly location: string;
  readonly hint?: string;
  /** Ends the wait for a pipe in which nothing arrives. Every caller has one: nothing else reaches that wait. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a pipe may send nothing. */
const longestSilence = 30_000;

interface ReadChunks {
  readonly signal?: AbortSignal;
  /** The last byte to read. */
  readonly end?: number;
}

/** Opening a pipe as usual waits for its other end, in a thread that no signal reaches. */
const openAtOnce = promisify(openFile);

/** A socket waits for what comes through a pipe without a thread. What is returned closes the file. */
const streamOf = async (file: number, { signal, end }: ReadChunks): Promise<Readable> => {
  if (!(await promisify(fstat)(file)).isFIFO())
    return createReadStream("", { fd: file, ...(end === undefined ? {} : { end }) });
  const pipe = new Socket({ fd: file, readable: true, writable: false, ...(signal && { signal }) });
  return pipe.setTimeout(longestSilence, () =>
    pipe.destroy(Object.assign(new Error("a silent pipe"), { code: "ETIMEDOUT" })),
  );
};

/** The bytes of a file, a pipe or a device as they come. Ends with an error if a pipe sends nothing for too long. */
export async function* readChunks(path: string, options: ReadChunks): AsyncGenerator<Uint8Array, void> {
  const file = await openAtOnce(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // A stream without an encoding yields buffers.
  for await (const chunk of await streamOf(file, options)) yield chunk as Uint8Array;
}

/** The bytes of a file; undefined when there are more than the largest may have. */
const readAtMost = async (path: string, signal: AbortSignal): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(path, { end: largest, signal })) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > largest) return undefined;
  }
  return Buffer.concat(chunks, size);
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
export const readTextFile = async (
  path: string,
  { option, location, hint, signal }: ReadOptions,
): Promise<string> => {
  const bytes = await readAtMost(path, signal).catch((error: unknown) => {
    throw unreadableFile(error, { option, location, hint });
  });
  if (bytes === undefined)
    throw new UsageError("it is larger than 32 MiB", { option, location, hint: "name a smaller file" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("is not UTF-8 text", { option, location, hint: encodingHint(bytes) });
  }
};
