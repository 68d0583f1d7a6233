/**
 * Sizes in classes by powers of two: 0 is nothing, class c ≥ 1 holds 2^(c-1) to 2^c - 1, and everything from 2^30
 * on is in the last one.
 */
export const sizeClasses = 32;

export const sizeClassOf = (size: number): number =>
  size >= 0x4000_0000 ? sizeClasses - 1 : 32 - Math.clz32(size);

/** The bounds of a class, both within: `4 to 7`. */
export const describeSizeClass = (index: number): string => {
  if (index === 0) return "0";
  if (index === sizeClasses - 1) return `${2 ** 30} and more`;
  const low = 2 ** (index - 1);
  return low === 1 ? "1" : `${low} to ${low * 2 - 1}`;
};

/** Class of a number by its magnitude, negative ones behind the others. */
export const numberClasses = 2 * sizeClasses;

export const numberClassOf = (value: number): number => {
  const size = sizeClassOf(Math.abs(value));
  return value < 0 ? sizeClasses + size : size;
};

export const describeNumberClass = (index: number): string =>
  index < sizeClasses ? describeSizeClass(index) : `minus ${describeSizeClass(index - sizeClasses)}`;
