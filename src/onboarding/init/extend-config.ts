import { isMap, isNode, isPair, type Pair, type Document, parseDocument, type YAMLMap } from "yaml";
import { childOf, isObject } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { yamlKey, yamlText } from "../doctor/yaml-text.ts";
import { readSource } from "../../core/source/source-document.ts";

/** One key of a configuration file: a value to write, or a proposal in a comment. */
export interface ConfigEntry {
  /** From the root: `["interfaces", "crm", "records", "contactId"]`. */
  readonly path: readonly string[];
  /** The value; if absent, the key is proposed in a comment. */
  readonly value?: unknown;
  /** Text of the proposal, as YAML. */
  readonly example?: string;
  /** Comment after the key, following two spaces and `# `. */
  readonly note?: string;
}

/** The lines of a key in a file, including its own. */
interface Region {
  readonly start: number;
  /** Index after its last non-blank line. */
  readonly end: number;
  /** Indentation of the keys in its map. */
  readonly inner: number;
}

const step = 2;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The text of a comment line without `# `, with its indentation; undefined for any other line. */
const uncommented = (line: string): string | undefined => {
  const match = /^(\s*)# (.*)$/.exec(line);
  return match === null ? undefined : `${match[1] ?? ""}${match[2] ?? ""}`;
};

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length - 1;

/** The following lines that are indented more deeply, including blank ones between them. */
const regionFrom = (
  lines: readonly string[],
  start: number,
  textOf: (line: string) => string | undefined,
): Region => {
  const indent = indentOf(textOf(lines[start] ?? "") ?? "");
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = textOf(lines[at] ?? "");
    if (line === undefined) break;
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent) break;
    end = at + 1;
  }
  return { start, end, inner: indent + step };
};

/** A configuration's text, its parsed form, and what it holds with its aliases and merge keys. */
interface Source {
  readonly text: string;
  readonly document: Document;
  at(path: readonly string[]): unknown;
}

/** Undefined for a text that cannot be read. */
const valueOf = (text: string): unknown => {
  try {
    return readSource(text, "").value;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
};

/** Parses a text at most once for all lookups. */
const sourceOf = (text: string): Source => {
  let document: Document | undefined;
  let value: { readonly of: unknown } | undefined;
  return {
    text,
    get document() {
      return (document ??= parseDocument(text));
    },
    at(path) {
      value ??= { of: valueOf(text) };
      return path.reduce(childOf, value.of);
    },
  };
};

const pairAt = (document: Document, path: readonly string[]): unknown => {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  return parent.items.find((item) => isPair(item) && String(item.key) === path.at(-1));
};

const offsetOf = ({ key }: Pair): number | undefined =>
  isNode(key) && Array.isArray(key.range) ? key.range[0] : undefined;

/** The range of a given key, or the whole text for no key; undefined if the key is not given. */
const regionOf = (source: Source, path: readonly string[]): Region | undefined => {
  const { text } = source;
  if (path.length === 0) return { start: -1, end: text.trimEnd().split("\n").length, inner: 0 };
  const pair = pairAt(source.document, path);
  const start = isPair(pair) ? offsetOf(pair) : undefined;
  if (!isPair(pair) || start === undefined) return undefined;
  const region = regionFrom(text.split("\n"), lineOf(text, start), (line) => line);
  const [first] = isMap(pair.value) && pair.value.flow !== true ? pair.value.items : [];
  const inner = first === undefined ? undefined : offsetOf(first);
  return inner === undefined ? region : { ...region, inner: inner - (text.lastIndexOf("\n", inner - 1) + 1) };
};

const spliced = ({ text }: Source, at: number, remove: number, ...added: readonly string[]): Source =>
  sourceOf(
    text
      .split("\n")
      .toSpliced(at, remove, ...added)
      .join("\n"),
  );

/** The line of the region with the comment of a key: `# contactId: …`, at any depth. */
const commentOf = ({ text }: Source, region: Region, key: string): number | undefined => {
  const lines = text.split("\n");
  for (let at = region.start + 1; at < region.end; at += 1)
    if (
      uncommented(lines[at] ?? "")
        ?.trimStart()
        .startsWith(`${yamlKey(key)}:`) === true
    )
      return at;
  return undefined;
};

const withNote = (text: string, note: string | undefined): string =>
  note === undefined ? text : `${text}  # ${note}`;

/** Creates the map of a key, from its comment if there is one. */
const withMap = (source: Source, path: readonly string[]): Source => {
  if (path.length === 0 || regionOf(source, path) !== undefined) return source;
  const above = withMap(source, path.slice(0, -1));
  const { text } = above;
  const key = path.at(-1) ?? "";
  if (path.length === 1)
    return sourceOf(`${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${yamlKey(key)}:\n`);
  const parent = regionOf(above, path.slice(0, -1));
  if (parent === undefined) return above;
  const indent = " ".repeat(parent.inner);
  const comment = commentOf(above, parent, key);
  if (comment === undefined) return spliced(above, parent.end, 0, `${indent}${yamlKey(key)}:`);
  const lines = text.split("\n");
  const { end } = regionFrom(lines, comment, uncommented);
  // Proposals below it stay, as comments of the new map.
  const below = lines.slice(comment + 1, end).map((line) => {
    const inner = uncommented(line) ?? "";
    return `${inner.slice(0, indentOf(inner))}# ${inner.trimStart()}`;
  });
  return spliced(above, comment, end - comment, `${indent}${yamlKey(key)}:`, ...below);
};

const give = (source: Source, { path, value, note }: ConfigEntry): Source => {
  const key = path.at(-1) ?? "";
  const whole = withMap(source, path.slice(0, -1));
  const region = regionOf(whole, path.slice(0, -1));
  if (region === undefined) return whole;
  const line = withNote(`${" ".repeat(region.inner)}${yamlKey(key)}: ${yamlText(value)}`, note);
  const comment = commentOf(whole, region, key);
  return comment === undefined ? spliced(whole, region.end, 0, line) : spliced(whole, comment, 1, line);
};

const propose = (source: Source, { path, example = "…", note }: ConfigEntry): Source => {
  const key = path.at(-1) ?? "";
  const section = path.at(-2) ?? "";
  const proposal = withNote(`${yamlKey(key)}: ${example}`, note);
  const owner = regionOf(source, path.slice(0, -1));
  // Within one interface, no two sections share a key name.
  const around = regionOf(source, path.slice(0, path.length - 2));
  if (owner === undefined && around === undefined && path.length > 2)
    return propose(source, {
      path: path.slice(0, -1),
      example: `{ ${yamlKey(key)}: ${example} }`,
      ...(note === undefined ? {} : { note }),
    });
  if (around === undefined || commentOf(source, owner ?? around, key) !== undefined) return source;
  if (owner !== undefined) return spliced(source, owner.end, 0, `${" ".repeat(owner.inner)}# ${proposal}`);
  const comment = commentOf(source, around, section);
  const indent = " ".repeat(around.inner);
  if (comment === undefined)
    return spliced(source, around.end, 0, `${indent}# ${yamlKey(section)}:`, `${indent}#   ${proposal}`);
  const { end } = regionFrom(source.text.split("\n"), comment, uncommented);
  return spliced(source, end, 0, `${indent}#   ${proposal}`);
};

/** The innermost existing map on the path to a key, and the missing rest of the path. */
const innermost = (
  { document }: Source,
  path: readonly string[],
): { readonly map: YAMLMap | undefined; readonly rest: readonly string[] } => {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (isMap(node)) return { map: node, rest: path.slice(depth) };
  }
  return { map: undefined, rest: path };
};

