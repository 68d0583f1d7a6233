import {
  createGathering,
  entryLimit,
  type EntrySink,
  type EntrySplitter,
  tooLarge,
} from "./entry-splitter.ts";

const newline = 0x0a;
const space = 0x20;
const dash = 0x2d;
const ampersand = 0x26;
const decoder = new TextDecoder();

/** Perhaps with an anchor or a tag. */
const listKey = /^(?:http_interactions|interactions):\s*(?:[&!]\S*\s*)*(?:#.*)?$/;
const longestListKey = 200;
/** Limit of what is before the list; anchors in more than this are not known. */
const longestHead = 1024 * 1024;
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

/** The keys of an interaction, indented by two more than its dash. */
const keysOf = (item: Uint8Array, indent: number): ReadonlySet<string> => {
  const key = new RegExp(`^ {${indent}}[- ] (\\w+|<<):`);
  return new Set(
    decoder
      .decode(item)
      .split("\n")
      .flatMap((line) => key.exec(line)?.[1] ?? []),
  );
};

const mergeKey = "<<";

/** Whether an item is an alias, or a mapping in braces, which the parser finds incomplete if it is. */
const isOneValue = (item: Uint8Array): boolean =>
  /^\s*-\s+(?:[&!]\S+\s+)*[*{]/.test(decoder.decode(item.subarray(0, 1024)));

/** The lines of a list item from its dash on, as far as they are kept. */
const createItem = (limit: number) => {
  let kept = Buffer.alloc(0);
  let size = 0;
  let lastLine = 0;
  return {
    add(bytes: Uint8Array) {
      lastLine = size;
      size += bytes.length;
      if (size > limit) {
        kept = Buffer.alloc(0);
        return;
      }
      // Doubles each time: lines may be many and short.
      if (size > kept.length) kept = Buffer.concat([kept.subarray(0, lastLine)], size * 2);
      kept.set(bytes, lastLine);
    },
    /** Their total size, kept or not. */
    size: () => size,
    /** The last line added, if kept. */
    last: () => kept.subarray(lastLine, size),
    whole: () => kept.subarray(0, size),
    /** The whole, once; nothing if it is too large. */
    take() {
      const bytes = kept.subarray(0, size);
      [kept, size] = [Buffer.alloc(0), 0];
      return bytes;
    },
  };
};

type Item = ReturnType<typeof createItem>;

/** Items of the list of interactions, recognized by indentation alone, as every recorder writes it. */
const createItemList = (sink: EntrySink, limit: number, takeHead: () => Uint8Array | undefined) => {
  let item: Item | undefined;
  let itemLine = 0;
  let indent = -1;
  let hasEnded = false;
  let firstKeys: ReadonlySet<string> | undefined;

  const finish = (): void => {
    if (item === undefined) return;
    if (item.size() > limit) sink.problem(itemLine, tooLarge(limit));
    else {
      const bytes = item.whole();
      const keys = keysOf(bytes, indent);
      if (keys.size > 0) firstKeys ??= keys;
      sink.entry(bytes, itemLine, takeHead());
    }
    item = undefined;
  };

  /** Whether an interaction at the end of the file seems truncated, compared with the keys of the others. */
  const isCutOff = (last: Item, hasLineEnd: boolean): boolean => {
    // Without a line end, the last line may be truncated; if it is a complete key, no body is lost.
    if (!hasLineEnd && indentOf(last.last()) !== indent + 2) return true;
    const keys = keysOf(last.whole(), indent);
    // What an alias or a merge key stands for is not here.
    if (keys.has(mergeKey) || isOneValue(last.whole())) return false;
    return [...(firstKeys ?? ["request", "response"])].some((key) => key !== mergeKey && !keys.has(key));
  };

  return {
    /** Takes a line of the recording with its number. */
    add(bytes: Uint8Array, line: number) {
      if (hasEnded) return;
      const own = indentOf(bytes);
      if (isBlank(bytes, own)) return item?.add(bytes);
      if (indent < 0 && isDash(bytes, own)) indent = own;
      if (own === indent && isDash(bytes, own)) {
        finish();
        [item, itemLine] = [createItem(limit), line];
        item.add(bytes);
      } else if (own > indent && item !== undefined) item.add(bytes);
      else if (bytes[own] !== 0x23) {
        finish();
        hasEnded = true;
      }
    },
    /** Ends the list; the last item may be truncated, within a line if `hasLineEnd` is false. */
    end(line: number, hasLineEnd: boolean) {
      if (item !== undefined && item.size() <= limit && isCutOff(item, hasLineEnd))
        sink.problem(itemLine, `the recording breaks off in line ${line}, within this interaction`);
      else finish();
    },
  };
};

/** Splits a YAML cassette: an entry is an item of `http_interactions` or `interactions`. */
export const createYamlEntrySplitter = (sink: EntrySink, limit: number = entryLimit): EntrySplitter => {
  const gathering = createGathering(limit);
  const head = createItem(longestHead);
  const takeHead = (): Uint8Array | undefined => {
    const bytes = head.take();
    return bytes.includes(ampersand) ? bytes : undefined;
  };
  const items = createItemList(sink, limit, takeHead);
  let line = 0;
  let list: "ahead" | "open" | "empty" = "ahead";

  const take = (bytes: Uint8Array): void => {
    line += 1;
    if (list === "open") return items.add(bytes, line);
    if (list === "empty") return;
    const text = bytes.length > longestListKey ? "" : decoder.decode(bytes).trimEnd();
    if (listKey.test(text)) list = "open";
    else if (emptyList.test(text)) list = "empty";
    else head.add(bytes);
  };

  return {
    unit: "line",
    read(chunk, from) {
      const end = chunk.indexOf(newline, from);
      if (end < 0) {
        gathering.add(chunk.subarray(from));
        return chunk.length;
      }
      const bytes = gathering.take(chunk.subarray(from, end + 1));
      if (bytes === undefined) sink.problem(line + 1, tooLarge(limit));
      take(bytes ?? new Uint8Array());
      return end + 1;
    },
    end() {
      const last = gathering.take(new Uint8Array()) ?? new Uint8Array();
      if (last.length > 0) take(last);
      if (list === "ahead") sink.problem(line, "the recording breaks off before its interactions");
      items.end(line, last.length === 0);
    },
  };
};
