import { stripVTControlCharacters } from "node:util";
import { joinSafe, safe, safeWords, type SafeText } from "./safe-text.ts";

const lengthOf = (text: SafeText): number => stripVTControlCharacters(String(text)).length;

/** Splits words into lines of at most `width` characters; a longer word stays whole, so that it can be copied. */
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

/** A head that takes more than this share of a line gets its own line. */
const widestHead = 1 / 2;

const stacked = 4;

interface Wrapping {
  /** Parts between which the text may wrap; by default its words. */
  readonly words?: readonly SafeText[];
  /** Appended to a line that continues. */
  readonly joint?: string;
}

/** A head, such as a row's name, and a text with hanging indent, as lines. @param width infinite: no wrapping */
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

/** The arguments of a shell command, each option with its value; curl's `-i` has none. */
const shellWords = (command: string): readonly string[] =>
  command.match(/(?:(?!-i\s)--?[\w-]+\s+(?=[^-\s]))?(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];

/** A command that can be copied, over several lines if it is too long for one. */
export const hangCommand = (head: SafeText, command: string, width: number): SafeText =>
  hang(head, command, width, { words: shellWords(command).map((word) => safe`${word}`), joint: " \\" });
