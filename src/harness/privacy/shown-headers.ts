const mediaTypes =
  "(?:application|text)/(?:json|problem\\+json|xml|problem\\+xml|html|plain|csv|octet-stream|x-www-form-urlencoded)|multipart/form-data";
const mediaType = new RegExp(`^(?:${mediaTypes})$`, "i");
const parameter =
  "; *(?:charset=(?:utf-8|us-ascii|iso-8859-1|windows-1252|utf-16)|boundary=tripact-form-boundary)";

/** The media type of a Content-Type without its parameters; undefined where it is none of the usual ones. */
export const shownMediaType = (value: string): string | undefined => {
  const [type = ""] = value.split(";");
  return mediaType.test(type.trim()) ? type.trim() : undefined;
};

type Headers = Readonly<Record<string, string>>;

const number = /^\d{1,9}$/;
/** A limit or a wait; what is longer may be the number of something. */
const figure = /^\d{1,6}$/;
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const tokens = (known: string): RegExp => new RegExp(`^(?:(?:${known})(?:, *|$))+$`, "i");

/** Headers that describe the exchange and nobody's record, each with the values that may be shown. */
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

/** Whether a header announces a limit, what is left of it, or when it begins anew. */
export const isRateHeader = (name: string): boolean => rateLimit.test(name);

/** Whether it is a number that a limit or a wait may be; a longer one may be the number of something. */
export const isFigure = (value: string): boolean => figure.test(value);

const isShownInFull = (name: string, value: string): boolean =>
  (Object.hasOwn(plain, name) && plain[name]?.test(value) === true) ||
  (isRateHeader(name) && isFigure(value));

/** Headers as they may be shown: of a name or a value that is no part of the protocol its length. */
export const shownHeaders = (
  headers: Headers,
  isHeader: (name: string) => boolean,
): Record<string, string> => {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const as = isHeader(name) ? name : uniqueName(`header(${name.length})`, shown);
    shown[as] = isShownInFull(name, value) ? value : `string(${value.length})`;
  }
  return shown;
};

/** A name that is not taken: names of the same length would else be one. */
export const uniqueName = (name: string, taken: object): string => {
  if (!Object.hasOwn(taken, name)) return name;
  let count = 2;
  while (Object.hasOwn(taken, `${name} ${count}`)) count += 1;
  return `${name} ${count}`;
};
