import { own } from "../../core/model/json-object.ts";
import { isHtmlPage } from "../../core/formats/html-page.ts";
import type { Contract } from "../../core/model/contract.ts";
import type { Body, Exchange, ExchangeRequest, Outcome } from "../../core/model/exchange.ts";
import type { Operation } from "../../core/model/operation.ts";
import type { NamedDocuments } from "../../core/privacy/field-names.ts";
import { createTextMask, maskLetters, publicValuesOf } from "../../core/privacy/mask-text.ts";
import { isPlainParameter, maskedHost, pathWordsOf } from "../../core/privacy/shown-address.ts";
import { isFigure, isRateHeader, shownMediaType } from "../../core/privacy/shown-headers.ts";
import type { RequestMeaning } from "../../core/privacy/shown-request.ts";

/** Numbers integers in the order of their appearance, so that equal ones stay equal and different ones different. */
const createNumbers = () => {
  const positive = new Map<number, number>();
  const negative = new Map<number, number>();
  const ordinal = (seen: Map<number, number>, number: number): number => {
    const known = seen.get(number) ?? seen.size + 1;
    seen.set(number, known);
    return known;
  };
  return {
    of(number: number) {
      if (number === 0 || !Number.isFinite(number)) return 0;
      if (Number.isInteger(number))
        return number > 0 ? ordinal(positive, number) : -ordinal(negative, number);
      return number > 0 ? 1.5 : -1.5;
    },
  };
};

/** Replaces numbers: the same number gets the same replacement within one exchange. */
type Numbers = ReturnType<typeof createNumbers>;

const maskDigits = (digits: string, numbers: Numbers): string => {
  // Another spelling matches no other value. A large one is rounded like the same number in a body.
  if (!/^(?:0|-?[1-9]\d*)$/.test(digits)) return digits.replace(/\d/g, "0");
  return String(numbers.of(Number(digits)));
};

const encoded = (text: string): string => encodeURIComponent(text).replace(/%20/g, "+");

const isLinkText = /^(?:https?:\/\/|\/)/i;

const isLink = (text: string): boolean => isLinkText.test(text);

/** What masking the addresses of an exchange needs. */
interface AddressMasking {
  readonly numbers: Numbers;
  /** Origin of the requested address, and the path below which its operations are. */
  readonly base: { readonly origin: string; readonly path: string };
  /** Lowercase. */
  readonly pathWords: ReadonlySet<string>;
  maskText(text: string): string;
}

/** A path segment: public words stay, ids are replaced, everything else is masked. */
const maskSegment = (segment: string, { numbers, pathWords, maskText }: AddressMasking): string => {
  if (segment === "" || pathWords.has(segment.toLowerCase())) return segment;
  if (/^-?\d+$/.test(segment)) return maskDigits(segment, numbers);
  let plain = segment;
  try {
    plain = decodeURIComponent(segment);
  } catch {
    // Invalid percent encoding is masked as it is.
  }
  return encoded(maskText(plain).replace(/[^\w.@+-]/g, "-"));
};

