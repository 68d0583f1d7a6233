/**
 * A text that was written anew, with the lines of the original where writing it anew changes nothing but their spelling.
 * @param rewritten the original, written anew as it is
 */
export const keepLines = (text: string, original: string, rewritten: string): string => {
  const before = original.split("\n");
  const after = rewritten.split("\n");
  if (before.length !== after.length) return text;
  const spellings = Map.groupBy(before, (_, at) => after[at] ?? "");
  return text
    .split("\n")
    .map((line) => {
      const [spelling, ...others] = new Set(spellings.get(line));
      return spelling === undefined || others.length > 0 ? line : spelling;
    })
    .join("\n");
};
