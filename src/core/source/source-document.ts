import { madeOnce } from "../model/made-once.ts";
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
} from "yaml";
import { allTogether, UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { isMergeKey, mergedEntries, mergedMaps, withMerged } from "./merge-keys.ts";
import { dotted, type Path } from "./path.ts";

/** A YAML or JSON file as plain values with their locations. */
export interface SourceDocument {
  readonly value: unknown;
  /** `file:line:column` of a value or of its key; for a missing one, of its nearest parent. */
  location(path: Path, part?: "key" | "value"): string;
  /** The line of the same, from 1. */
  line(path: Path, part?: "key" | "value"): number;
  /** Offset in characters, for ordering by location. */
  offset(path: Path, part?: "key" | "value"): number;
}

export interface SourceLimits {
  /** Limit of values, including expanded aliases; default 100,000, far more than a person writes. */
  readonly maxValues?: number;
  /** Whether numbers beyond the precision of a double are allowed, as in bounds of a schema; refused by default. */
  readonly anyNumbers?: boolean;
}

const usualValues = 100_000;
const maxDepth = 100;
/** Limit of tokens per value in handwritten files, including indents, marks and comments. */
const tokensPerValue = 10;
/** Limit of line breaks, commas and opening brackets per allowed value, because each can be costly. */
const marksPerValue = 0.75;
const tooDeep = `the file nests deeper than ${maxDepth} levels`;

interface Reader {
  readonly file: string;
  readonly lines: LineCounter;
  readonly limits: Required<SourceLimits>;
  readonly anchors: Map<string, Node>;
  /** What each alias stands for: an anchor may be there twice. */
  readonly targets: Map<unknown, Node>;
  readonly problems: { readonly offset: number; readonly error: UsageError }[];
}

/** An empty file has no lines to count. */
const lineAt = ({ lines }: Reader, offset: number): number => Math.max(lines.linePos(offset).line, 1);

const locationAt = (reader: Reader, offset: number): string => {
  const { col } = reader.lines.linePos(offset);
  return `${reader.file}:${lineAt(reader, offset)}:${Math.max(col, 1)}`;
};

const startOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

const errorAt = (reader: Reader, node: Node | null, message: string, hint?: string): UsageError => {
  const location = locationAt(reader, startOf(node));
  return new UsageError(message, { location, hint });
};

/** Collects a problem, to be reported with the others. */
const note = (reader: Reader, node: Node | null, message: string, hint?: string): undefined => {
  reader.problems.push({ offset: startOf(node), error: errorAt(reader, node, message, hint) });
};

/**
 * Reads one document of YAML 1.2 or JSON; of YAML 1.1, merge keys (`<<`) are applied.
 * @throws UsageError with the location of everything that is not plain data: bad syntax, duplicate keys, tags, several
 * documents, an empty file, endlessly expanding aliases, integers beyond 2^53; and for files too large to be
 * handwritten.
 */
export const readSource = (
  text: string,
  file: string,
  { maxValues = usualValues, anyNumbers = false }: SourceLimits = {},
): SourceDocument => {
  assertFewTokens(text, file, maxValues);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    // The parser's own check compares every key with every other.
    uniqueKeys: false,
  });
  const limits = { maxValues, anyNumbers };
  const reader: Reader = { file, lines, limits, anchors: new Map(), targets: new Map(), problems: [] };
  // Later errors are often consequences of the first.
  const [broken] = document.errors;
  if (broken !== undefined) throw syntaxError(reader, broken);
  const root = document.contents;
  if (root === null) throw emptyFile(locationAt(reader, 0));
  const value = createConverter(reader)(root);
  if (reader.problems.length > 0) {
    const problems = reader.problems.toSorted((one, other) => one.offset - other.offset);
    throw allTogether(problems.map(({ error }) => error));
  }
  return { value, ...positions(reader, root) };
};

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)));

/**
 * Plain values that were in no file; the given name is the location of each.
 * @throws UsageError if they nest deeper than those of a file may
 */
export const sourceOfValue = (value: unknown, name: string): SourceDocument => {
  if (!isWithin(value, maxDepth))
    throw new UsageError(`nests deeper than ${maxDepth} levels`, { location: name });
  return { value, location: () => name, line: () => 1, offset: () => 0 };
};

const emptyFile = (location: string): UsageError =>
  new UsageError("the file is empty", { location, hint: "add content, or name another file" });

const marksIn = (text: string): number => {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1)
    switch (text[at]) {
      case "\n":
      case ",":
      case "[":
      case "{":
        marks += 1;
    }
  return marks;
};

/** The parser needs a hundred times the memory of a text. */
const assertFewTokens = (text: string, file: string, maxValues: number): void => {
  const mostMarks = maxValues * marksPerValue;
  if (marksIn(text) > mostMarks)
    throw new UsageError(`the file has more than ${mostMarks} lines and items`, {
      location: `${file}:1:1`,
      hint: "name a smaller file",
    });
  const most = maxValues * tokensPerValue;
  if (text.length <= most) return;
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > most)
      throw new UsageError(`the file holds more than ${maxValues} values`, { location: file });
  }
};

const syntaxError = (reader: Reader, error: YAMLParseError): UsageError => {
  const location = locationAt(reader, error.pos[0]);
  const isInsideFlow = error.code === "UNEXPECTED_TOKEN" && error.message.includes("flow-map");
  const hint = isInsideFlow ? "within { } and [ ], quote text that holds { or }" : undefined;
  return new UsageError(syntaxMessage(error), { location, hint });
};

