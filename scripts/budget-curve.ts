/**
 * How many planted faults a reading run finds with so many requests: writes reports/budget-curve.md. `--every N` takes
 * every N-th fault, and says so; `--budgets 25,60` other budgets, `--seed N` another seed.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Trial, type Trials, trialsOf, unlimited } from "./budget-trials.ts";
import { writeMeasured } from "./write-measured.ts";

const inWorker = (workerPart: Trials): Promise<Trial[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: workerPart });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

/** What one budget has come to: faults found, and requests of a run that finds none. */
const rowOf = (budget: number, trials: readonly Trial[], most: number): string => {
  const some = trials.filter((trial) => trial.budget === budget);
  const found = some.filter((trial) => trial.found).length;
  const asked = Math.max(...some.map(({ requests }) => requests));
  const name = budget === unlimited ? "unlimited" : String(budget);
  return `| ${name} | ${asked} | ${found} | ${Math.round((found / most) * 1000) / 10} % |`;
};

const sampleOf = (count: number, every: string): string =>
  every === "1"
    ? `each of ${count} planted faults`
    : `a sample of ${count} planted faults, one in ${every} (\`npm run curve -- --every ${every}\`)`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      every: { type: "string", default: "1" },
      budgets: { type: "string", default: "25,50,60,100,200,300" },
      seed: { type: "string", default: "1" },
    },
  });
  const budgets = [...values.budgets.split(",").map(Number), unlimited];
  const parts = availableParallelism();
  const part = { parts, every: Number(values.every), budgets, seed: Number(values.seed) };
  const all = await Promise.all(
    Array.from({ length: parts }, (_, index) => inWorker({ ...part, part: index })),
  );
  const trials = all.flat();
  const most = trials.filter(({ budget, found }) => budget === unlimited && found).length;
  const lines = [
    `A run that writes nothing, seed ${values.seed}, against ${sampleOf(trials.length / budgets.length, values.every)}; it finds ${most} of them without a limit.`,
    "",
    "| requests allowed | used at most | faults found | of those without a limit |",
    "|---|---|---|---|",
    ...budgets.map((budget) => rowOf(budget, trials, most)),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  writeMeasured("budget-curve", "Planted faults found against requests allowed", lines.join("\n"));
};

if (isMainThread) await main();
else parentPort?.postMessage(await trialsOf(workerData as Trials)); // set by inWorker above