/** A link with the parts that checks use; hosts other than the requested one are masked. */
const maskLink = (link: string, masking: AddressMasking): string => {
  const { base, maskText } = masking;
  const [, origin = "", path = "", rest = ""] = /^(https?:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(link) ?? [];
  const isOwn = origin.toLowerCase() === base.origin.toLowerCase();
  const host = origin === "" || isOwn ? origin : `${origin.slice(0, origin.indexOf("//"))}//${maskedHost}`;
  const isBelow = base.path !== "" && path.startsWith(`${base.path}/`);
  const below = isBelow ? path.slice(base.path.length) : path;
  const masked = below
    .split("/")
    .map((segment) => maskSegment(segment, masking))
    .join("/");
  return `${host}${isBelow ? base.path : ""}${masked}${rest === "" ? "" : maskText(rest)}`;
};

interface Masking extends AddressMasking {
  /** Whether a key is a field name; any other key may be personal data. */
  readonly isName: (name: string) => boolean;
  /** Whether a text stays: the name of a field, or a timestamp in a credential's life. */
  readonly isPlainText: (name: string, text: string) => boolean;
  /** Whether a number counts something named in the specification and is not personal data. */
  readonly isPlainNumber: (name: string, number: number, siblings: object, depth: number) => boolean;
}

const isHttpStatus = (number: number): boolean => Number.isInteger(number) && number >= 100 && number < 600;

/** The size of a result, the status of an error and the lifetime of a token, each among its usual siblings. */
const isPlainAnswer =
  (status: number): Masking["isPlainNumber"] =>
  (name, number, siblings, depth) => {
    if (name === "total")
      return depth <= 2 && (["items", "list"].some((one) => one in siblings) || depth === 2);
    if (name === "status") return depth === 1 && status >= 400 && isHttpStatus(number);
    return name === "expires_in" && depth === 1 && "access_token" in siblings;
  };

const deepest = 100;

const maskTextOrLink = (text: string, masking: Masking): string =>
  isLink(text) ? maskLink(text, masking) : masking.maskText(text);

const maskScalar = (value: unknown, name: string, masking: Masking): unknown => {
  if (typeof value === "number") return masking.numbers.of(value);
  if (typeof value !== "string" || masking.isPlainText(name, value)) return value;
  return maskTextOrLink(value, masking);
};

/** A number from 1 in letters, short even for objects with many keys: x, X, xx, xX, Xx … */
const lettersOf = (number: number): string =>
  number === 0 ? "" : `${lettersOf((number - 1) >> 1)}${number % 2 === 1 ? "x" : "X"}`;

/** Masks the names of one object; two names that would get the same mask stay different. */
const createNameMask = ({ isName }: Masking): ((name: string) => string) => {
  const taken = new Set<string>();
  const alike = new Map<string, number>();
  return (name) => {
    const masked = isName(name) ? name : maskLetters(name);
    let free = masked;
    while (taken.has(free)) {
      const count = (alike.get(masked) ?? 0) + 1;
      alike.set(masked, count);
      free = `${masked}~${lettersOf(count)}`;
    }
    taken.add(free);
    return free;
  };
};

const maskValue = (value: unknown, name: string, masking: Masking, depth: number): unknown => {
  if (typeof value !== "object" || value === null) return maskScalar(value, name, masking);
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((inner) => maskValue(inner, name, masking, depth + 1));
  const masked: Record<string, unknown> = {};
  const maskName = createNameMask(masking);
  for (const [key, inner] of Object.entries(value)) {
    const shown = maskName(key);
    const isPlain = typeof inner === "number" && masking.isPlainNumber(key, inner, value, depth + 1);
    Object.defineProperty(masked, shown, {
      value: isPlain ? inner : maskValue(inner, key, masking, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return masked;
};

const maskQuery = (
  search: string,
  operation: Operation | undefined,
  { isName, isPlainText, maskText }: Masking,
): string => {
  const masked = [...new URLSearchParams(search)].map(([name, value]): [string, string] => {
    const isPlain = isPlainParameter(operation, name, value) || isPlainText(name, value);
    return [isName(name) ? name : maskText(name), isPlain ? value : maskText(value)];
  });
  const text = new URLSearchParams(masked).toString();
  return text === "" ? "" : `?${text}`;
};

/** The address with its base and the words of the operation's path; ids and other values are masked. */
const maskUrl = (url: URL, meaning: RequestMeaning, masking: Masking): string => {
  const below = url.pathname.slice(masking.base.path.length).replace(/\/+$/, "").split("/");
  const template = meaning.operation?.path.split("/") ?? [];
  // A path may omit the version stated in the OpenAPI documents.
  const skipped = template.length - below.length;
  const masked = below.map((segment, index) =>
    template[index + skipped]?.toLowerCase() === segment.toLowerCase()
      ? segment
      : maskSegment(segment, masking),
  );
  return `${meaning.base}${masked.join("/")}${maskQuery(url.search, meaning.operation, masking)}`;
};

const knownCharset = /^charset="?(?:utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-125\d)"?$/i;

/** The parts of a media type that checks read: its kind, a JSON or XML suffix, and a known character set. */
const maskMediaType = (value: string, { maskText }: Masking): string => {
  const [type = "", ...parameters] = value.split(";").map((part) => part.trim());
  const [, main = "", suffix = ""] =
    /^(application|text|multipart|image|audio|video)\/[^+]*?(\+(?:json|xml))?$/i.exec(type) ?? [];
  const shown = shownMediaType(type) ?? (main === "" ? maskText(type) : `${main}/x${suffix}`);
  return [shown, ...parameters.filter((one) => knownCharset.test(one))].join("; ");
};

/** Headers that a check or a shape uses; all others are dropped. */
const keptHeaders: Readonly<Record<string, (value: string, masking: Masking) => string>> = {
  "content-type": maskMediaType,
  "retry-after": (value, { maskText }) => (isFigure(value.trim()) ? value : maskText(value)),
  location: maskTextOrLink,
  range: () => "masked",
  "if-none-match": () => "masked",
  "if-modified-since": () => "masked",
};

const maskHeaders = (headers: Readonly<Record<string, string>>, masking: Masking) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (isRateHeader(name) && /^\s*\d+\s*$/.test(value))
        return [[name, isFigure(value.trim()) ? value.trim() : masking.maskText(value.trim())]];
      const keep = own(keptHeaders, name);
      return keep === undefined ? [] : [[name, keep(value, masking)]];
    }),
  );

const maskBody = (body: Body, masking: Masking): Body => {
  if (body.kind === "json") return { kind: "json", value: maskValue(body.value, "", masking, 0) };
  if (body.kind !== "text") return body;
  return { kind: "text", text: isHtmlPage(body.text) ? "<html></html>" : masking.maskText(body.text) };
};

const maskOutcome = (outcome: Outcome, masking: Masking): Outcome =>
  outcome.kind === "failure"
    ? { kind: "failure", reason: outcome.reason, message: "" }
    : {
        kind: "response",
        status: outcome.status,
        headers: maskHeaders(outcome.headers, masking),
        body: maskBody(outcome.body, masking),
        elapsedMs: Math.round(outcome.elapsedMs),
      };

const maskRequest = (
  request: ExchangeRequest,
  meaning: RequestMeaning,
  masking: Masking,
): ExchangeRequest => ({
  method: request.method,
  url: maskUrl(new URL(request.url), meaning, masking),
  headers: maskHeaders(request.headers, masking),
  ...(request.body === undefined ? {} : { body: maskValue(request.body, "", masking, 0) }),
  authorization: request.authorization,
});

/**
 * An exchange without values of records and without secrets, which passive checks judge like the original, by fact and
 * location. Masking is idempotent. `isField` recognizes undocumented field names.
 */
export type MaskExchange = (
  exchange: Exchange,
  meaning: RequestMeaning,
  isField: (name: string) => boolean,
) => Exchange;

export const createExchangeMask = (
  documents: NamedDocuments & Pick<Contract, "fieldNames">,
): MaskExchange => {
  const { plainNumbers, fieldReferences, credentialMoments } = documents.publicTerms;
  const shared = { maskText: createTextMask(publicValuesOf(documents)), pathWords: pathWordsOf(documents) };
  const isPlainRequest: Masking["isPlainNumber"] = (name) => plainNumbers.includes(name.toLowerCase());
  return ({ interface: of, operation, request, outcome }, meaning, isField) => {
    const { origin, pathname } = new URL(meaning.base);
    const status = outcome.kind === "response" ? outcome.status : 0;
    const isName = (name: string): boolean => documents.fieldNames.isField(name) || isField(name);
    const masking = {
      ...shared,
      numbers: createNumbers(),
      base: { origin, path: pathname === "/" ? "" : pathname },
      isName,
      isPlainText(name: string, text: string): boolean {
        const plain = name.toLowerCase();
        if (fieldReferences.includes(plain)) return isName(text);
        return credentialMoments.includes(plain) && !Number.isNaN(Date.parse(text));
      },
    };
    return {
      interface: of,
      operation,
      request: maskRequest(request, meaning, { ...masking, isPlainNumber: isPlainRequest }),
      outcome: maskOutcome(outcome, { ...masking, isPlainNumber: isPlainAnswer(status) }),
      masked: true,
    };
  };
};
