/**
 * Pastes the printed lines of every finding of every planted fault into a shell, against a new sandbox with the fault,
 * and prints how many show the finding, the number of their requests, and the number of problems of each fault.
 *
 *   npm run pasted                        all faults
 *   npm run pasted -- --every 20          a sample
 *   npm run pasted -- DON-03 total-counts-the-page    those of a fact, or one, with their lines
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { parseArgs } from "node:util";
import { faults } from "../src/builtin/faults/generated/faults.ts";
import type { Problem } from "../src/core/model/problem.ts";
import { observed, paste, type Paste } from "./paste.ts";

const { values, positionals } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    /** Of each fault, at most this many findings of each check are pasted. */
    few: { type: "string", default: "2" },
    workers: { type: "string" },
    out: { type: "string" },
  },
  allowPositionals: true,
});

interface Row {
  readonly fault: string;
  readonly title: string;
  readonly problems: readonly Pick<Problem, "what" | "where" | "kind" | "severity">[];
  readonly pastes: readonly Paste[];
}

const chosen = faults.filter(({ id, fact }, index) =>
  positionals.length === 0
    ? index % Number(values.every) === Number(values.from)
    : positionals.includes(id) || positionals.includes(fact),
);

const rowOf = async (fault: (typeof faults)[number]): Promise<Row> => {
  const run = await observed(fault);
  const { findings, problems = [] } = run.report;
  const some = [...Map.groupBy(findings, ({ check }) => check).values()].flatMap((same) =>
    same.slice(0, Number(values.few)),
  );
  const pastes: Paste[] = [];
  for (const finding of some) pastes.push(await paste(fault, finding, run));
  return {
    fault: fault.id,
    title: fault.title,
    pastes,
    problems: problems.map(({ what, where, kind, severity }) => ({ what, where, kind, severity })),
  };
};

const inWorker = (part: number, parts: number): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      argv: process.argv.slice(2),
      workerData: { part, parts },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10} %)`;

const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;

const main = async (): Promise<void> => {
  const parts = Number(values.workers ?? availableParallelism());
  const rows = (await Promise.all(Array.from({ length: parts }, (_, part) => inWorker(part, parts)))).flat();
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(rows, undefined, 1));
  const pastes = rows.flatMap((row) => row.pastes);
  for (const row of rows) {
    const bad = row.pastes.filter(({ outcome }) => outcome === "not shown" || outcome === "no value");
    for (const one of bad)
      process.stdout.write(`${one.fault} ${one.check} ${one.fingerprint}: ${one.outcome} ${one.why ?? ""}\n`);
    if (positionals.length > 0)
      for (const one of row.pastes)
        process.stdout.write(`${one.check} ${one.outcome}\n  ${one.lines.join("\n  ")}\n`);
    if (row.problems.length !== 1 || positionals.length > 0)
      process.stdout.write(
        `${row.fault} (${row.title}): ${row.problems.length} problems\n${row.problems
          .map(({ where, what }) => `    ${where}: ${what}\n`)
          .join("")}`,
      );
  }
  const count = (outcome: Paste["outcome"]): string =>
    share(pastes.filter((one) => one.outcome === outcome).length, pastes.length);
  const requests = pastes.filter(({ outcome }) => outcome !== "replay").map((one) => one.requests);
  const sum = requests.reduce((all, one) => all + one, 0);
  process.stdout.write(
    `${rows.length} faults, ${pastes.length} findings: shown ${count("shown")}, differs ${count("differs")}, replay ${count("replay")}, no value ${count("no value")}, not shown ${count("not shown")}\n` +
      `requests per finding: mean ${(sum / requests.length).toFixed(2)}, median ${quantile(requests, 0.5)}, 90 % ${quantile(requests, 0.9)}, most ${Math.max(...requests)}\n` +
      `one problem: ${share(rows.filter(({ problems }) => problems.length === 1).length, rows.length)}, problems per fault ${(rows.reduce((all, one) => all + one.problems.length, 0) / rows.length).toFixed(2)}\n`,
  );
};

if (isMainThread) await main();
else {
  const { part, parts } = workerData as { part: number; parts: number }; // Set by inWorker above.
  const rows: Row[] = [];
  for (const fault of chosen.filter((_, index) => index % parts === part)) rows.push(await rowOf(fault));
  parentPort?.postMessage(rows);
}
