/** A whole number with thousands separators: `1,374`. */
export const grouped = (count: number): string => count.toLocaleString("en-US");
