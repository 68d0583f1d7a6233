/** An id in a body or a path, as a number or as text: 7 and "7" are the same. */
export const idOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
};

/** The same for values of unstated type; anything but an id matches no record. */
export const recordId = (value: unknown): number => idOf(value) ?? -1;
