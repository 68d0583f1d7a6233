/**
 * Sizes in classes by powers of two: 0 is nothing, class c ≥ 1 holds 2^(c-1) to 2^c - 1, and everything from 2^30
 * on is in the last one.
 */
const sizeClasses = 32;

export const sizeClassOf = (size: number): number =>
  size >= 0x4000_0000 ? sizeClasses - 1 : 32 - Math.clz32(size);

/** Class of a number by its magnitude, negative ones behind the others. */
export const numberClassOf = (value: number): number => {
  const size = sizeClassOf(Math.abs(value));
  return value < 0 ? sizeClasses + size : size;
};
