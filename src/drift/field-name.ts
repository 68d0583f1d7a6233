import { isFieldLike, isLikelyName } from "../formats/field-words.ts";

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const masks: ReadonlySet<string> = new Set(["{key}", "{number}", "{email}", "{text}"]);

/**
 * A property's name as it may be kept where the documents do not know it: names that a programmer would give stay,
 * anything that may be somebody's data becomes a mask.
 */
export const shownName = (name: string): string => {
  if (masks.has(name)) return name;
  if (isLikelyName(name)) return name;
  if (identifier.test(name)) return "{key}";
  if (/^-?\d+(?:\.\d+)?$/.test(name)) return "{number}";
  if (name.includes("@")) return "{email}";
  if (/^[0-9a-f-]{32,}$/i.test(name)) return "{key}";
  return "{text}";
};

/** Under this name stand all properties of an object that is used as a map. */
export const anyName = "*";

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
