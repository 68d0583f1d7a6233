import type { ExchangeRequest, Variables } from "../model/exchange.ts";
import { shellWord } from "../output/shell-word.ts";

/** A part of a word: a text that the shell leaves as it is, or a name that it expands. */
type Part = { readonly text: string } | { readonly name: string };

const partsOf = (word: string, names: readonly string[]): readonly Part[] => {
  if (names.length === 0) return [{ text: word }];
  const any = names.join("|");
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, 1: bare, 2: braced = "", index } of word.matchAll(
    new RegExp(`\\$(?:(${any})(?!\\w)|\\{(${any})\\})`, "g"),
  )) {
    if (index > end) parts.push({ text: word.slice(end, index) });
    parts.push({ name: bare ?? braced });
    end = index + found.length;
  }
  return end < word.length ? [...parts, { text: word.slice(end) }] : parts;
};

const hasNames = (parts: readonly Part[]): boolean => parts.some((part) => "name" in part);

const inDoubleQuotes = (parts: readonly Part[]): string => {
  const written = parts.map((part, index) => {
    if ("text" in part) return part.text.replace(/["\\`$]/g, "\\$&");
    const next = parts[index + 1];
    const goesOn = next !== undefined && "text" in next && /^\w/.test(next.text);
    return goesOn ? `\${${part.name}}` : `$${part.name}`;
  });
  return `"${written.join("")}"`;
};

/** For JSON: within double quotes, each of its own would need a backslash. */
const inSingleQuotes = (parts: readonly Part[]): string =>
  parts
    .map((part) => ("text" in part ? `'${part.text.replaceAll("'", `'\\''`)}'` : `"$${part.name}"`))
    .join("");

/** The name for a variable if another value has its own. */
export type Rename = (name: string) => string;

const createQuotes = (variables: Variables, rename: Rename) => {
  const names = Object.keys(variables);
  const json = names.filter((name) => variables[name] === "json");
  const quotedNames = new RegExp(`"(\\$(?:${json.join("|")}))"`, "g");
  const renamed = (word: string): readonly Part[] =>
    partsOf(word, names).map((part) => ("name" in part ? { name: rename(part.name) } : part));
  return {
    word(word: string): string {
      const parts = renamed(word);
      return hasNames(parts) ? inDoubleQuotes(parts) : shellWord(word);
    },
    json(value: unknown): string {
      const text = JSON.stringify(value);
      const parts = renamed(json.length === 0 ? text : text.replace(quotedNames, "$1"));
      return hasNames(parts) ? inSingleQuotes(parts) : shellWord(text);
    },
  };
};

type Quotes = ReturnType<typeof createQuotes>;

const formFlags = (body: unknown, flag: string, quotes: Quotes): string[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body).flatMap(([name, value]) => [flag, quotes.word(`${name}=${String(value)}`)])
    : [];

const formType = "application/x-www-form-urlencoded";

const bodyFlags = (request: ExchangeRequest, quotes: Quotes): string[] => {
  const { body } = request;
  if (body === undefined) return [];
  const mediaType = request.headers["content-type"] ?? "";
  // Unlike -F, it does not read a file if a value starts with @.
  if (mediaType.startsWith("multipart/")) return formFlags(body, "--form-string", quotes);
  if (/^application\/x-www-form-urlencoded/i.test(mediaType))
    return [
      ...(mediaType === formType ? [] : ["-H", shellWord(`Content-Type: ${mediaType}`)]),
      ...formFlags(body, "--data-urlencode", quotes),
    ];
  const data = typeof body === "string" ? quotes.word(body) : quotes.json(body);
  return ["-H", shellWord(`Content-Type: ${mediaType}`), "--data-raw", data];
};

/** Headers that curl sends by itself, or that belong to the body. */
const standard: ReadonlySet<string> = new Set(["accept", "content-type"]);

/** To send a header without a value, curl wants a semicolon. */
const header = (name: string, value: string): string => (value === "" ? `${name};` : `${name}: ${value}`);

/** In a recording, the name at the end of a credential: `Bearer $CREDENTIAL`. */
const recordedVariables = ({ authorization }: ExchangeRequest): Variables => {
  const [, name] = /\$(\w+)$/.exec(authorization) ?? [];
  return name === undefined ? {} : { [name]: "text" };
};

/** Repeats a request in a shell, which fills in its variables and nothing else. */
export const curlOf = (request: ExchangeRequest, rename: Rename = (name) => name): string => {
  const { authorization, variables = recordedVariables(request) } = request;
  const quotes = createQuotes(variables, rename);
  return [
    "curl",
    "-i",
    ...(request.method === "GET" ? [] : ["-X", request.method]),
    quotes.word(request.url),
    ...Object.entries(request.headers).flatMap(([name, value]) =>
      standard.has(name) ? [] : ["-H", quotes.word(header(name, value))],
    ),
    ...(authorization === "none" || authorization === "unknown"
      ? []
      : ["-H", quotes.word(header("Authorization", authorization))]),
    ...bodyFlags(request, quotes),
  ].join(" ");
};
