import { maskedHost } from "./shown-address.ts";

/** Gives numbers their stand-ins: the same for the same number within one exchange. */
export interface Numbers {
  of(number: number): number;
}

/** Integers by the order in which they are met, so that equal ones stay equal and different ones different. */
export const createNumbers = (): Numbers => {
  const positive = new Map<number, number>();
  const negative = new Map<number, number>();
  const ordinal = (seen: Map<number, number>, number: number): number => {
    const known = seen.get(number) ?? seen.size + 1;
    seen.set(number, known);
    return known;
  };
  return {
    of(number) {
      if (number === 0 || !Number.isFinite(number)) return 0;
      if (Number.isInteger(number))
        return number > 0 ? ordinal(positive, number) : -ordinal(negative, number);
      return number > 0 ? 1.5 : -1.5;
    },
  };
};

const maskDigits = (digits: string, numbers: Numbers): string => {
  const number = Number(digits);
  // Not the way in which an id is written: it belongs to nothing else.
  if (!Number.isSafeInteger(number) || String(number) !== digits) return digits.replace(/\d/g, "0");
  return String(numbers.of(number));
};

const encoded = (text: string): string => encodeURIComponent(text).replace(/%20/g, "+");

const isLinkText = /^(?:https?:\/\/|\/)/i;

export const isLink = (text: string): boolean => isLinkText.test(text);

/** By what the addresses of one exchange are masked. */
export interface AddressMasking {
  readonly numbers: Numbers;
  /** Origin of the address that was asked, and the path below which its operations are. */
  readonly base: { readonly origin: string; readonly path: string };
  /** In lower case. */
  readonly pathWords: ReadonlySet<string>;
  maskText(text: string): string;
}

/** A segment of a path: public words stay, ids become others, all else is masked. */
export const maskSegment = (segment: string, { numbers, pathWords, maskText }: AddressMasking): string => {
  if (segment === "" || pathWords.has(segment.toLowerCase())) return segment;
  if (/^\d+$/.test(segment)) return maskDigits(segment, numbers);
  let plain = segment;
  try {
    plain = decodeURIComponent(segment);
  } catch {
    // Not encoded as it should be; masked as it is.
  }
  return encoded(maskText(plain).replace(/[^\w.@+-]/g, "-"));
};

/** A link with the parts by which checks know it; hosts other than the one that was asked are masked. */
export const maskLink = (link: string, masking: AddressMasking): string => {
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