/** The parser's message without any part of the file, which may be a secret. */
const syntaxMessage = (error: YAMLParseError): string => {
  if (error.message.includes("call stack")) return tooDeep;
  switch (error.code) {
    case "MULTIPLE_DOCS":
      return "the file holds several documents; only one is read";
    case "TAB_AS_INDENT":
      return "tabs cannot indent YAML; use spaces";
    default: {
      const words = error.message.replace(/:.*$/s, "");
      return `not valid YAML or JSON: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    }
  }
};

const twice = (key: string): string => `the key ${printable(key)} is there twice`;

/** Converts nodes to plain values and collects what is not plain data. */
const createConverter = (reader: Reader): ((root: Node) => unknown) => {
  const { maxValues, anyNumbers } = reader.limits;
  let values = 0;

  const scalar = (node: Scalar): unknown => {
    if (anyNumbers) return node.value;
    if (typeof node.value === "number" && Number.isInteger(node.value) && !Number.isSafeInteger(node.value))
      return note(reader, node, "the number is too large to be exact", "put it in quotes");
    if (typeof node.value === "number" && !Number.isFinite(node.value))
      return note(reader, node, "not a finite number");
    return node.value;
  };

  const keyOf = (key: unknown, parent: Node): string | undefined => {
    if (isScalar(key) && key.tag === undefined && key.value !== null) return String(key.value);
    return note(reader, parent, "every key must be plain text");
  };

  const entriesOf = (map: YAMLMap, parents: readonly Node[]): unknown => {
    const entries = new Map<string, unknown>();
    let merged: ReadonlyMap<string, unknown> | undefined;
    for (const { key: node, value } of map.items) {
      const isMerge = isMergeKey(node);
      const key = isMerge ? "<<" : keyOf(node, map);
      // A parsed document holds nodes, or null where there is nothing.
      if (isMerge ? merged !== undefined : key !== undefined && entries.has(key))
        note(reader, node as Node, twice(String(key)));
      const converted = convert(value as Node | null, parents); // as above
      if (isMerge) merged = mergedInto(value as Node | null, converted); // as above
      else if (key !== undefined) entries.set(key, converted);
    }
    return withMerged(merged ?? new Map(), entries);
  };

  const mergedInto = (node: Node | null, value: unknown): ReadonlyMap<string, unknown> => {
    const entries = mergedEntries(value);
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    // What is no plain data has its own problem.
    if (entries === undefined && !parts.includes(undefined))
      note(reader, node, "the merge key << takes a mapping or a list of mappings");
    return entries ?? new Map();
  };

  const convert = (node: Node | null, parents: readonly Node[]): unknown => {
    if (node === null) return null;
    values += 1;
    if (values > maxValues) throw errorAt(reader, node, `the file expands to more than ${maxValues} values`);
    if (parents.length > maxDepth) throw errorAt(reader, node, tooDeep);
    if (isAlias(node)) return converted(node, parents);
    if (node.tag !== undefined)
      return note(reader, node, "YAML tags are not supported", "write the plain value");
    if (node.anchor !== undefined) reader.anchors.set(node.anchor, node);
    const inner = [...parents, node];
    if (isMap(node)) return entriesOf(node, inner);
    if (isSeq(node)) return node.items.map((item) => convert(item as Node | null, inner)); // as above
    return isScalar(node) ? scalar(node) : note(reader, node, "not plain data");
  };

  const converted = (alias: Alias, parents: readonly Node[]): unknown => {
    const target = reader.anchors.get(alias.source);
    const name = printable(alias.source);
    if (target === undefined) return note(reader, alias, `the alias *${name} names no anchor before it`);
    if (parents.includes(target)) return note(reader, alias, `the alias *${name} contains itself`);
    reader.targets.set(alias, target);
    return convert(target, parents);
  };

  return (root) => convert(root, []);
};

interface Entry {
  readonly key: Node | null;
  readonly value: Node | null;
}

const pairsOf = madeOnce(
  ({ items }: YAMLMap): ReadonlyMap<string, Entry> =>
    new Map(
      items.map(({ key, value }) => [
        isScalar(key) ? String(key.value) : "",
        // A parsed document holds nodes, or null where there is nothing.
        { key: key as Node, value: value as Node | null },
      ]),
    ),
);

const positions = (reader: Reader, root: Node): Omit<SourceDocument, "value"> => {
  const unaliased = (node: unknown): unknown => reader.targets.get(node) ?? node;

  /** The pair of a map, its own or a merged one. */
  const pairAt = (map: YAMLMap, key: string): Entry | undefined => {
    const own = pairsOf(map).get(key);
    if (own !== undefined) return own;
    for (const merged of mergedMaps(map, unaliased)) {
      const pair = pairAt(merged, key);
      if (pair !== undefined) return pair;
    }
    return undefined;
  };

  /** The pair of a map or the item of a list for one step of a path. */
  const entryAt = (node: unknown, segment: string): Entry | undefined => {
    if (isMap(node)) return pairAt(node, segment);
    const item = isSeq(node) ? (node.items[Number(segment)] as Node | undefined) : undefined; // as above
    return item === undefined ? undefined : { key: item, value: item };
  };

  const offset = (path: Path, part: "key" | "value" = "value"): number => {
    let found: Entry = { key: root, value: root };
    for (const segment of path) {
      const next = entryAt(unaliased(found.value), segment);
      if (next === undefined) break;
      found = next;
    }
    return startOf(part === "key" ? found.key : (found.value ?? found.key));
  };

  return {
    offset,
    line: (path, part) => lineAt(reader, offset(path, part)),
    location: (path, part) => locationAt(reader, offset(path, part)),
  };
};

/** A path in a message: in dotted form, or `the file` for the root. */
export const namedPath = (path: Path): string => (path.length === 0 ? "the file" : dotted(path));
