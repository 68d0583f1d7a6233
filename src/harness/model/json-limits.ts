/**
 * What JSON may be before it is read: far more than any answer of these interfaces needs, and little enough for
 * everything that walks a value by recursion or keeps a note of each of its values.
 */
export const jsonLimits = { depth: 100, values: 100_000 } as const;

/** How deep a JSON text nests and about how many values it holds, found out without reading it. */
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

/** Where the string that begins at a quote ends; the end of the text for one that does not. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};
