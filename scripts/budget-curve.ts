/**
 * How many planted faults a reading run finds with so many requests, and how many the nights of a month find: writes
 * reports/budget-curve.md. `--every N` takes every N-th fault, and says so; `--budgets 25,60` other budgets, `--seed N`
 * another seed, `--nights N` other nights.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  type Discovery,
  discoveriesOf,
  nightly,
  type Trial,
  type Trials,
  trialsOf,
  unlimited,
} from "./budget-trials.ts";
import { writeMeasured } from "./write-measured.ts";

interface Measured {
  readonly trials: readonly Trial[];
  readonly discoveries: readonly Discovery[];
}

const inWorker = (workerPart: Trials): Promise<Measured> =>
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

/** The nights of which the table tells what had been found by then. */
const marks = [1, 2, 3, 7, 14, 30];

const nightRows = (discoveries: readonly Discovery[], nights: number): readonly string[] =>
  marks
    .filter((mark) => mark <= nights)
    .map((mark) => {
      const found = discoveries.filter(({ night = Infinity }) => night <= mark).length;
      return `| ${mark} | ${found} | ${Math.round((found / discoveries.length) * 1000) / 10} % |`;
    });

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
      nights: { type: "string", default: "30" },
    },
  });
  const budgets = [...values.budgets.split(",").map(Number), unlimited];
  const parts = availableParallelism();
  const [every, seed, nights] = [Number(values.every), Number(values.seed), Number(values.nights)];
  const all = await Promise.all(
    Array.from({ length: parts }, (_, part) => inWorker({ part, parts, every, budgets, seed, nights })),
  );
  const trials = all.flatMap((one) => one.trials);
  const discoveries = all.flatMap((one) => one.discoveries);
  const most = trials.filter(({ budget, found }) => budget === unlimited && found).length;
  const lines = [
    `A run that writes nothing, seed ${values.seed}, against ${sampleOf(trials.length / budgets.length, values.every)}; it finds ${most} of them without a limit.`,
    "",
    "| requests allowed | used at most | faults found | of those without a limit |",
    "|---|---|---|---|",
    ...budgets.map((budget) => rowOf(budget, trials, most)),
    "",
    `The same on consecutive nights, each with ${nightly} requests: what the nights before have covered least comes first.`,
    "",
    "| nights | faults found | of those without a limit |",
    "|---|---|---|",
    ...nightRows(discoveries, nights),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  writeMeasured("budget-curve", "Planted faults found against requests allowed", lines.join("\n"));
};

const measured = async (part: Trials): Promise<Measured> => {
  const trials = await trialsOf(part);
  return { trials, discoveries: await discoveriesOf(part, trials) };
};

if (isMainThread) await main();
else parentPort?.postMessage(await measured(workerData as Trials)); // set by inWorker above
