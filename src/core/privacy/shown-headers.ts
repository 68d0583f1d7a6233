const mediaTypes =
  "(?:application|text)/(?:json|problem\\+json|xml|problem\\+xml|html|plain|csv|octet-stream|x-www-form-urlencoded)|multipart/form-data";
const mediaType = new RegExp(`^(?:${mediaTypes})$`, "i");
const parameter =
  "; *(?:charset=(?:utf-8|us-ascii|iso-8859-1|windows-1252|utf-16)|boundary=tripact-form-boundary)";

/** The media type of a Content-Type without parameters; undefined unless it is a common one. */
export const shownMediaType = (value: string): string | undefined => {
  const [type = ""] = value.split(";");
  return mediaType.test(type.trim()) ? type.trim() : undefined;
};

type Headers = Readonly<Record<string, string>>;

const number = /^\d{1,9}$/;
/** A limit or a wait; a longer number may be an identifier. */
const figure = /^\d{1,6}$/;
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const tokens = (known: string): RegExp => new RegExp(`^(?:(?:${known})(?:, *|$))+$`, "i");

/** Headers that describe the exchange rather than a record, with the values that may be shown. */
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

/** Whether a header announces a limit, what remains of it, or when it resets. */
export const isRateHeader = (name: string): boolean => rateLimit.test(name);

/** Whether a number can be a limit or a wait; a longer one may be an identifier. */
export const isFigure = (value: string): boolean => figure.test(value);

const isShownInFull = (name: string, value: string): boolean =>
  (Object.hasOwn(plain, name) && plain[name]?.test(value) === true) ||
  (isRateHeader(name) && isFigure(value));

/** Headers as they may be shown; names and values outside the protocol appear only as their length. */
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

/** A name not yet taken, because masked names of equal length would collide. */
export const uniqueName = (name: string, taken: object): string => {
  if (!Object.hasOwn(taken, name)) return name;
  let count = 2;
  while (Object.hasOwn(taken, `${name} ${count}`)) count += 1;
  return `${name} ${count}`;
};
