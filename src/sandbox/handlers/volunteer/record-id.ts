/** The id that a body or a path names, as a number or as text: 7 and "7" are the same. */
export const idOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
};

/** The same where the type is not stated; what is no id of ours matches no record. */
export const recordId = (value: unknown): number => idOf(value) ?? -1;
