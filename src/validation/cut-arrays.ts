/**
 * Entries of an array that are judged: what is wrong with the first thousand is wrong with the array, and a validator
 * keeps a note of every complaint.
 */
const mostEntries = 1000;

const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const entries = value.length > mostEntries ? value.slice(0, mostEntries) : value;
    const judged = entries.map(cut);
    return judged.some((entry, index) => entry !== entries[index]) || entries !== value ? judged : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const judged = entries.map(([name, inner]) => [name, cut(inner)] as const);
  return judged.some(([, inner], index) => inner !== entries[index]?.[1])
    ? Object.fromEntries(judged)
    : value;
};

/** Every body is looked at, and hardly any holds such an array: this makes no garbage. */
const holdsLong = (value: object): boolean => {
  if (Array.isArray(value)) {
    if (value.length > mostEntries) return true;
    for (const entry of value as readonly unknown[])
      if (typeof entry === "object" && entry !== null && holdsLong(entry)) return true;
    return false;
  }
  for (const name in value) {
    // A property of an object that was read from JSON.
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof inner === "object" && inner !== null && holdsLong(inner)) return true;
  }
  return false;
};

/** The value with no array longer than is judged; the value itself where none is. */
export const cutArrays = (value: unknown): unknown =>
  typeof value === "object" && value !== null && holdsLong(value) ? cut(value) : value;
