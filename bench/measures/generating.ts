import { performance } from "node:perf_hooks";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";

/** Filling a sandbox. Donors, and three gifts each, are what a row is counted by. */
export const generating: Measure = {
  id: "generating",
  title: "generating data",
  measure: async ({ runs, scale, scratch }) => {
    const donors = Math.round(50_000 * scale);
    const speeds: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const startedAt = performance.now();
      const sandbox = createSandbox({ scale: donors, seed: run + 1, dataFile: `${scratch}/${run}.sqlite` });
      speeds.push((donors * 4) / ((performance.now() - startedAt) / 1000));
      await sandbox.close();
    }
    return [
      {
        what: `rows generated, ${donors.toLocaleString("en")} donors to a file`,
        unit: "rows/s",
        ...summarize(speeds),
        limit: { on: "value", at: "least", bound: 50_000 },
      },
    ];
  },
};
