import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  parseDocument,
  type ScalarTag,
  type YAMLMap,
} from "yaml";
import { isMergeKey, mergedEntries, withMerged } from "../../core/source/merge-keys.ts";
import { mostEntryValues } from "./entry-values.ts";
import { utf8Text } from "./read-entry.ts";
import { UnreadableEntry } from "./recorded.ts";

/** Ruby's own tag for bytes. */
const rubyBinary: ScalarTag = {
  tag: "!binary",
  resolve: (text) => new Uint8Array(Buffer.from(text, "base64")),
};

/** @throws an error of the parser if the text is not YAML */
const contentOf = (text: string): Node | null => {
  const { errors, contents } = parseDocument(text, {
    customTags: (tags) => [...tags, "binary", rubyBinary],
    logLevel: "silent",
    uniqueKeys: false,
    schema: "core",
  });
  const [error] = errors;
  if (error !== undefined) throw error;
  return contents;
};

/** Limit of tokens in a YAML interaction: a node takes more than a kilobyte in memory. */
const mostTokens = 300_000;

/** Checks a text before it is parsed. @throws UnreadableEntry */
const assertFewTokens = (text: string): void => {
  if (text.length <= mostTokens) return;
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > mostTokens) throw new UnreadableEntry("an interaction that holds too many values");
  }
};

const deepest = 100;

/** A value with its size: aliases share values, so that only the count knows what they expand to. */
interface Plain {
  readonly value: unknown;
  readonly values: number;
  readonly depth: number;
  /** Characters of its scalars and keys. */
  readonly size: number;
}

/** Size of an anchor itself, in characters. */
const sizeOfAnchor = 64;
/** Limit of what is kept for aliases of later interactions, in characters. */
const mostKept = 16 * 1024 * 1024;

/** Values that later interactions may refer to; beyond a limit, those of the oldest anchors are dropped. */
const createAnchors = () => {
  const kept = new Map<string, Plain>();
  let size = 0;
  const drop = (name: string): void => {
    size -= (kept.get(name)?.size ?? -sizeOfAnchor) + sizeOfAnchor;
    kept.delete(name);
  };
  return {
    get: (name: string) => kept.get(name),
    set(name: string, plain: Plain) {
      drop(name);
      kept.set(name, plain);
      size += plain.size + sizeOfAnchor;
      for (const oldest of kept.keys()) {
        if (size <= mostKept) return;
        drop(oldest);
      }
    },
  };
};

type Anchors = ReturnType<typeof createAnchors>;

/** Counts up the parts of a list or mapping. @throws UnreadableEntry beyond a limit */
const createSum = () => {
  const sum = { values: 1, depth: 0, size: 0 };
  return {
    add({ value, values, depth, size }: Plain): unknown {
      sum.values += values;
      sum.depth = Math.max(sum.depth, depth);
      sum.size += size;
      if (sum.values > mostEntryValues)
        throw new UnreadableEntry("an interaction that holds too many values");
      if (sum.depth >= deepest)
        throw new UnreadableEntry(`an interaction that nests deeper than ${deepest} levels`);
      return value;
    },
    of: (value: unknown): Plain => ({ ...sum, value, depth: sum.depth + 1 }),
  };
};

const lengthOf = ({ range }: Node): number => (range ? range[1] - range[0] : 0);

const mappingOf = (map: YAMLMap, convert: (node: Node | null) => Plain): Plain => {
  const sum = createSum();
  const own = new Map<string, unknown>();
  const merged = new Map<string, unknown>();
  for (const { key, value } of map.items) {
    const plain = convert(value as Node | null); // as the parser leaves it
    if (isMergeKey(key)) {
      const entries = mergedEntries(sum.add(plain));
      if (entries === undefined) throw new UnreadableEntry("an interaction that merges what is no mapping");
      for (const [name, one] of entries) if (!merged.has(name)) merged.set(name, one);
    } else own.set(String(sum.add(convert(key as Node | null))), sum.add(plain)); // as above
  }
  return sum.of(withMerged(merged, own));
};

const createConverter = (anchors: Anchors): ((node: Node | null) => Plain) => {
  const inner = (node: Node): Plain => {
    if (isMap(node)) return mappingOf(node, convert);
    if (isSeq(node)) {
      const sum = createSum();
      return sum.of(node.items.map((item) => sum.add(convert(item as Node | null)))); // as above
    }
    return { value: isScalar(node) ? node.value : null, values: 1, depth: 0, size: lengthOf(node) };
  };

  const convert = (node: Node | null): Plain => {
    if (node === null) return { value: null, values: 1, depth: 0, size: 0 };
    if (isAlias(node)) {
      const plain = anchors.get(node.source);
      if (plain === undefined)
        throw new UnreadableEntry(
          "an interaction with an alias whose anchor is not before it, or too far away",
        );
      return plain;
    }
    const plain = inner(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, plain);
    return plain;
  };
  return convert;
};

/** Reads the interactions of one YAML cassette in order, since later ones may refer to anchors of earlier ones. */
export type YamlReader = ReturnType<typeof createYamlReader>;

export const createYamlReader = () => {
  const convert = createConverter(createAnchors());

  /** @throws UnreadableEntry */
  const read = (bytes: Uint8Array): unknown => {
    const text = utf8Text(bytes);
    assertFewTokens(text);
    try {
      return convert(contentOf(text)).value;
    } catch (error) {
      if (error instanceof UnreadableEntry) throw error;
      // The parser's message quotes the text, and its nesting is limited only by the stack.
      throw new UnreadableEntry("an interaction that is not YAML");
    }
  };

  return {
    /** Reads what is before the interactions, for its anchors. */
    head(bytes: Uint8Array): void {
      try {
        read(bytes);
      } catch (error) {
        // An alias that needs it says so.
        if (!(error instanceof UnreadableEntry)) throw error;
      }
    },
    /** The value of an interaction, which is a list of one. @throws UnreadableEntry */
    interaction(bytes: Uint8Array): unknown {
      const list = read(bytes);
      return Array.isArray(list) ? (list as readonly unknown[])[0] : undefined;
    },
  };
};
