import { escapeText } from "../output/escape.ts";

const special = /[\\`*_{}[\]()#+!|<>~&@$]|:(?=\/\/)/g;

const neutral = (text: string): string =>
  escapeText(text)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\bwww\./gi, (match) => match.replace(".", "&#46;"));

/**
 * A text as it may be in a paragraph or a table of Markdown: nothing in it is markup, HTML, a mention, an issue's
 * number or an address.
 */
export const plain = (text: string): string => neutral(text).replace(/^(\s*)([-=]|\d+(?=\.))/, "$1&#8203;$2");

/** A text as code. As HTML, since a pipe ends a table's cell even within backticks. */
export const code = (text: string): string => {
  const safe = neutral(text);
  return safe.trim() === "" ? "" : `<code>${safe}</code>`;
};

/** A message of a check, which puts names into backticks. */
export const prose = (text: string): string =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? code(part) : plain(part)))
    .join("");

/** A link to an address that is the program's or its user's own, as `URL.href` writes it. */
export const link = (href: string): string => `<${escapeText(href).replace(/[<>\s|]/g, encodeURIComponent)}>`;

/** Lines as they are, in a block of code that none of them can end. */
export const fenced = (language: string, text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.split("\n").map(escapeText).join("\n")}\n${fence}`;
};
