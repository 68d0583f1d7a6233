import {
  createGathering,
  entryLimit,
  type EntrySink,
  type EntrySplitter,
  tooLarge,
} from "./entry-splitter.ts";
import { createJsonEntrySplitter } from "./json-entry-splitter.ts";
import type { OpenedRecording } from "./open-recording.ts";
import { BrokenPack } from "./unpack.ts";
import { createYamlEntrySplitter } from "./yaml-entry-splitter.ts";

const newline = 0x0a;

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

/** Splits NDJSON: each non-blank line is an entry. The last one needs no line end. */
export const createLineSplitter = (sink: EntrySink, limit: number = entryLimit): EntrySplitter => {
  const gathering = createGathering(limit);
  let line = 1;

  const finish = (last: Uint8Array): void => {
    const bytes = gathering.take(last);
    if (bytes === undefined) sink.problem(line, tooLarge(limit));
    else if (!isBlank(bytes)) sink.entry(bytes, line);
    line += 1;
  };

  return {
    unit: "line",
    read(chunk, from) {
      const end = chunk.indexOf(newline, from);
      if (end < 0) gathering.add(chunk.subarray(from));
      else finish(chunk.subarray(from, end));
      return end < 0 ? chunk.length : end + 1;
    },
    end: () => finish(new Uint8Array()),
  };
};

/** An entry of a recording; with the first one, what is before it. */
interface PieceEntry {
  readonly bytes: Uint8Array;
  readonly position: number;
  readonly head?: Uint8Array | undefined;
}

/** Consecutive entries of a recording. The bytes are valid until the next piece is requested. */
export interface Piece {
  readonly unit: EntrySplitter["unit"];
  readonly entries: readonly PieceEntry[];
  readonly problems: readonly { readonly position: number; readonly message: string }[];
}

const splitters = {
  json: createJsonEntrySplitter,
  lines: createLineSplitter,
  yaml: createYamlEntrySplitter,
} as const;

/** Limit for entries held at once, however small. */
const mostEntries = 1000;

/** Why reading stopped early; a bug is thrown again. */
const reasonOf = (error: unknown): string => {
  if (error instanceof BrokenPack) return error.message;
  // System errors have a code.
  if (error instanceof Error && "code" in error)
    return `it cannot be read any further (${String(error.code)})`;
  throw error;
};

/** Splits a recording into entries while reading, in constant memory. */
export async function* splitRecording(
  recording: Pick<OpenedRecording, "form" | "chunks">,
  limit?: number,
): AsyncGenerator<Piece, void> {
  let entries: PieceEntry[] = [];
  let problems: { position: number; message: string }[] = [];
  const sink: EntrySink = {
    entry: (bytes, position, head) => void entries.push({ bytes, position, head }),
    problem: (position, message) => void problems.push({ position, message }),
  };
  const splitter = splitters[recording.form](sink, limit);
  const { unit } = splitter;
  const piece = (): Piece => {
    const done = { unit, entries, problems };
    [entries, problems] = [[], []];
    return done;
  };
  let read = 0;
  try {
    for await (const chunk of recording.chunks()) {
      for (let at = 0; at < chunk.length;) {
        at = splitter.read(chunk, at);
        if (entries.length + problems.length >= mostEntries) yield piece();
      }
      read += chunk.length;
      yield piece();
    }
    splitter.end();
  } catch (error) {
    sink.problem(read, `${reasonOf(error)} after byte ${read} of its content`);
  }
  yield piece();
}
