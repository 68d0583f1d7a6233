/** Far above any answer of these interfaces, and safe for recursion and for code that keeps something per value. */
export const jsonLimits = { depth: 100, values: 100_000 } as const;

/** Nesting depth and approximate number of values of a JSON text, measured without parsing. */
export const measureJson = (text: string): { readonly depth: number; readonly values: number } => {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1)
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case "[":
      case "{":
        depth += 1;
        values += 1;
        if (depth > deepest) deepest = depth;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      case ",":
        values += 1;
        break;
      default:
    }
  return { depth: deepest, values };
};

/** The end of the string that starts at a quote; the end of the text if it is unterminated. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};
