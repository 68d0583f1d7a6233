/**
 * Runs the suite against every planted fault, writes reports/fault-matrix.md and reports/messages.md and updates the
 * totals of README.md. Exits with 1 if a fault is not found.
 *
 *   npm run faults                             all of them
 *   npm run faults -- DON-03 contact-ids-are-strings   those of a fact, or one; writes nothing
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { checks } from "../src/checks/generated/checks.ts";
import { faults } from "../src/builtin/faults/generated/faults.ts";
import { facts } from "../src/builtin/generated/registry.ts";
import type { Fault } from "../src/builtin/faults/fault.ts";
import type { Finding } from "../src/core/model/finding.ts";
import { runWithFault, type FaultRun } from "./fault-run.ts";
import { writeMeasured } from "./write-measured.ts";

type Worded = Pick<Finding, "check" | "severity" | "message" | "expected" | "actual">;

/** A run as sent from a worker: the fault by its id. */
type Row = Omit<FaultRun, "fault" | "findings"> & { readonly id: string; readonly worded: readonly Worded[] };

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

const named = process.argv.slice(2);

const chosen = faults.filter(
  ({ id, fact }) => named.length === 0 || named.includes(id) || named.includes(fact),
);

const rowsOfPart = async (part: number, parts: number): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const fault of chosen.filter((_, index) => index % parts === part)) {
    const { found, by, astray, findings } = await runWithFault(fault);
    const worded = findings.map(({ check, severity, message, expected, actual }) => ({
      check,
      severity,
      message,
      expected,
      actual,
    }));
    rows.push({ id: fault.id, found, by, astray, worded });
  }
  return rows;
};

const inWorker = (part: number, parts: number): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { argv: named, workerData: { part, parts } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

/** With which severity, if not as an error. */
const as = ({ severity }: Fault): string => (severity === undefined ? "" : ` (${severity})`);

const tableOf = (rows: readonly Row[]): string => {
  const lines = faults.map((fault) => {
    const row = rows.find(({ id }) => id === fault.id);
    const found = row?.found === true ? `found${as(fault)}` : "**not found**";
    const astray = row === undefined || row.astray.length === 0 ? "" : ` (and ${row.astray.join(", ")})`;
    return `| ${fault.fact} | ${fault.id} | ${fault.grade} | ${found}${astray} | ${row?.by.join(", ") ?? ""} |`;
  });
  return ["| fact | fault | grade | | by |", "|---|---|---|---|---|", ...lines].join("\n");
};

const summaryOf = (rows: readonly Row[]): string => {
  const found = rows.filter((row) => row.found).length;
  const lesser = faults.filter(({ severity }) => severity !== undefined).length;
  const broken = new Set(faults.map(({ fact }) => fact)).size;
  const breakable = facts.filter(({ see }) => see !== "static").length;
  return `${found} of ${faults.length} planted faults are found and blamed on the fact they break, ${lesser} of them as a warning; they break ${broken} of the ${breakable} facts that are not static.`;
};

const idle = (rows: readonly Row[]): readonly string[] => {
  const busy = new Set(rows.flatMap(({ by }) => by));
  return checks.map(({ id }) => id).filter((id) => !busy.has(id));
};

const cell = (text: string): string => text.replace(/[|\\]/g, "\\$&").replace(/\s+/g, " ");

/** A message without the names and numbers in it: those who differ in them alone have one wording. */
const wordingOf = (line: string): string =>
  line
    .replaceAll(/`[^`]*`/g, "`name`")
    .replaceAll(/\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b[a-z]+_\w+/g, "name")
    .replaceAll(/\d+/g, "0");

/** What findings say, side by side: each wording once, with the first fault that shows it. */
const messagesOf = (rows: readonly Row[]): string => {
  const said = new Set<string>();
  return facts
    .flatMap(({ id, statement }) => {
      const lines: string[] = [];
      for (const fault of faults.filter(({ fact }) => fact === id))
        for (const { check, severity, message, expected, actual } of rows.find((row) => row.id === fault.id)
          ?.worded ?? []) {
          const line = [message, expected, actual].map(cell).join(" | ");
          if (said.has(wordingOf(line))) continue;
          said.add(wordingOf(line));
          lines.push(`| ${line} | ${severity} | ${check} | ${fault.id} |`);
        }
      if (lines.length === 0) return [];
      return [
        `## ${id}\n\n${statement}`,
        [
          "| message | expected | actual | severity | check | planted |",
          "|---|---|---|---|---|---|",
          ...lines,
        ].join("\n"),
      ];
    })
    .join("\n\n");
};

/** Prints which checks found each fault, besides the totals. */
const printEach = (rows: readonly Row[]): void => {
  for (const { id, found, by, astray } of rows) {
    const also = astray.length === 0 ? "" : `, and blames ${astray.join(", ")}`;
    process.stdout.write(`${id}: ${found ? `found by ${by.join(", ")}` : "not found"}${also}\n`);
  }
};

const main = async (): Promise<void> => {
  const unknown = named.filter((name) => !faults.some(({ id, fact }) => id === name || fact === name));
  if (unknown.length > 0) throw new Error(`no fault and no fact: ${unknown.join(", ")}`);
  const parts = availableParallelism();
  const rows = (await Promise.all(Array.from({ length: parts }, (_, part) => inWorker(part, parts)))).flat();
  if (rows.some(({ found }) => !found)) process.exitCode = 1;
  if (named.length > 0) return printEach(rows);
  const summary = summaryOf(rows);
  const unused = idle(rows);
  const checksLine =
    unused.length === 0 ? "Every check finds at least one." : `Checks that find none: ${unused.join(", ")}.`;
  writeMeasured("fault-matrix", "Planted faults", `${summary} ${checksLine}\n\n${tableOf(rows)}`);
  writeMeasured("messages", "What findings say", messagesOf(rows));
  const readme = readFileSync(path("README.md"), "utf8");
  const marked = /(<!-- faults -->)[\s\S]*?(<!-- \/faults -->)/;
  writeFileSync(path("README.md"), readme.replace(marked, `$1${summary}$2`));
  process.stdout.write(`${summary}\n${checksLine}\n`);
  printEach(rows.filter(({ found, astray }) => !found || astray.length > 0));
};

if (isMainThread) await main();
else {
  const { part, parts } = workerData as { part: number; parts: number }; // Set by inWorker above.
  parentPort?.postMessage(await rowsOfPart(part, parts));
}
