import { join } from "node:path";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { summarize, type Summary } from "../statistics.ts";
import { runProcess } from "../whole-process.ts";

interface Filling {
  readonly rowsPerSecond: number;
  readonly donorsPerSecond: number;
  readonly peakMb: number;
}

/** Fills a data file in a separate process. */
const fill = async ({ root, scratch }: BenchContext, donors: number, seed: number): Promise<Filling> => {
  const file = join(scratch, `${donors}-${seed}.sqlite`);
  const { out, peakMb } = await runProcess(process.execPath, [
    `${root}bench/fill.ts`,
    file,
    String(donors),
    String(seed),
  ]);
  const { ms, rows } = JSON.parse(out) as { ms: number; rows: number }; // The output of fill.ts.
  return { rowsPerSecond: (rows / ms) * 1000, donorsPerSecond: (donors / ms) * 1000, peakMb };
};

const fillings = async (context: BenchContext, donors: number, runs: number): Promise<readonly Filling[]> => {
  const all: Filling[] = [];
  for (let seed = 1; seed <= runs; seed += 1) all.push(await fill(context, donors, seed));
  return all;
};

const over = (all: readonly Filling[], pick: (one: Filling) => number): Summary => summarize(all.map(pick));

/** Filling a sandbox: rows of all tables, of all three interfaces. */
export const generating: Measure = {
  id: "generating",
  title: "generating data",
  measure: async (context) => {
    const few = Math.round(50_000 * context.scale);
    const many = 4 * few;
    const small = await fillings(context, few, context.runs);
    const large = await fillings(context, many, 1);
    const donors = over(small, ({ donorsPerSecond }) => donorsPerSecond).value;
    const name = (count: number): string => `${count.toLocaleString("en")} donors to a file`;
    const rows: Figure = {
      what: `rows generated, ${name(few)}`,
      unit: "rows/s",
      ...over(small, ({ rowsPerSecond }) => rowsPerSecond),
      limit: { on: "value", at: "least", bound: 50_000 },
      note: `of all tables; donors and their three gifts alone: ${Math.round(donors * 4).toLocaleString("en")} a second`,
    };
    const memory: Figure = {
      what: `memory at its peak, ${name(many)}`,
      unit: "MB",
      ...over(large, ({ peakMb }) => peakMb),
      peer: { name: "a quarter of the donors", value: over(small, ({ peakMb }) => peakMb).value },
      limit: { on: "ratio", at: "most", bound: 1.35 },
      note: "what grows is garbage that nobody has collected yet",
    };
    return [rows, memory];
  },
};
