const mediaTypes =
  "(?:application|text)/(?:json|problem\\+json|xml|problem\\+xml|html|plain|csv|octet-stream|x-www-form-urlencoded)|multipart/form-data";
const mediaType = new RegExp(`^(?:${mediaTypes})$`, "i");
const parameter =
  "; *(?:charset=(?:utf-8|us-ascii|iso-8859-1|windows-1252|utf-16)|boundary=tripact-form-boundary)";

/** The media type of a Content-Type without its parameters; undefined where it is none of the usual ones. */
export const toldMediaType = (value: string): string | undefined => {
  const [type = ""] = value.split(";");
  return mediaType.test(type.trim()) ? type.trim() : undefined;
};

type Headers = Readonly<Record<string, string>>;

const number = /^\d{1,9}$/;
/** A limit or a wait; what is longer may be the number of something. */
const figure = /^\d{1,6}$/;
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const tokens = (known: string): RegExp => new RegExp(`^(?:(?:${known})(?:, *|$))+$`, "i");

/**
 * Headers of an answer that tell of the exchange and of nobody's record, each with what it may say: anything else
 * that stands in one of them is told by its length.
 */
const plain: Readonly<Record<string, RegExp>> = {
  "content-type": new RegExp(`^(?:${mediaTypes})(?:${parameter})?;?$`, "i"),
  "content-length": number,
  "content-encoding": tokens("gzip|br|deflate|zstd|identity"),
  "transfer-encoding": tokens("chunked|gzip|deflate|identity"),
  accept: /^application\/json$/,
  connection: tokens("keep-alive|close|upgrade"),
  date: httpDate,
  age: figure,
  allow: tokens("GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS"),
  vary: tokens("\\*|accept|accept-encoding|accept-language|authorization|origin"),
  "cache-control": tokens(
    "no-cache|no-store|private|public|must-revalidate|no-transform|immutable|(?:s-)?max-?age=\\d{1,9}",
  ),
  "www-authenticate": /^(?:Bearer|Basic|Hmac)$/i,
  "retry-after": new RegExp(`${figure.source}|${httpDate.source}`),
};

const rateLimit =
  /^(?:x-)?rate-?limit(?:-(?:limit|remaining|reset|policy|used|resource))?(?:-(?:second|minute|hour|day|month))?$/;

/** Whether a header tells a limit, what is left of it, or when it begins anew. */
export const isRateHeader = (name: string): boolean => rateLimit.test(name);

/** Whether it is a number that a limit or a wait may be; a longer one may be the number of something. */
export const isFigure = (value: string): boolean => figure.test(value);

/** Names that say nothing, though their values may. */
const plainNames =
  /^(?:etag|expires|last-modified|location|content-location|link|server|set-cookie|via|x-powered-by|x-request-id|x-correlation-id|strict-transport-security|access-control-allow-[a-z]{1,12}|content-(?:disposition|language|range|security-policy)|keep-alive|pragma|accept-ranges|x-content-type-options|x-frame-options|referrer-policy)$/;

const isToldInFull = (name: string, value: string): boolean =>
  (Object.hasOwn(plain, name) && plain[name]?.test(value) === true) ||
  (isRateHeader(name) && isFigure(value));

const isToldByName = (name: string): boolean =>
  Object.hasOwn(plain, name) || isRateHeader(name) || plainNames.test(name);

/** Headers as they may be told: what is no part of the protocol is told by its length, a name too. */
export const toldHeaders = (headers: Headers): Record<string, string> => {
  const told: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const known = isToldByName(name);
    const shown = known ? name : uniqueName(`header(${name.length})`, told);
    told[shown] = isToldInFull(name, value) ? value : `string(${value.length})`;
  }
  return told;
};

/** A name that is not taken: names of the same length would else be one. */
export const uniqueName = (name: string, taken: object): string => {
  if (!Object.hasOwn(taken, name)) return name;
  let count = 2;
  while (Object.hasOwn(taken, `${name} ${count}`)) count += 1;
  return `${name} ${count}`;
};
