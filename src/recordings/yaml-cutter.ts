import { copyOf, createGathering, type Cutter, type CutSink, entryLimit, tooLarge } from "./cutter.ts";

const newline = 0x0a;
const space = 0x20;
const dash = 0x2d;
const decoder = new TextDecoder();

const listKey = /^(?:http_interactions|interactions):\s*(?:#.*)?$/;
const emptyList = /^(?:http_interactions|interactions):\s*\[\s*\]/;

const indentOf = (line: Uint8Array): number => {
  const indent = line.findIndex((byte) => byte !== space);
  return indent < 0 ? line.length : indent;
};

const isBlank = (line: Uint8Array, indent: number): boolean => {
  const first = line[indent];
  return first === undefined || first === 0x0d || first === newline;
};

/** `- ` or a lone `-`, but not `---`. */
const isDash = (line: Uint8Array, indent: number): boolean => {
  const next = line[indent + 1];
  return line[indent] === dash && (next === undefined || next === space || next === newline || next === 0x0d);
};

/** The keys of an interaction, told by their indentation: two more than its dash. */
const keysOf = (item: Uint8Array, indent: number): ReadonlySet<string> => {
  const key = new RegExp(`^ {${indent}}[- ] (\\w+):`);
  return new Set(
    decoder
      .decode(item)
      .split("\n")
      .flatMap((line) => key.exec(line)?.[1] ?? []),
  );
};

/**
 * Cuts a cassette in YAML: an entry is an item of `http_interactions` or `interactions`, told by its indentation
 * alone, as every recorder writes it.
 */
export const createYamlCutter = (sink: CutSink, limit: number = entryLimit): Cutter => {
  const lines = createGathering(limit);
  let item: Uint8Array[] = [];
  let size = 0;
  let itemLine = 0;
  let line = 0;
  let indent = -1;
  let mode: "before" | "list" | "after" = "before";
  let firstKeys: ReadonlySet<string> | undefined;
  let wholeLines = true;

  const begin = (bytes: Uint8Array): void => {
    item = [copyOf(bytes)];
    size = bytes.length;
    itemLine = line;
  };

  const finish = (): void => {
    if (size > limit) sink.trouble(itemLine, tooLarge(limit));
    else if (size > 0) {
      const bytes = Buffer.concat(item, size);
      firstKeys ??= keysOf(bytes, indent);
      sink.entry(bytes, itemLine);
    }
    item = [];
    size = 0;
  };

  const go = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > limit) item = [];
    else item.push(copyOf(bytes));
  };

  const inList = (bytes: Uint8Array): void => {
    const own = indentOf(bytes);
    if (isBlank(bytes, own)) return size > 0 ? go(bytes) : undefined;
    if (indent < 0 && isDash(bytes, own)) indent = own;
    if (own === indent && isDash(bytes, own)) {
      finish();
      begin(bytes);
    } else if (own > indent && size > 0) go(bytes);
    else if (bytes[own] !== 0x23) {
      finish();
      mode = "after";
    }
  };

  const take = (bytes: Uint8Array): void => {
    line += 1;
    if (mode === "list") return inList(bytes);
    if (mode === "after" || bytes.length > 200) return;
    const text = decoder.decode(bytes).trimEnd();
    if (listKey.test(text)) mode = "list";
    else if (emptyList.test(text)) mode = "after";
  };

  /** An interaction at the end of the file may have lost its tail; the others show what belongs to one. */
  const isCutOff = (): boolean => {
    // Without a line end even the last line may be cut; one that is a whole key of the interaction costs no body.
    if (!wholeLines && indentOf(item.at(-1) ?? new Uint8Array()) !== indent + 2) return true;
    const keys = keysOf(Buffer.concat(item, Math.min(size, limit)), indent);
    return [...(firstKeys ?? ["request", "response"])].some((key) => !keys.has(key));
  };

  return {
    unit: "line",
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const bytes = lines.take(chunk.subarray(start, end + 1));
        if (bytes === undefined) sink.trouble(line + 1, tooLarge(limit));
        take(bytes ?? new Uint8Array());
        start = end + 1;
      }
      if (start < chunk.length) lines.add(chunk.subarray(start));
    },
    end() {
      const last = lines.take(new Uint8Array()) ?? new Uint8Array();
      if (last.length > 0) {
        wholeLines = false;
        take(last);
      }
      if (mode === "before") sink.trouble(line, "the recording breaks off before its interactions");
      if (mode === "list" && size > 0 && size <= limit && isCutOff())
        return sink.trouble(itemLine, `the recording breaks off in line ${line}, within this interaction`);
      if (mode === "list") finish();
    },
  };
};
