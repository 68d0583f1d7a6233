import { usageErrorOf } from "../../usage-error-of.ts";

/** The sentence with which something was refused, its place and hint included. */
export const refusalOf = (act: () => unknown): string => usageErrorOf(act).line;
