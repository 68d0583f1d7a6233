/** The gravest first. */
export const impacts = ["breaking", "additive", "informational"] as const;

/**
 * What a change means for those who use the generated types: `breaking` when code that was right may now be
 * wrong, `additive` when there is more than before, `informational` when neither.
 */
export type Impact = (typeof impacts)[number];
