/** An exact decimal number: `unscaled / 10^scale`. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Parses a decimal string (`1840.50`), or a number in its shortest decimal form, as in JSON. Undefined for anything
 * else; nothing is rounded.
 */
export const decimalOf = (value: string | number): Decimal | undefined => {
  const parts = decimalText.exec(String(value));
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const unscaled = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 } : { unscaled, scale };
};

/** Negative, zero or positive if `left` is below, equal to or above `right`: `1.50` equals `1.5`, `-0` equals `0`. */
export const compareDecimals = (left: Decimal, right: Decimal): number => {
  const scale = Math.max(left.scale, right.scale);
  const difference = atScale(left, scale) - atScale(right, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
};

const atScale = ({ unscaled, scale }: Decimal, wanted: number): bigint =>
  unscaled * 10n ** BigInt(wanted - scale);
