import { html, raw } from "hono/html";
import { escapeText } from "../core/output/escape.ts";

export type Markup = ReturnType<typeof html>;

/** Removes characters that XML forbids even as references. */
const safe = (text: string): string => escapeText(text).replace(/[\ufffe\uffff]/g, "?");

const escaped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(escaped);
  return typeof value === "string" ? safe(value) : value;
};

/** HTML or XML whose texts can be neither markup nor commands to a terminal or CI system. */
export const markup = (parts: TemplateStringsArray, ...values: readonly unknown[]): Markup =>
  html(parts, ...values.map(escaped));

/** The unchanged lines of a text. */
export const lines = (text: string): readonly Markup[] =>
  text.split("\n").map((line, index) => markup`${index === 0 ? "" : raw("\n")}${line}`);
