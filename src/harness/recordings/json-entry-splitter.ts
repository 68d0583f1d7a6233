import {
  createGathering,
  entryLimit,
  type EntrySink,
  type EntrySplitter,
  tooLarge,
} from "./entry-splitter.ts";
import { backslash, isClosing, isOpening, quote } from "./json-bytes.ts";
import { createJsonEnvelope } from "./json-envelope.ts";

/** Where a string ends in a chunk: after its closing quote, or beyond the chunk if an escape spans the border. */
const skipString = (chunk: Uint8Array, from: number): number => {
  let at = from;
  while (at < chunk.length) {
    const byte = chunk[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return at;
};

/** The hot loop: nearly every byte of a recording passes here. */
const createEntryScan = () => {
  let depth = 0;
  let inString = false;
  /** Whether the chunk's first byte completes an escape of the previous chunk. */
  let escaped = false;
  return {
    /** Reads from the entry's first bracket and returns where the entry or the chunk ends. */
    read(chunk: Uint8Array, from: number) {
      const { length } = chunk;
      let at = escaped ? from + 1 : from;
      escaped = false;
      while (at < length) {
        if (inString) {
          at = skipString(chunk, at);
          escaped = at > length;
          if (at >= length) return length;
          inString = false;
        } else {
          const byte = chunk[at] ?? 0;
          if (byte === quote) inString = true;
          else if (isOpening(byte)) depth += 1;
          else if (isClosing(byte)) {
            depth -= 1;
            if (depth === 0) return at + 1;
          }
        }
        at += 1;
      }
      return length;
    },
    isOpen: () => depth > 0,
  };
};

export interface JsonEntrySplitter extends EntrySplitter {
  /** Whether the list of entries was found, or the document ended or turned out not to be JSON before one. */
  progress(): "found" | "none" | "open";
}

/**
 * Splits a JSON document with a list of entries: HAR 1.2 (`log.entries`), a cassette (`http_interactions`,
 * `interactions`) or a bare list.
 */
export const createJsonEntrySplitter = (sink: EntrySink, limit: number = entryLimit): JsonEntrySplitter => {
  const gathering = createGathering(limit);
  const envelope = createJsonEnvelope();
  const scan = createEntryScan();
  let mode: "around" | "inside" | "stopped" = "around";
  /** Bytes of the chunks read so far. */
  let offset = 0;
  let start = 0;

  const readAround = (chunk: Uint8Array, from: number): number => {
    const { at, problem } = envelope.read(chunk, from);
    if (problem !== undefined) {
      mode = "stopped";
      sink.problem(offset + at, problem);
      return chunk.length;
    }
    if (at === chunk.length) return at;
    mode = "inside";
    start = offset + at;
    return readInside(chunk, at);
  };

  const readInside = (chunk: Uint8Array, from: number): number => {
    const to = scan.read(chunk, from);
    if (scan.isOpen()) {
      gathering.add(chunk.subarray(from, to));
      return to;
    }
    const bytes = gathering.take(chunk.subarray(from, to));
    if (bytes === undefined) sink.problem(start, tooLarge(limit));
    else sink.entry(bytes, start);
    mode = "around";
    return to;
  };

  const readers = { around: readAround, inside: readInside, stopped: (chunk: Uint8Array) => chunk.length };

  return {
    unit: "byte",
    read(chunk, from) {
      const to = readers[mode](chunk, from);
      if (to === chunk.length) offset += to;
      return to;
    },
    progress: () =>
      envelope.hasList() ? "found" : envelope.hasEnded() || mode === "stopped" ? "none" : "open",
    end() {
      if (mode === "stopped") return;
      if (mode === "inside")
        sink.problem(start, `the recording breaks off at byte ${offset}, within this entry`);
      else if (!envelope.hasEnded()) sink.problem(offset, "the recording breaks off here");
      else if (!envelope.hasList()) sink.problem(0, "the document holds no list of entries");
    },
  };
};
