import { Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { copyOf } from "./entry-splitter.ts";

/** Compressed data that cannot be decompressed any further. */
export class BrokenPack extends Error {
  override readonly name = "BrokenPack";
}

type Chunks = AsyncIterable<Uint8Array>;

export const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

const packings = [
  { name: "gzip", magic: [0x1f, 0x8b], create: () => createGunzip({ chunkSize: 256 * 1024 }) },
  {
    name: "zstd",
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    create: () => createZstdDecompress({ chunkSize: 256 * 1024 }),
  },
] as const;

const magicLength = 4;

/** All chunks again, including those read for the first bytes. */
async function* from(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Decompresses gzip and zstd, detected by their first bytes; anything else passes unchanged. Each chunk is valid until
 * the next is requested.
 * @throws BrokenPack after what could be decompressed.
 */
export async function* unpack(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < magicLength) {
    const next = await iterator.next();
    if (next.done === true) break;
    // Requesting the next chunk invalidates this one.
    first.push(copyOf(next.value));
    size += next.value.length;
  }
  const head = Buffer.concat(first);
  const packing = packings.find(({ magic }) => startsWith(head, magic));
  if (packing === undefined) return yield* from(first, iterator);
  const owned = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of from(first, iterator)) yield copyOf(chunk);
  };
  const unpacked = packing.create();
  const packed = Readable.from(owned(), { objectMode: false });
  packed.once("error", (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    for await (const chunk of unpacked) yield chunk as Uint8Array; // a byte stream
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!/^Z_|^ZSTD_|^ERR_ZSTD/.test(code)) throw error;
    throw new BrokenPack(`the ${packing.name} data breaks off or is damaged`);
  } finally {
    unpacked.destroy();
    packed.destroy();
  }
}
