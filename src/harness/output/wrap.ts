import { stripVTControlCharacters } from "node:util";
import { joinSafe, safe, safeWords, type SafeText } from "./safe-text.ts";

const lengthOf = (text: SafeText): number => stripVTControlCharacters(String(text)).length;

/** Words in lines of at most `width` characters; a word that is longer stays whole, so that it can be copied. */
const linesOf = (words: readonly SafeText[], width: number): readonly (readonly SafeText[])[] => {
  const lines: SafeText[][] = [];
  let room = 0;
  for (const word of words) {
    const length = lengthOf(word);
    const line = lines.at(-1);
    if (line === undefined || length + 1 > room) {
      lines.push([word]);
      room = width - length;
    } else {
      line.push(word);
      room -= length + 1;
    }
  }
  return lines;
};

/** A head that takes more than this share of a line is on one of its own. */
const widestHead = 1 / 2;

const stacked = 4;

interface Wrapping {
  /** Where a text may be broken; by default at its spaces. */
  readonly words?: readonly SafeText[];
  /** What is at the end of a line that goes on. */
  readonly joint?: string;
}

/**
 * A head, such as the name of a row, and a text that is wrapped between its words below itself.
 * @param head with the spaces before and behind it
 * @param width in characters; infinite where nothing is wrapped
 * @returns lines, each with its newline
 */
export const hang = (
  head: SafeText,
  text: SafeText | string,
  width: number,
  { words, joint = "" }: Wrapping = {},
): SafeText => {
  const indent = lengthOf(head);
  if (indent + lengthOf(safe`${text}`) <= width) return safe`${head}${text}\n`;
  const isAbove = indent > width * widestHead;
  const margin = isAbove ? stacked : indent;
  const lines = linesOf(words ?? safeWords(text), width - margin - joint.length);
  const blank = " ".repeat(margin);
  const wrapped = lines.map((line, index) => {
    const end = index === lines.length - 1 ? "" : joint;
    return safe`${index === 0 && !isAbove ? head : blank}${joinSafe(line, " ")}${end}\n`;
  });
  return isAbove ? safe`${head}\n${wrapped}` : safe`${wrapped}`;
};

/** The arguments of a command line as a shell reads them, an option with its value; curl's `-i` has none. */
const shellWords = (command: string): readonly string[] =>
  command.match(/(?:(?!-i\s)--?[\w-]+\s+(?=[^-\s]))?(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];

/** A command that can be copied as it is, over several lines where one is too long. */
export const hangCommand = (head: SafeText, command: string, width: number): SafeText =>
  hang(head, command, width, { words: shellWords(command).map((word) => safe`${word}`), joint: " \\" });
