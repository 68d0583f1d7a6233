const joined = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;

/** `200, 400 or 404`. */
export const anyOf = (words: readonly (string | number)[]): string => joined(words.map(String), "or");

/** The first of many names, in backticks: `` `a`, `b`, `c` and 4 more ``. */
export const listOf = (names: readonly string[]): string => {
  const all = names.map((name) => `\`${name}\``);
  return joined(names.length > 4 ? [...all.slice(0, 3), `${names.length - 3} more`] : all, "and");
};
