import { escapeText } from "../output/escape.ts";

export type AnnotationLevel = "error" | "warning" | "notice";

/** A step shows no more annotations of one level than these. */
export const maxPerLevel = 10;

const inData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const inProperty = (text: string): string => inData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/**
 * An annotation as a workflow command of GitHub Actions. Its lines are escaped one by one, so that a text from outside
 * cannot begin another one.
 */
export const annotation = (level: AnnotationLevel, title: string, lines: readonly string[]): string =>
  `::${level} title=${inProperty(escapeText(title))}::${inData(lines.map(escapeText).join("\n"))}\n`;
