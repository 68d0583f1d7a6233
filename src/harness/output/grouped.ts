/** A whole number with thousands separators: `1,374`. Loading `Intl` would take a tenth of a short command's time. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
