/** Replaces keys that may be field names but lack evidence (kept-names.ts). */
export const hiddenName = "{name}";

/** Replaces keys masked by a recorder, which may include any field. */
export const maskedName = "{masked}";

/** Replaces identifiers that cannot be field names. */
export const keyMask = "{key}";

/** Replaces all properties of an object used as a map. */
export const anyName = "*";

const masks: ReadonlySet<string> = new Set([
  hiddenName,
  maskedName,
  keyMask,
  anyName,
  "{number}",
  "{email}",
  "{text}",
]);

export const isMask = (name: string): boolean => masks.has(name);

/** Whether a pointer leads to hidden names. */
export const isHiddenName = (pointer: string): boolean => pointer.endsWith(`/${hiddenName}`);

/** Whether a pointer passes or ends at a mask whose fields are reported by name elsewhere. */
export const isBelowHiddenName = (pointer: string): boolean =>
  pointer.includes(`/${hiddenName}`) || pointer.includes(`/${maskedName}`);

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** A recorder's replacement for a key (mask-text.ts). */
const recordersMask = /^[xX_]{3,}(?:~[xX]+)?$/;

/** The mask of a key that cannot be a field name. */
export const maskOfKey = (key: string): string => {
  if (isMask(key)) return key;
  if (/^-?\d+(?:\.\d+)?$/.test(key)) return "{number}";
  if (key.includes("@")) return "{email}";
  return identifier.test(key) || /^[0-9a-f-]{32,}$/i.test(key) ? keyMask : "{text}";
};

export const isRecordersMask = (name: string): boolean => recordersMask.test(name);
