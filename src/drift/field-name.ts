const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Parts of a name that look like a number or a key rather than like a word. */
const dataLike = /\d{4}|^(?=[0-9a-f]*\d)[0-9a-f]{8,}$/i;

const masks: ReadonlySet<string> = new Set(["{key}", "{number}", "{email}", "{text}"]);

/**
 * A property's name as it may be kept where the documents do not know it: names that a programmer would give stay,
 * anything that may be somebody's data becomes a mask.
 */
export const shownName = (name: string): string => {
  if (masks.has(name)) return name;
  if (identifier.test(name)) return dataLike.test(name) ? "{key}" : name;
  if (/^-?\d+(?:\.\d+)?$/.test(name)) return "{number}";
  if (name.includes("@")) return "{email}";
  if (/^[0-9a-f-]{32,}$/i.test(name)) return "{key}";
  return "{text}";
};

/** Under this name stand all properties of an object that is used as a map. */
export const anyName = "*";

/** More names than this that the documents do not know are data, not fields. */
export const maxUnknownNames = 200;

/** A header's name as it may be kept; names are lower-case. */
export const shownHeader = (name: string): string =>
  /^[a-z][a-z0-9-]{0,63}$/.test(name) && !/\d{4}/.test(name) ? name : "{text}";
