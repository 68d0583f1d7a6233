/** The ways in which a value may stand in a text: as it is, in an address, in a form and in JSON. */
const spellings = (value: string): readonly string[] => [
  value,
  encodeURIComponent(value),
  new URLSearchParams([["", value]]).toString().slice(1),
  JSON.stringify(value).slice(1, -1),
];

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Replaces every known secret in a text by its name, longest first, also where it was encoded. */
export const createMask = (): { learn(value: string, name: string): void; mask(text: string): string } => {
  const names = new Map<string, string>();
  let pattern: RegExp | undefined;

  const learn = (value: string, name: string): void => {
    // Shorter ones would blot out ordinary text; they are never put into a text to begin with.
    if (value.length < 6 || names.has(value)) return;
    for (const spelling of spellings(value)) names.set(spelling, name);
    const ordered = [...names.keys()].toSorted((left, right) => right.length - left.length);
    pattern = new RegExp(ordered.map(escapeRegExp).join("|"), "g");
  };

  /** In one pass: a name that was put in is not searched again. */
  const mask = (text: string): string =>
    pattern === undefined ? text : text.replace(pattern, (value) => names.get(value) ?? "");
  return { learn, mask };
};

export type Mask = ReturnType<typeof createMask>;
