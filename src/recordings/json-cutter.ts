import { createGathering, type Cutter, type CutSink, entryLimit, tooLarge } from "./cutter.ts";

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Where the entries of a recording stand, as keys from the root; none for a list that is the whole document. */
const places: readonly (readonly string[])[] = [
  ["log", "entries"],
  ["http_interactions"],
  ["interactions"],
  [],
];

const longestKey = 32;

/** What the walk around the entries is in the middle of: objects and lists, with the key of each that is wanted. */
interface Level {
  readonly close: number;
  key: string;
}

const isPlace = (levels: readonly Level[]): boolean =>
  levels.every(({ close }) => close === closeBrace) &&
  places.some(
    (keys) => keys.length === levels.length && keys.every((key, depth) => levels[depth]?.key === key),
  );

const decoder = new TextDecoder();

export interface JsonCutter extends Cutter {
  /** Whether the list of entries was met, or the document ended, or turned out to be no JSON, without one. */
  progress(): "found" | "none" | "open";
}

/**
 * Cuts a JSON document that holds a list of entries: HAR 1.2 (`log.entries`), a cassette (`http_interactions`,
 * `interactions`) or a bare list. Only the brackets and strings around the entries are understood; an entry itself is
 * for its reader to parse.
 */
export const createJsonCutter = (sink: CutSink, limit: number = entryLimit): JsonCutter => {
  const gathering = createGathering(limit);
  const levels: Level[] = [];
  /** `around` the list, `between` its entries, `inside` of one, or at the end of what can be understood. */
  let mode: "around" | "between" | "inside" | "over" = "around";
  let found = false;
  let ended = false;
  let offset = 0;
  let inString = false;
  let escaped = false;
  let depth = 0;
  let start = 0;
  let text: number[] = [];
  let lastText = "";

  const isInside = (): boolean => mode === "inside";
  const isOver = (): boolean => mode === "over";

  const giveUp = (position: number, message: string): void => {
    mode = "over";
    sink.trouble(position, message);
  };

  const open = (byte: number, position: number): void => {
    if (ended) return giveUp(position, "something follows the end of the document");
    if (byte === openBracket && !found && isPlace(levels)) {
      found = true;
      mode = "between";
    }
    levels.push({ close: byte === openBrace ? closeBrace : closeBracket, key: "" });
  };

  const close = (byte: number, position: number): void => {
    if (levels.pop()?.close !== byte) return giveUp(position, "the document is not JSON from here on");
    mode = "around";
    ended = levels.length === 0;
  };

  const keepText = (byte: number): void => {
    if (levels.length <= 2 && text.length <= longestKey) text.push(byte);
  };

  const walkText = (chunk: Uint8Array, from: number): number => {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) {
        inString = false;
        lastText = decoder.decode(Uint8Array.from(text));
        return at + 1;
      }
      keepText(byte);
    }
    return at;
  };

  const walkAround = (byte: number, position: number): void => {
    const level = levels.at(-1);
    if (byte === quote) {
      inString = true;
      text = [];
    } else if (byte === openBrace || byte === openBracket) open(byte, position);
    else if (byte === closeBrace || byte === closeBracket) close(byte, position);
    else if (byte === colon && level !== undefined) level.key = lastText;
    else if (level === undefined && !isSpace(byte))
      giveUp(
        position,
        ended ? "something follows the end of the document" : "the document is not JSON from here on",
      );
  };

  const walkBetween = (byte: number, position: number): void => {
    if (byte === openBrace || byte === openBracket) {
      mode = "inside";
      depth = 0;
      start = position;
    } else if (byte === closeBracket) close(byte, position);
    else if (byte !== comma && !isSpace(byte))
      giveUp(position, "the list of entries is not JSON from here on");
  };

  /** To the end of the entry or of the chunk. This is where nearly all bytes of a recording are looked at. */
  const walkInside = (chunk: Uint8Array, from: number): number => {
    const { length } = chunk;
    let at = from;
    let level = depth;
    if (escaped && at < length) {
      escaped = false;
      at += 1;
    }
    while (at < length) {
      if (inString) {
        let byte = chunk[at];
        while (byte !== quote) {
          at += byte === backslash ? 2 : 1;
          if (at >= length) break;
          byte = chunk[at];
        }
        if (at >= length) {
          escaped = at > length;
          break;
        }
        inString = false;
        at += 1;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) level += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        level -= 1;
        if (level === 0) break;
      }
    }
    depth = level;
    return Math.min(at, length);
  };

  /** Begins an entry at its bracket, or goes on with it. */
  const cutEntry = (chunk: Uint8Array, from: number): number => {
    const to = walkInside(chunk, from);
    if (depth > 0) {
      gathering.add(chunk.subarray(from, to));
      return to;
    }
    const bytes = gathering.take(chunk.subarray(from, to));
    if (bytes === undefined) sink.trouble(start, tooLarge(limit));
    else sink.entry(bytes, start);
    mode = "between";
    return to;
  };

  const step = (chunk: Uint8Array, at: number): number => {
    if (mode === "inside") return cutEntry(chunk, at);
    if (inString) return walkText(chunk, at);
    const byte = chunk[at] ?? 0;
    if (mode === "around") walkAround(byte, offset + at);
    else walkBetween(byte, offset + at);
    return isInside() ? cutEntry(chunk, at) : at + 1;
  };

  return {
    unit: "byte",
    push(chunk) {
      for (let at = 0; at < chunk.length && !isOver();) at = step(chunk, at);
      offset += chunk.length;
    },
    progress: () => (found ? "found" : ended || mode === "over" ? "none" : "open"),
    end() {
      if (mode === "over") return;
      if (mode === "inside")
        sink.trouble(start, `the recording breaks off at byte ${offset}, within this entry`);
      else if (!ended) sink.trouble(offset, "the recording breaks off here");
      else if (!found) sink.trouble(0, "the document holds no list of entries");
    },
  };
};
