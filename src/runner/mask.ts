/** Replaces every known secret in a text by its name, longest first, also where it was percent-encoded. */
export const createMask = (): { learn(value: string, name: string): void; mask(text: string): string } => {
  const names = new Map<string, string>();
  let ordered: readonly (readonly [string, string])[] = [];

  const learn = (value: string, name: string): void => {
    // Shorter ones would blot out ordinary text; they are never put into a text to begin with.
    if (value.length < 6 || names.has(value)) return;
    names.set(value, name);
    names.set(encodeURIComponent(value), name);
    ordered = [...names].sort(([left], [right]) => right.length - left.length);
  };

  const mask = (text: string): string => {
    let masked = text;
    for (const [value, name] of ordered) if (masked.includes(value)) masked = masked.replaceAll(value, name);
    return masked;
  };
  return { learn, mask };
};

export type Mask = ReturnType<typeof createMask>;
