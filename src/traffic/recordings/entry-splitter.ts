/** Receives what a splitter finds and must use it at once: the bytes are reused. */
export interface EntrySink {
  /** One complete entry, with the position of its first byte or line, and for the first one what is before it. */
  entry(bytes: Uint8Array, position: number, head?: Uint8Array): void;
  /** An unreadable part, and where it is. */
  problem(position: number, message: string): void;
}

/** Splits the bytes of a recording into entries, chunk by chunk, and never holds more than one entry. */
export interface EntrySplitter {
  /** What positions count: bytes from 0, or lines from 1. */
  readonly unit: "byte" | "line";
  /** Reads a chunk from a position and returns where it stopped: after an entry, or at the end of the chunk. */
  read(chunk: Uint8Array, from: number): number;
  end(): void;
}

/** The largest entry that is read, in bytes; larger ones are reported and skipped. */
export const entryLimit = 16 * 1024 * 1024;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

export const tooLarge = (limit: number): string => `an entry of more than ${megabytes(limit)} is skipped`;

/** Copies a borrowed chunk; `slice` of a Buffer would share its memory. */
export const copyOf = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);

/** Collects an entry that spans several chunks, up to a limit. */
export const createGathering = (limit: number) => {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(part: Uint8Array) {
      size += part.length;
      if (size > limit) parts = [];
      else parts.push(copyOf(part));
    },
    /** Adds the last part and returns the whole, or undefined if it was too large; then ready for the next entry. */
    take(last: Uint8Array) {
      size += last.length;
      const whole =
        size > limit ? undefined : parts.length === 0 ? last : Buffer.concat([...parts, last], size);
      parts = [];
      size = 0;
      return whole;
    },
  };
};
