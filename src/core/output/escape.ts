/** Control characters, invisible ones that reorder or break lines, and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const codeOf = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");

const escapeCharacter = (character: string): string => {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return character === "\r" ? "\\r" : codeOf(character);
};

/**
 * Commands of CI systems: `::error::…` at the beginning of a line, `##[group]` and `##vso[…]` anywhere in it. Any text
 * may end up at the beginning of a line, also after a space where a line wraps, or after the first half of a marker.
 */
const commandMarkers = [
  /(?<=^\s*):|(?<=\s):(?=:)/g,
  /(?<=:):(?=[a-z][a-z-]*(?:::|\s))/gi,
  /(?<=#)#|^#(?=\w*\[)/g,
];

/** One line without terminal escapes or CI commands; escaped characters are written as in JSON: `\u001b`. */
export const escapeText = (text: string): string =>
  commandMarkers.reduce(
    (escaped, marker) => escaped.replace(marker, codeOf),
    text.replace(unprintable, escapeCharacter),
  );

/** The same for JSON, where such characters occur only within strings, so that the values stay the same. */
export const escapeJson = (json: string): string =>
  json
    .replace(unprintable, (character) => (character === "\n" ? character : codeOf(character)))
    .replace(/(?<=#)#/g, codeOf);

/** The same for a format with its own lines, tabs and commands. */
export const escapeLines = (text: string): string =>
  text.replace(unprintable, (character) =>
    character === "\n" || character === "\t" ? character : escapeCharacter(character),
  );

/** A value as JSON with a newline at its end; `indent` as in `JSON.stringify`. */
export const printJson = (value: unknown, indent?: number): string =>
  `${escapeJson(JSON.stringify(value, undefined, indent))}\n`;

/** A JavaScript string literal that is also safe to show. */
export const stringLiteral = (text: string): string => escapeJson(JSON.stringify(text));

const longestName = 60;

/** An external name for a message: escaped, and truncated after 60 characters. */
export const printable = (name: string): string =>
  escapeText(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
