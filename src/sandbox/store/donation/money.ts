/** The only currency of the sandbox. */
export const currencyCode = "USD";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: currencyCode });

/** Cents as a person reads them: 6000 is `$60.00`. */
export const money = (cents: number): string => dollars.format(cents / 100);
