/** Takes what a splitter finds, at once: the bytes are only lent. */
export interface EntrySink {
  /** One entry of the recording, whole, at its first byte or line. */
  entry(bytes: Uint8Array, position: number): void;
  /** What cannot be read, and where. */
  problem(position: number, message: string): void;
}

/** Splits the bytes of a recording into its entries, a chunk at a time, and never holds more than one entry. */
export interface EntrySplitter {
  /** What positions count: bytes from 0, or lines from 1. */
  readonly unit: "byte" | "line";
  /** Reads a chunk from a position on and returns where it stopped: behind an entry, or at the end of the chunk. */
  read(chunk: Uint8Array, from: number): number;
  /** Says that nothing follows. */
  end(): void;
}

/** The largest entry that is read, in bytes; a larger one is reported and skipped. */
export const entryLimit = 16 * 1024 * 1024;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

export const tooLarge = (limit: number): string => `an entry of more than ${megabytes(limit)} is skipped`;

/** A chunk is only lent. The `slice` of a Buffer would go on looking at it. */
export const copyOf = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);

/** Gathers an entry that reaches over several chunks, up to a limit. */
export const createGathering = (limit: number) => {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(part: Uint8Array) {
      size += part.length;
      if (size > limit) parts = [];
      else parts.push(copyOf(part));
    },
    /** The whole with its last part, or undefined when it was too large; ready for the next one. */
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
