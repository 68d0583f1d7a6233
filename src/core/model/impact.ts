/** Gravest first. */
export const impacts = ["breaking", "additive", "informational"] as const;

/**
 * Impact of a change on users of the generated types: `breaking` if correct code may now be wrong, `additive` if
 * something was added, `informational` otherwise.
 */
export type Impact = (typeof impacts)[number];
