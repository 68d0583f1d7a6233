import type { RecordedBody } from "../recordings/recorded.ts";

/** A copy of a forwarded body, if it is short enough to be judged. */
export interface BodyCopy {
  /** Maximum size in bytes, compressed or not. */
  readonly limit: number;
  add(chunk: Uint8Array): void;
  /** The body, if it was forwarded completely. */
  body(isWhole: boolean): RecordedBody;
  /** Size in bytes. */
  size(): number;
  /** Whether it was too long, or no memory was left for it. */
  isGivenUp(): boolean;
  /** Frees its memory for others. */
  release(): void;
}

/** All copies of a proxy together, within a fixed amount of memory. */
export type BodyCopies = ReturnType<typeof createBodyCopies>;

/** @param limits bytes of one body, and of all bodies that are in transit or wait to be judged */
export const createBodyCopies = (limits: { readonly body: number; readonly all: number }) => {
  let taken = 0;
  return {
    start(): BodyCopy {
      let parts: Uint8Array[] = [];
      let size = 0;
      let isGivenUp = false;
      const release = (): void => {
        taken -= size;
        size = 0;
        parts = [];
      };
      return {
        limit: limits.body,
        add(chunk) {
          if (isGivenUp) return;
          if (size + chunk.length > limits.body || taken + chunk.length > limits.all) {
            isGivenUp = true;
            return release();
          }
          size += chunk.length;
          taken += chunk.length;
          parts.push(chunk);
        },
        body(isWhole) {
          if (isGivenUp || !isWhole) return { kind: "unknown" };
          return size === 0 ? { kind: "empty" } : { kind: "bytes", bytes: Buffer.concat(parts, size) };
        },
        size: () => size,
        isGivenUp: () => isGivenUp,
        release,
      };
    },
  };
};
