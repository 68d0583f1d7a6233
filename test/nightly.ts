/** Whether the long proofs are run whole; a usual run holds a small part of each. */
export const isNightly: boolean = process.env["TRIPACT_NIGHTLY"] === "1";

/**
 * The seed of random moments, another one in every run. Tests have it in their names, and `TRIPACT_SEED` repeats one,
 * as it does for properties.
 */
export const seedOfMoments = Number(process.env["TRIPACT_SEED"] ?? Date.now() % 1_000_000);

/** How often a property is tried: a part of it in a usual run. */
export const tries = (usual: number, nightly: number): { readonly numRuns: number } => ({
  numRuns: isNightly ? nightly : usual,
});

/** Every row nightly; of many alike, the first and every so many of the others in a usual run. */
export const someOf = <Row>(rows: readonly Row[], every: number): readonly Row[] =>
  isNightly ? rows : rows.filter((_, index) => index % every === 0);
