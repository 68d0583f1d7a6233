/**
 * Size classes by powers of two: 0 is zero, class c ≥ 1 covers 2^(c-1) to 2^c - 1, and the last one everything from
 * 2^30.
 */
const sizeClasses = 32;

export const sizeClassOf = (size: number): number =>
  size >= 0x4000_0000 ? sizeClasses - 1 : 32 - Math.clz32(size);

/** Class of a number by magnitude; negative ones follow the others. */
export const numberClassOf = (value: number): number => {
  const size = sizeClassOf(Math.abs(value));
  return value < 0 ? sizeClasses + size : size;
};

/** Bounds of a size class, both included; `most` is infinite in the last one. */
export const boundsOfSizeClass = (index: number): { readonly least: number; readonly most: number } => {
  if (index === 0) return { least: 0, most: 0 };
  const least = 2 ** (index - 1);
  return { least, most: index >= sizeClasses - 1 ? Number.POSITIVE_INFINITY : 2 * least - 1 };
};

/** `0`, `1`, `2-3`, `4-7`, …, `1073741824-`. */
export const describeSizeClass = (index: number): string => {
  const { least, most } = boundsOfSizeClass(index);
  if (least === most) return String(least);
  return `${least}-${most === Number.POSITIVE_INFINITY ? "" : most}`;
};

/** The same for a number's class; `below 0: 4-7` covers -7 to -4. */
export const describeNumberClass = (index: number): string =>
  index < sizeClasses ? describeSizeClass(index) : `below 0: ${describeSizeClass(index - sizeClasses)}`;

const described = /^(below 0: )?(\d{1,10})(?:(-)(\d{1,10})?)?$/;

/** The least and greatest number of a described class; undefined for any other text. */
export const boundsOfNumberClass = (
  name: string,
): { readonly least: number; readonly most: number } | undefined => {
  const match = described.exec(name);
  if (match === null) return undefined;
  const [, negative, from = "0", dash, to] = match;
  const least = Number(from);
  const upper = to === undefined ? least * 2 : Number(to);
  const most = dash === undefined ? least : upper;
  return negative === undefined ? { least, most } : { least: -most, most: -least };
};
