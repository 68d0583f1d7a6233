import {
  createGathering,
  entryLimit,
  type EntrySink,
  type EntrySplitter,
  tooLarge,
} from "./entry-splitter.ts";

const newline = 0x0a;

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

/** Splits NDJSON: a line is an entry, blank ones are not. The last one needs no line end. */
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
