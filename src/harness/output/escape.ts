/** Control characters, the invisible ones that reorder or break a line of text, and halves of characters. */
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
 * What CI systems take for a command: `::error::…` at the beginning of a line, `##[group]` and `##vso[…]` anywhere in
 * one. A text may end up at the beginning of a line, also after a space at which a line is wrapped, or behind
 * the first half of a marker.
 */
const commandMarkers = [
  /(?<=^\s*):|(?<=\s):(?=:)/g,
  /(?<=:):(?=[a-z][a-z-]*(?:::|\s))/gi,
  /(?<=#)#|^#(?=\w*\[)/g,
];

/**
 * Text from outside as it may be in a terminal or a CI log: on one line, without terminal escapes, and without
 * anything that a CI system would take for a command. What is escaped is written as in JSON: `\u001b`.
 */
export const escapeText = (text: string): string =>
  commandMarkers.reduce(
    (escaped, marker) => escaped.replace(marker, codeOf),
    text.replace(unprintable, escapeCharacter),
  );

/** The same for JSON text, where such characters occur only within strings, so that the values are the same. */
export const escapeJson = (json: string): string =>
  json
    .replace(unprintable, (character) => (character === "\n" ? character : codeOf(character)))
    .replace(/(?<=#)#/g, codeOf);

/** The same for a format that has lines, tabs and commands of its own. */
export const escapeLines = (text: string): string =>
  text.replace(unprintable, (character) =>
    character === "\n" || character === "\t" ? character : escapeCharacter(character),
  );

/** A value as JSON with a newline at its end; `indent` as in `JSON.stringify`. */
export const printJson = (value: unknown, indent?: number): string =>
  `${escapeJson(JSON.stringify(value, undefined, indent))}\n`;

/** A string literal of JavaScript, also safe to show. */
export const stringLiteral = (text: string): string => escapeJson(JSON.stringify(text));

const longestName = 60;

/** A name from outside for a message: escaped, and cut after 60 characters. */
export const printable = (name: string): string =>
  escapeText(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
