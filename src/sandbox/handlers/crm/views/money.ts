/** Cents, as a number or as the digits of one, as a decimal string: 184050 becomes `1840.50` (GEN-01). */
export const decimalString = (cents: number | string): string => {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
