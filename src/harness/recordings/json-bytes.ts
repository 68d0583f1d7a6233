/** The structural bytes of JSON. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const closeBrace = 0x7d;

const openBracket = 0x5b;
const openBrace = 0x7b;

export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export const isOpening = (byte: number): boolean => byte === openBrace || byte === openBracket;

export const isClosing = (byte: number): boolean => byte === closeBrace || byte === closeBracket;

/** The byte that closes an opening bracket. */
export const closingOf = (byte: number): number => (byte === openBrace ? closeBrace : closeBracket);
