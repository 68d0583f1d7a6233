import { createGathering, type Cutter, type CutSink, entryLimit, tooLarge } from "./cutter.ts";

const newline = 0x0a;

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

/** Cuts NDJSON: a line is an entry, blank ones are not. The last one needs no line end. */
export const createLineCutter = (sink: CutSink, limit: number = entryLimit): Cutter => {
  const gathering = createGathering(limit);
  let line = 1;

  const finish = (last: Uint8Array): void => {
    const bytes = gathering.take(last);
    if (bytes === undefined) sink.trouble(line, tooLarge(limit));
    else if (!isBlank(bytes)) sink.entry(bytes, line);
    line += 1;
  };

  return {
    unit: "line",
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        finish(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start < chunk.length) gathering.add(chunk.subarray(start));
    },
    end: () => finish(new Uint8Array()),
  };
};
