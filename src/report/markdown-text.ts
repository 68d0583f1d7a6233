import { escapeText } from "../core/output/escape.ts";

const special = /[\\`*_{}[\]()#+!|<>~&@$]|:(?=\/\/)/g;

const neutral = (text: string): string =>
  escapeText(text)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\bwww\./gi, (match) => match.replace(".", "&#46;"));

/** A text for a paragraph or table of Markdown, without markup, HTML, mentions, issue numbers or addresses. */
export const markdownText = (text: string): string =>
  neutral(text).replace(/^(\s*)([-=]|\d+(?=\.))/, "$1&#8203;$2");

/** A text as code, in HTML because a pipe ends a table cell even within backticks. */
export const markdownCode = (text: string): string => {
  const safe = neutral(text);
  return safe.trim() === "" ? "" : `<code>${safe}</code>`;
};

/** A check's message, with names in backticks. */
export const markdownProse = (text: string): string =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? markdownCode(part) : markdownText(part)))
    .join("");

/** A link to an address of the program or its user, as written by `URL.href`. */
export const link = (href: string): string => `<${escapeText(href).replace(/[<>\s|]/g, encodeURIComponent)}>`;

/** Unchanged lines in a code block that none of them can end. */
export const fenced = (language: string, text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.split("\n").map(escapeText).join("\n")}\n${fence}`;
};
