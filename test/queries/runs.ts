/** How often a property is tried: 500 times, or as TRIPACT_FC_RUNS says for the nightly test. */
export const runs = { numRuns: Number(process.env["TRIPACT_FC_RUNS"] ?? 500) };

/** For properties whose single run is dear; the nightly test multiplies these alike. */
export const fewerRuns = (share: number): { numRuns: number } => ({ numRuns: Math.ceil(runs.numRuns * share) });
