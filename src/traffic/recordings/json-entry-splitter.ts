import { jsonLimits } from "../../core/model/json-limits.ts";
import {
  createGathering,
  entryLimit,
  type EntrySink,
  type EntrySplitter,
  tooLarge,
} from "./entry-splitter.ts";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

const openBracket = 0x5b;
const openBrace = 0x7b;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isOpening = (byte: number): boolean => byte === openBrace || byte === openBracket;

const isClosing = (byte: number): boolean => byte === closeBrace || byte === closeBracket;

const closingOf = (byte: number): number => (byte === openBrace ? closeBrace : closeBracket);

/** Key paths of the entry list from the root; empty if the list is the whole document. */
const locations: readonly (readonly string[])[] = [
  ["log", "entries"],
  ["http_interactions"],
  ["interactions"],
  [],
];

const longestKey = 32;

/** An object or list around the entries, with its latest key. */
interface Level {
  readonly close: number;
  key: string;
}

const isLocation = (levels: readonly Level[]): boolean =>
  levels.every(({ close }) => close === closeBrace) &&
  locations.some(
    (keys) => keys.length === levels.length && keys.every((key, depth) => levels[depth]?.key === key),
  );

/** Reads a string that may be a key; keeps no more than the longest known key. */
const createStringReader = () => {
  let isOpen = false;
  let escaped = false;
  const kept = Buffer.alloc(longestKey);
  let length = 0;
  return {
    begin() {
      isOpen = true;
      length = 0;
    },
    /** Continues and returns where the string or the chunk ends. */
    read(chunk: Uint8Array, from: number) {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at] ?? 0;
        if (byte === quote && !escaped) {
          isOpen = false;
          return at + 1;
        }
        escaped = byte === backslash && !escaped;
        // Bytes beyond the buffer are dropped.
        kept[length] = byte;
        length += 1;
      }
      return chunk.length;
    },
    isOpen: () => isOpen,
    text: () => (length > longestKey ? "" : kept.toString("latin1", 0, length)),
  };
};

const broken = "the document is not JSON from here on";
const brokenList = "the list of entries is not JSON from here on";
const followed = "something follows the end of the document";
const tooDeep = `the document nests deeper than ${jsonLimits.depth} levels`;

/** Parses what surrounds the entries of a JSON recording: brackets, keys and strings. */
const createJsonEnvelope = () => {
  const levels: Level[] = [];
  const string = createStringReader();
  let list: "ahead" | "open" | "closed" = "ahead";
  let hasEnded = false;

  const open = (byte: number): string | undefined => {
    if (hasEnded) return followed;
    if (levels.length === jsonLimits.depth) return tooDeep;
    if (closingOf(byte) === closeBracket && list === "ahead" && isLocation(levels)) list = "open";
    levels.push({ close: closingOf(byte), key: "" });
    return undefined;
  };

  const close = (byte: number): string | undefined => {
    if (levels.pop()?.close !== byte) return broken;
    if (list === "open") list = "closed";
    hasEnded = levels.length === 0;
    return undefined;
  };

  /** Takes a byte between two entries; returns why it is invalid there. */
  const takeInList = (byte: number): string | undefined => {
    if (byte === closeBracket) return close(byte);
    return byte === comma || isSpace(byte) ? undefined : brokenList;
  };

  /** Takes a byte outside of strings; returns why it is invalid there. */
  const take = (byte: number): string | undefined => {
    if (list === "open") return takeInList(byte);
    const level = levels.at(-1);
    if (isOpening(byte)) return open(byte);
    if (isClosing(byte)) return close(byte);
    if (byte === quote) string.begin();
    else if (byte === colon && level !== undefined) level.key = string.text();
    else if (level === undefined && !isSpace(byte)) return hasEnded ? followed : broken;
    return undefined;
  };

  return {
    /** Reads to the start of an entry, the end of the chunk, or the first invalid byte. */
    read(chunk: Uint8Array, from: number) {
      for (let at = from; at < chunk.length;) {
        if (string.isOpen()) {
          at = string.read(chunk, at);
          continue;
        }
        const byte = chunk[at] ?? 0;
        if (list === "open" && isOpening(byte)) return { at };
        const problem = take(byte);
        if (problem !== undefined) return { at, problem };
        at += 1;
      }
      return { at: chunk.length };
    },
    hasList: () => list !== "ahead",
    hasEnded: () => hasEnded,
  };
};

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

/** Splits HAR 1.2 (`log.entries`), a cassette (`http_interactions`, `interactions`) or a bare list. */
export const createJsonEntrySplitter = (sink: EntrySink, limit: number = entryLimit): JsonEntrySplitter => {
  const gathering = createGathering(limit);
  const envelope = createJsonEnvelope();
  const scan = createEntryScan();
  let mode: "around" | "inside" | "stopped" = "around";
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
