import { type Document, isAlias, isScalar, Lexer, parseDocument, type ScalarTag, visit } from "yaml";
import { type Exchange, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { RecordingForm } from "./detect.ts";
import type { FindOperation, Found } from "./find-operation.ts";
import { createReadCounter, type ReadProblem } from "./read-counts.ts";
import { readJsonEntry, readValue, textOf } from "./read-entry.ts";
import { type Recorded, UnreadableEntry } from "./recorded.ts";
import { isMethod, toExchange } from "./to-exchange.ts";

/** Reads the interactions of one YAML cassette in order, since later ones may refer to anchors of earlier ones. */
type YamlReader = (bytes: Uint8Array) => readonly Recorded[];

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

const createYamlReader = (): YamlReader => {
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

export interface EntryLocation {
  readonly recording: number;
  readonly form: RecordingForm;
  readonly position: number;
  readonly number: number;
}

/** Limit for URLs, in characters: longer than servers accept, short enough for every scan. */
const longestUrl = 65_536;

/** Reads the entries of recordings one by one and passes on those to judge. */
export const createRecordingReader = ({
  find,
  pathWords,
  interfaces,
  onExchange,
}: {
  readonly find: FindOperation;
  /** Lowercase words that may appear in a URL. */
  readonly pathWords: ReadonlySet<string>;
  readonly interfaces: readonly InterfaceName[];
  /** Receives each exchange to judge, with the number of its entry, from 1, across all recordings. */
  readonly onExchange: (exchange: Exchange, number: number) => void;
}) => {
  const wanted = new Set(interfaces);
  const counter = createReadCounter(pathWords);
  let yaml: { readonly recording: number; readonly read: YamlReader } | undefined;

  const take = (recorded: Recorded, found: Found, number: number): void => {
    const exchange = toExchange(recorded, found);
    counter.exchange(exchange, found);
    if (responseOf(exchange) !== undefined) onExchange(exchange, number);
  };

  const sort = (recorded: Recorded, number: number): void => {
    if (recorded.url.length > longestUrl)
      throw new UnreadableEntry(`an entry whose address has more than ${longestUrl} characters`);
    if (!URL.canParse(recorded.url))
      throw new UnreadableEntry("an entry whose request has no complete address");
    const found = isMethod(recorded.method)
      ? find(recorded.method, recorded.url, recorded.interface)
      : undefined;
    if (found === undefined) return counter.unmatched(recorded, undefined);
    if (!wanted.has(found.interface)) return counter.leftOut();
    // Judged by what holds for every request to the address, and reported as unmatched as well.
    if (found.operation === undefined) counter.unmatched(recorded, found.interface);
    take(recorded, found, number);
  };

  const read = (bytes: Uint8Array, { form, recording }: EntryLocation): readonly Recorded[] => {
    if (form !== "yaml") return readJsonEntry(bytes);
    if (yaml?.recording !== recording) yaml = { recording, read: createYamlReader() };
    return yaml.read(bytes);
  };

  const attempt = (location: Pick<EntryLocation, "recording" | "position">, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      counter.problem({ recording: location.recording, position: location.position, message: error.message });
    }
  };

  return {
    entry: (bytes: Uint8Array, location: EntryLocation) =>
      attempt(location, () => {
        for (const recorded of read(bytes, location)) sort(recorded, location.number);
      }),
    /** Takes observed traffic that needs no parsing. */
    recorded: (recorded: Recorded, number: number) =>
      attempt({ recording: 0, position: number }, () => sort(recorded, number)),
    problem: (problem: ReadProblem) => counter.problem(problem),
    counts: () => counter.counts(),
  };
};
