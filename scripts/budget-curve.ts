/**
 * Measures how many planted faults a reading run finds with a given number of requests, and how many thirty consecutive
 * runs find: writes reports/budget-curve.md. `--every N` takes every N-th fault, `--budgets 25,60` sets the budgets,
 * `--seed N` the seed, `--runs N` the number of runs. `--hindsight` writes reports/budget-hindsight.md instead: how
 * many a run could find if it knew which requests show which fault.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { faults } from "../src/builtin/faults/generated/faults.ts";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  type Discovery,
  defaultBudget,
  discoveriesOf,
  proofsOfAll,
  type RepeatedTrials,
  type Trial,
  trialsOf,
  unlimited,
} from "./budget-trials.ts";
import { type Proof, withHindsight } from "./budget-hindsight.ts";
import { writeMeasured } from "./write-measured.ts";

/** The task of a worker. */
interface Order extends RepeatedTrials {
  readonly hindsight: boolean;
}

interface Measured {
  readonly trials: readonly Trial[];
  readonly discoveries: readonly Discovery[];
  readonly proofs: readonly (readonly Proof[])[];
}

const inWorker = (workerPart: Order): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: workerPart });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 1000) / 10} %`;

/** The results of one budget: faults found, requests of a run that finds none, and facts that every run judged. */
const rowOf = (budget: number, trials: readonly Trial[], most: number): string => {
  const some = trials.filter((trial) => trial.budget === budget);
  const found = some.filter((trial) => trial.found).length;
  const asked = Math.max(...some.map(({ requests }) => requests));
  const judged = Math.min(...some.map((trial) => trial.judged));
  const name = budget === unlimited ? "unlimited" : String(budget);
  return `| ${name} | ${asked} | ${judged} | ${found} | ${percent(found, most)} |`;
};

/** Numbers of runs for which the table lists the faults found so far. */
const marks = [1, 2, 3, 7, 14, 30];

const runRows = (discoveries: readonly Discovery[], runs: number): readonly string[] =>
  marks
    .filter((mark) => mark <= runs)
    .map((mark) => {
      const found = discoveries.filter(({ run = Infinity }) => run <= mark).length;
      return `| ${mark} | ${found} | ${percent(found, discoveries.length)} |`;
    });

const sampleOf = (count: number, every: string): string =>
  every === "1"
    ? `each of ${count} planted faults`
    : `a sample of ${count} planted faults, one in ${every} (\`npm run curve -- --every ${every}\`)`;

const hindsightOf = (proofs: Measured["proofs"], sample: string, seed: string): string => {
  const { shown, needed } = withHindsight(proofs, [25, 60, 100, 200, 300, 400, 500]);
  return [
    `A run that writes nothing, seed ${seed}, against ${sample}; it finds ${proofs.length} of them without a limit. Whoever knew beforehand which requests show which fault, each with what it is compared with, and chose them greedily, would find:`,
    "",
    "| requests | faults found | of those without a limit |",
    "|---|---|---|",
    ...[...shown].map(([requests, found]) => `| ${requests} | ${found} | ${percent(found, proofs.length)} |`),
    "",
    `All of them take ${needed} requests. No order of the same requests does better than that by much; a run knows nothing beforehand.`,
    "",
  ].join("\n");
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      every: { type: "string", default: "1" },
      budgets: { type: "string", default: "25,50,60,100,200,300" },
      seed: { type: "string", default: "1" },
      runs: { type: "string", default: "30" },
      hindsight: { type: "boolean", default: false },
    },
  });
  const budgets = [...values.budgets.split(",").map(Number), unlimited];
  const parts = availableParallelism();
  const { hindsight } = values;
  const [every, seed, runs] = [Number(values.every), Number(values.seed), Number(values.runs)];
  const all = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      inWorker({ part, parts, every, budgets, seed, runs, hindsight }),
    ),
  );
  const trials = all.flatMap((one) => one.trials);
  const discoveries = all.flatMap((one) => one.discoveries);
  if (hindsight) {
    const proofs = all.flatMap((one) => one.proofs);
    const text = hindsightOf(proofs, sampleOf(Math.ceil(faults.length / every), values.every), values.seed);
    process.stdout.write(text);
    return writeMeasured("budget-hindsight", "What hindsight would find with few requests", text);
  }
  const most = trials.filter(({ budget, found }) => budget === unlimited && found).length;
  const lines = [
    `A run that writes nothing, seed ${values.seed}, against ${sampleOf(trials.length / budgets.length, values.every)}; it finds ${most} of them without a limit.`,
    "",
    "| requests allowed | used at most | facts judged at least | faults found | of those without a limit |",
    "|---|---|---|---|---|",
    ...budgets.map((budget) => rowOf(budget, trials, most)),
    "",
    `The same in consecutive runs, each with ${defaultBudget} requests: what the runs before have covered least comes first.`,
    "",
    "| runs | faults found | of those without a limit |",
    "|---|---|---|",
    ...runRows(discoveries, runs),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  writeMeasured("budget-curve", "Planted faults found against requests allowed", lines.join("\n"));
};

const measured = async (part: Order): Promise<Measured> => {
  if (part.hindsight) return { trials: [], discoveries: [], proofs: await proofsOfAll(part) };
  const trials = await trialsOf(part);
  return { trials, discoveries: await discoveriesOf(part, trials), proofs: [] };
};

if (isMainThread) await main();
else parentPort?.postMessage(await measured(workerData as Order)); // Set by inWorker above.
