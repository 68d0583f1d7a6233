import { isAlias, isScalar, Lexer, parseDocument, visit, type Document, type ScalarTag } from "yaml";
import { readValue, textOf } from "./read-entry.ts";
import { type Recorded, UnreadableEntry } from "./recorded.ts";

/** Reads the interactions of one YAML cassette in order, since later ones may refer to anchors of earlier ones. */
export type YamlReader = (bytes: Uint8Array) => readonly Recorded[];

const longestAnchored = 4096;
const mostAnchors = 1000;

/** Ruby's own tag for bytes. */
const rubyBinary: ScalarTag = {
  tag: "!binary",
  resolve: (text) => new Uint8Array(Buffer.from(text, "base64")),
};

const documentOf = (text: string): Document.Parsed =>
  parseDocument(text, {
    customTags: (tags) => [...tags, "binary", rubyBinary],
    logLevel: "silent",
    uniqueKeys: false,
    schema: "core",
  });

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

export const createYamlReader = (): YamlReader => {
  const anchors = new Map<string, string>();

  const remember = (document: Document): void =>
    visit(document, {
      Scalar: (_, { anchor, value }) => {
        if (anchor === undefined || anchors.size >= mostAnchors) return;
        const text = JSON.stringify(value);
        if (text !== undefined && text.length <= longestAnchored) anchors.set(anchor, text);
      },
    });

  /** Anchors of earlier interactions that this one refers to, as list items before it. */
  const earlier = (text: string): readonly string[] => {
    if (anchors.size === 0 || !text.includes("*")) return [];
    const used = new Set<string>();
    const document = documentOf(text);
    visit(document, { Alias: (_, node) => void (isAlias(node) && used.add(node.source)) });
    visit(document, {
      Scalar: (_, node) => void (isScalar(node) && node.anchor && used.delete(node.anchor)),
    });
    return [...used].flatMap((name) => {
      const value = anchors.get(name);
      return value === undefined ? [] : [`- &${name} ${value}\n`];
    });
  };

  const valueOf = (text: string): unknown => {
    const indent = " ".repeat(text.length - text.trimStart().length);
    const before = earlier(text);
    const document = documentOf(`${before.map((line) => indent + line).join("")}${text}`);
    const [error] = document.errors;
    if (error !== undefined) throw error;
    remember(document);
    const list: unknown = document.toJS({ maxAliasCount: 100 });
    return Array.isArray(list) ? list[before.length] : undefined;
  };

  return (bytes) => {
    const text = textOf(bytes);
    assertFewTokens(text);
    let value: unknown;
    try {
      value = valueOf(text);
    } catch {
      // The parser's message quotes the text, and its nesting is limited only by the stack.
      throw new UnreadableEntry("an interaction that is not YAML");
    }
    return readValue(value);
  };
};
