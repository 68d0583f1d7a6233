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

/** What CI systems take for a command when it stands in a log: `::error::…`, `##[group]`, `##vso[…]`. */
const workflowCommand = /::(?=[a-z][a-z-]*(?:::|\s))|^(\s*)::|##(?=\w*\[)/gi;

const breakCommand = (match: string): string =>
  match.replace(/::|##/, (marker) => `${marker.slice(1)}${codeOf(marker.slice(1))}`);

/**
 * Text from a target as it may stand in a terminal or a CI log: on one line, without terminal escapes, and
 * without anything a CI system would take for a command.
 */
export const escapeText = (text: string): string =>
  text.replace(unprintable, escapeCharacter).replace(workflowCommand, breakCommand);

/** The same for JSON text, where such characters only ever stand within strings. */
export const escapeJson = (json: string): string =>
  json.replace(unprintable, (character) => (character === "\n" ? character : codeOf(character)));