/** Inserts a quoted key before the closing brace of a map, valid in YAML and JSON. */
const giveInBraces = ({ text }: Source, map: YAMLMap, rest: readonly string[], value: unknown): Source => {
  const end = (map.range?.[1] ?? 0) - 1;
  const [key = "", ...inner] = rest;
  const whole = inner.toReversed().reduce((held: unknown, name) => ({ [name]: held }), value);
  const before = text.slice(0, end).trimEnd();
  const comma = map.items.length === 0 || before.endsWith(",") ? "" : ",";
  const space = text.slice(before.length, end);
  const added = `${JSON.stringify(key)}: ${JSON.stringify(whole)}`;
  return sourceOf(`${before}${comma} ${added}${space === "" ? " " : space}${text.slice(end)}`);
};

/** Whether a map on the path to a key is written elsewhere, and is here by an alias or a merge key. */
const isShared = (source: Source, path: readonly string[]): boolean =>
  path.some((_, depth) => {
    const around = path.slice(0, depth);
    return depth > 0 && isObject(source.at(around)) && !isMap(source.document.getIn(around, true));
  });

const add = (source: Source, entry: ConfigEntry): Source => {
  if (source.at(entry.path) !== undefined || isShared(source, entry.path)) return source;
  const { map, rest } = innermost(source, entry.path);
  if (map?.flow !== true) return entry.value === undefined ? propose(source, entry) : give(source, entry);
  // A comment would end the line that the braces are in.
  return entry.value === undefined ? source : giveInBraces(source, map, rest, entry.value);
};

/**
 * Adds keys, and proposals of keys as comments, to a configuration. Preserves existing text and comments: a given key
 * is not changed, a proposal is not repeated, and a proposal that becomes a key keeps its position.
 * @throws UsageError if the text cannot take a key, which the user must then add.
 */
export const extendConfig = (text: string, entries: readonly ConfigEntry[], file: string): string => {
  const extended = entries.reduce(add, sourceOf(text));
  const lost = entries.find(({ path, value }) => value !== undefined && extended.at(path) === undefined);
  const [broken] = extended.document.errors;
  if (broken === undefined && lost === undefined) return extended.text;
  throw new UsageError("cannot be extended", {
    location: file,
    hint: `write ${lost?.path.join(".") ?? "the new keys"} into it by hand, or name another file with --config`,
  });
};
