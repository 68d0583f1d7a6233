import {
  closeSync,
  constants,
  createReadStream,
  fstat,
  fstatSync,
  open as openFile,
  openSync,
  readFileSync,
} from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { unreadableFile } from "../model/unreadable-file.ts";
import { UsageError } from "../model/usage-error.ts";

/** Far above any handwritten file; a device may be endless. */
const largest = 32 * 1_048_576;

export interface ReadOptions {
  /** The library option that names the file, if any. */
  readonly option?: string;
  /** The file's name in messages. */
  readonly location: string;
  readonly hint?: string;
  /** Ends the wait for a silent pipe. Required, because nothing else can end it. */
  readonly signal: AbortSignal;
}

/** Maximum silence of a pipe, in milliseconds. */
const longestSilence = 30_000;

interface ReadChunks {
  readonly signal?: AbortSignal;
  /** Offset of the last byte to read. */
  readonly end?: number;
}

/** A regular open of a pipe would wait for its other end, in a thread that no signal reaches. */
const openAtOnce = promisify(openFile);

/** A socket waits for a pipe's data without a thread. Closing the stream closes the file. */
const streamOf = async (file: number, { signal, end }: ReadChunks): Promise<Readable> => {
  if (!(await promisify(fstat)(file)).isFIFO())
    return createReadStream("", { fd: file, ...(end === undefined ? {} : { end }) });
  const pipe = new Socket({ fd: file, readable: true, writable: false, ...(signal && { signal }) });
  return pipe.setTimeout(longestSilence, () =>
    pipe.destroy(Object.assign(new Error("a silent pipe"), { code: "ETIMEDOUT" })),
  );
};

/** Streams the bytes of a file, a pipe or a device. Fails if a pipe is silent for too long. */
export async function* readChunks(path: string, options: ReadChunks): AsyncGenerator<Uint8Array, void> {
  const file = await openAtOnce(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // A stream without an encoding yields buffers.
  for await (const chunk of await streamOf(file, options)) yield chunk as Uint8Array;
}

/** The bytes of a file; undefined if it exceeds the size limit. */
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

/** Detects common other encodings by their first bytes, or by a NUL in every other one. */
const encodingHint = (bytes: Uint8Array): string =>
  [0xff, 0xfe].includes(bytes[0] ?? 0) || bytes.subarray(0, 4).includes(0)
    ? "it looks like UTF-16: save it as UTF-8"
    : "save it as UTF-8";

type Named = Omit<ReadOptions, "signal">;

const textOf = (bytes: Uint8Array | undefined, { option, location }: Named): string => {
  if (bytes === undefined)
    throw new UsageError("it is larger than 32 MiB", { option, location, hint: "name a smaller file" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError("is not UTF-8 text", { option, location, hint: encodingHint(bytes) });
  }
};

/** @throws UsageError if it is unreadable, larger than 32 MiB or not UTF-8 */
export const readTextFile = async (path: string, { signal, ...named }: ReadOptions): Promise<string> => {
  const bytes = await readAtMost(path, signal).catch((error: unknown) => {
    throw unreadableFile(error, named);
  });
  return textOf(bytes, named);
};

/** The bytes of a regular file; undefined if it exceeds the size limit. */
const bytesAtOnce = (path: string): Uint8Array | undefined => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (!stat.isFile()) throw Object.assign(new Error("no regular file"), { code: "ENXIO" });
    return stat.size > largest ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
};

/** The same without waiting, for regular files alone. @throws UsageError also for pipes and devices */
export const readTextFileSync = (path: string, named: Named): string => {
  try {
    return textOf(bytesAtOnce(path), named);
  } catch (error) {
    throw unreadableFile(error, named);
  }
};
