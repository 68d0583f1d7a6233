import { vi } from "vitest";

const usual = 80;

/** How often a property is tried: 80 times, or as TRIPACT_FC_RUNS says for the nightly test. */
export const runs = { numRuns: Number(process.env["TRIPACT_FC_RUNS"] ?? usual) };

/** For properties whose single run is dear; the nightly test multiplies these alike. */
export const fewerRuns = (share: number): { numRuns: number } => ({
  numRuns: Math.ceil(runs.numRuns * share),
});

// More runs take more time, and so does a busy machine.
vi.setConfig({ testTimeout: 180_000 * Math.max(1, runs.numRuns / usual) });
