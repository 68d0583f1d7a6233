import { escapeLines, escapeText, printJson, stringLiteral } from "./escape.ts";

/** Only the functions of this file create it, so everything that the command line writes is escaped. */
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

/** Values of a template: strings are escaped, safe text is not. */
type Showable = string | number | SafeText | readonly SafeText[];

/** A template that keeps its own words and escapes its values: one line, without terminal escapes or CI commands. */
export const safe = (parts: TemplateStringsArray, ...values: readonly Showable[]): SafeText =>
  new EscapedText(
    parts.map((part, index) => (index === 0 ? part : escaped(values[index - 1] ?? "") + part)).join(""),
  );

/** `Array.join` for safe texts; the separator must be the program's own. */
export const joinSafe = (texts: readonly SafeText[], separator: string): SafeText =>
  new EscapedText(texts.map(String).join(separator));

export const trimmedSafe = (text: SafeText): SafeText => new EscapedText(String(text).trim());

/** The words of a text, between which it may wrap. */
export const safeWords = (text: string | SafeText): readonly SafeText[] =>
  escaped(text)
    .split(" ")
    .map((word) => new EscapedText(word));

/** A value as JSON with a newline at its end; `indent` as in `JSON.stringify`. */
export const safeJson = (value: unknown, indent?: number): SafeText =>
  new EscapedText(printJson(value, indent));

/** `safeJson({ [name]: [...items] }, 2)` in pieces, one per item, so that only one item is in memory. */
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

/** A report in a format with its own lines and CI commands, such as Markdown, XML or GitHub's annotations. */
export const safeReport = (text: string): SafeText => new EscapedText(escapeLines(text));
