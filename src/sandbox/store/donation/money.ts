import { grouped } from "../../../harness/output/grouped.ts";

/** The only currency of the sandbox, and its sign. */
export const currencyCode = "USD";
const sign = "$";

/** Cents as a person reads them: 6000 is `$60.00`. */
export const money = (cents: number): string => {
  const amount = Math.abs(cents);
  const dollars = grouped(Math.floor(amount / 100));
  return `${cents < 0 ? "-" : ""}${sign}${dollars}.${String(amount % 100).padStart(2, "0")}`;
};
