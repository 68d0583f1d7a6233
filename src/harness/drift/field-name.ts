import { isFieldLike, isLikelyName } from "../privacy/field-words.ts";
import { isFieldName } from "../privacy/field-names.ts";

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Under this mask stand the keys that may be names of fields, where too little speaks for it (kept-names.ts). */
export const hiddenName = "{name}";

/** Under this mask stand those whose names a recorder has kept to itself: any field may stand there. */
export const maskedName = "{masked}";

/** Under this mask stand identifiers that no field would have for its name. */
export const keyMask = "{key}";

/** Whether a pointer leads to the mask of hidden names. */
export const isHiddenName = (pointer: string): boolean => pointer.endsWith(`/${hiddenName}`);

/** Whether it leads to a mask under which fields stand that are reported by their names elsewhere, or beyond. */
export const isBelowHiddenName = (pointer: string): boolean =>
  pointer.includes(`/${hiddenName}`) || pointer.includes(`/${maskedName}`);

const masks: ReadonlySet<string> = new Set([
  hiddenName,
  maskedName,
  keyMask,
  "{number}",
  "{email}",
  "{text}",
]);

/** What a recorder puts in place of such a key. */
const recordersMask = /^[xX_]{3,}(?:~x+)?$/;

/**
 * Whether a key is made of words of which not all are such as fields are called by: the name of a field that is new,
 * or of a person. Whoever keeps it must ask kept-names.ts.
 */
export const isDoubtful = (name: string): boolean => isLikelyName(name) && !isFieldName(name);

/**
 * A property's name as it may be counted where the documents do not know it: names that a programmer would give stay
 * for the time being, anything that can only be somebody's data becomes a mask.
 */
export const shownName = (name: string): string => {
  if (masks.has(name)) return name;
  if (recordersMask.test(name)) return maskedName;
  if (isLikelyName(name) || isFieldName(name)) return name;
  if (identifier.test(name)) return keyMask;
  if (/^-?\d+(?:\.\d+)?$/.test(name)) return "{number}";
  if (name.includes("@")) return "{email}";
  if (/^[0-9a-f-]{32,}$/i.test(name)) return keyMask;
  return "{text}";
};

/** Under this name stand all properties of an object that is used as a map. */
export const anyName = "*";

/** Whether a name stands for others, which nobody is reported. */
export const isMask = (name: string): boolean => name === anyName || masks.has(name);

/** More names than this that the documents do not know are data, not fields. */
export const maxUnknownNames = 200;

/** Words that names of headers are made of beside those of fields. */
const headerWords = new Set(
  `x accept age after alive allow alt amz api aspnet authenticate aws cache cf cloud connection control cookie correlation
  credentials cross deprecation digest disposition edge embedder encoding etag expose feature forwarded frame front
  gateway headers hit host id if keep limit location match methods miss nel nonce none opener origin permissions
  permitted policies policy powered pragma proxy ranges ratelimit rate ray referrer remaining report request reset retry
  robots runtime security served server set signature sniff strict sunset svc timing trace transfer transport upgrade
  vary via warning www xss`.split(/\s+/),
);

/** A header's name as it may be kept, when all of its words are such as headers are called by; names are lower-case. */
export const shownHeader = (name: string): string =>
  name.split("-").every((word) => headerWords.has(word) || isFieldLike(word)) ? name : "{text}";
