/** In place of keys that may be names of fields, where too little speaks for it (kept-names.ts). */
export const hiddenName = "{name}";

/** In place of keys that a recorder has masked: any field may be among them. */
export const maskedName = "{masked}";

/** In place of identifiers that no field would have for its name. */
export const keyMask = "{key}";

/** In place of all properties of an object that is used as a map. */
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

/** Whether a name is a mask of others, which are not shown. */
export const isMask = (name: string): boolean => masks.has(name);

/** Whether a pointer leads to hidden names. */
export const isHiddenName = (pointer: string): boolean => pointer.endsWith(`/${hiddenName}`);

/** Whether it leads to a mask under which fields are that are reported by their names elsewhere, or beyond. */
export const isBelowHiddenName = (pointer: string): boolean =>
  pointer.includes(`/${hiddenName}`) || pointer.includes(`/${maskedName}`);

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** What a recorder puts in place of a key (mask-text.ts). */
const recordersMask = /^[xX_]{3,}(?:~[xX]+)?$/;

/** The mask of a key that cannot be the name of a field. */
export const maskOfKey = (key: string): string => {
  if (isMask(key)) return key;
  if (/^-?\d+(?:\.\d+)?$/.test(key)) return "{number}";
  if (key.includes("@")) return "{email}";
  return identifier.test(key) || /^[0-9a-f-]{32,}$/i.test(key) ? keyMask : "{text}";
};

export const isRecordersMask = (name: string): boolean => recordersMask.test(name);
