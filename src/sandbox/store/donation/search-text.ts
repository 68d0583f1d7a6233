/** Prefix of every searched text; no stored text contains it. */
export const mark = "\u001F";

/** The text that Filter searches: all texts in lower case, each after a mark, with white space collapsed. */
export const searchText = (texts: Iterable<unknown>): string => {
  let text = "";
  for (const part of texts) {
    if (typeof part === "string" && part !== "")
      text += mark + part.toLowerCase().replaceAll(/[\s\u001F]+/g, " ");
  }
  return text;
};
