import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type Zlib,
  zstdDecompressSync,
} from "node:zlib";
import { own } from "../../core/model/json-object.ts";
import { megabytes } from "./entry-splitter.ts";
import { UnreadableEntry } from "./recorded.ts";

interface Decompression {
  readonly maxOutputLength: number;
  /** Returns the engine as well, which counts what it has read. */
  readonly info: true;
}

/** Node's types do not know what `info` returns. */
interface Decompressed {
  readonly buffer: Uint8Array;
  readonly engine: Zlib;
}

type Decompress = (bytes: Uint8Array, options: Decompression) => unknown;

/** What a coding may mean: `deflate` is sent with and without its envelope. */
const ways: Readonly<Record<string, readonly Decompress[]>> = {
  gzip: [gunzipSync],
  "x-gzip": [gunzipSync],
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
  zstd: [zstdDecompressSync],
};

/** Far more than anybody sends: each one takes a decompression. */
const mostCodings = 5;

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

/** Undoes a coding; undefined unless all bytes belong to it. @throws UnreadableEntry beyond `limit` bytes */
const decompressed = (bytes: Uint8Array, decompress: Decompress, limit: number): Uint8Array | undefined => {
  try {
    const { buffer, engine } = decompress(bytes, { maxOutputLength: limit, info: true }) as Decompressed; // as above
    return engine.bytesWritten === bytes.length ? buffer : undefined;
  } catch (error) {
    if (isTooLarge(error))
      throw new UnreadableEntry(`an entry whose body is larger than ${megabytes(limit)} when decompressed`);
    return undefined;
  }
};

const uncoded = (bytes: Uint8Array, coding: string, limit: number): Uint8Array | undefined => {
  for (const decompress of own(ways, coding) ?? []) {
    const plain = decompressed(bytes, decompress, limit);
    if (plain !== undefined) return plain;
  }
  return undefined;
};

const uncodedInTurn = (
  bytes: Uint8Array,
  codings: readonly string[],
  limit: number,
): Uint8Array | undefined => {
  let plain: Uint8Array | undefined = bytes;
  for (const coding of codings.toReversed()) plain &&= uncoded(plain, coding, limit);
  return plain;
};

/** The codings of a body in the order in which they were applied. */
export const codingsOf = (headers: Readonly<Record<string, string>>): readonly string[] =>
  (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

/**
 * Undoes codings, or those of them that a recorder has not undone. Undefined if the bytes are not coded so.
 * @throws UnreadableEntry beyond `limit` bytes
 */
export const undoCodings = (
  bytes: Uint8Array,
  codings: readonly string[],
  limit: number,
): Uint8Array | undefined => {
  if (codings.length > mostCodings || bytes.length === 0) return undefined;
  for (let left = codings.length; left > 0; left -= 1) {
    const plain = uncodedInTurn(bytes, codings.slice(0, left), limit);
    if (plain !== undefined) return plain;
  }
  return undefined;
};
