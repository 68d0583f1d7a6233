import { html, raw } from "hono/html";
import { escapeText } from "../output/escape.ts";

export type Markup = ReturnType<typeof html>;

/** What no XML document may hold, not even as a reference. */
const safe = (text: string): string => escapeText(text).replace(/[\ufffe\uffff]/g, "?");

const escaped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(escaped);
  return typeof value === "string" ? safe(value) : value;
};

/**
 * HTML or XML from a template. Texts in it can be neither markup nor anything that a terminal or a CI system acts upon
 * where the report is shown there.
 */
export const markup = (parts: TemplateStringsArray, ...values: readonly unknown[]): Markup =>
  html(parts, ...values.map(escaped));

/** A text of several lines, each as it is. */
export const lines = (text: string): readonly Markup[] =>
  text.split("\n").map((line, index) => markup`${index === 0 ? "" : raw("\n")}${line}`);
