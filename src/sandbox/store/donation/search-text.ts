/** Prefix of every searched text; no stored text holds it. */
export const mark = "\u001F";

/** What Filter looks through: the texts in lower case, a mark before each, white space made one blank. */
export const searchText = (texts: Iterable<unknown>): string => {
  let text = "";
  for (const part of texts) {
    if (typeof part === "string" && part !== "")
      text += mark + part.toLowerCase().replaceAll(/[\s\u001F]+/g, " ");
  }
  return text;
};
