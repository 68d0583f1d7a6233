import { escapeLines, escapeText, printJson, stringLiteral } from "./escape.ts";

/**
 * Text that may be shown as it is: to a person in a terminal, and in the log of a CI system. Only the functions of
 * this file make one, so what a stream of the command line takes has been escaped.
 */
class EscapedText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type SafeText = EscapedText;

const escaped = (value: Showable): string => {
  if (value instanceof EscapedText) return String(value);
  if (typeof value === "object") return value.map(String).join("");
  return typeof value === "number" ? String(value) : escapeText(value);
};

/** What may be in a template: strings are escaped, what is safe already is not. */
type Showable = string | number | SafeText | readonly SafeText[];

/**
 * A template whose own words are as they are, while its values are escaped: on one line, without terminal escapes,
 * and without commands to a CI system.
 */
export const safe = (parts: TemplateStringsArray, ...values: readonly Showable[]): SafeText =>
  new EscapedText(
    parts.map((part, index) => (index === 0 ? part : escaped(values[index - 1] ?? "") + part)).join(""),
  );

/** `Array.join` for safe texts; the separator is the program's own. */
export const joinSafe = (texts: readonly SafeText[], separator: string): SafeText =>
  new EscapedText(texts.map(String).join(separator));

/** The same text without the spaces at its ends. */
export const trimmedSafe = (text: SafeText): SafeText => new EscapedText(String(text).trim());

/** The words of a text, at which it may be wrapped. */
export const safeWords = (text: string | SafeText): readonly SafeText[] =>
  escaped(text)
    .split(" ")
    .map((word) => new EscapedText(word));

/** A value as JSON with a newline at its end; `indent` as in `JSON.stringify`. */
export const safeJson = (value: unknown, indent?: number): SafeText =>
  new EscapedText(printJson(value, indent));

/**
 * What `safeJson({ [name]: [...items] }, 2)` is, in pieces: one for each item, so that none but it need be in memory.
 */
export async function* safeJsonList(
  name: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<SafeText> {
  let before = `{\n  ${stringLiteral(name)}: [`;
  let after = "]\n}\n";
  for await (const item of items) {
    const text = printJson(item, 2).trimEnd().replaceAll("\n", "\n    ");
    yield new EscapedText(`${before}\n    ${text}`);
    before = ",";
    after = "\n  ]\n}\n";
  }
  yield new EscapedText(before === "," ? after : before + after);
}

/** A report in a format whose lines and CI commands are its own, such as Markdown, XML or GitHub's annotations. */
export const safeReport = (text: string): SafeText => new EscapedText(escapeLines(text));
