/** Whether a text is what a pattern of the configuration names; `*` stands for any text. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const parts = pattern.toLowerCase().split("*");
  const [first = "", ...rest] = parts;
  const whole = text.toLowerCase();
  if (rest.length === 0) return whole === first;
  if (!whole.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const found =
      index === rest.length - 1
        ? whole.endsWith(part)
          ? whole.length - part.length
          : -1
        : whole.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return true;
};
