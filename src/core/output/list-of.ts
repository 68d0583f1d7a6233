const joined = (names: readonly string[]): string => {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
};

/** The first of many names, in backticks: `` `a`, `b`, `c` and 4 more ``. */
export const listOf = (names: readonly string[]): string => {
  const all = names.map((name) => `\`${name}\``);
  return joined(names.length > 4 ? [...all.slice(0, 3), `${names.length - 3} more`] : all);
};
