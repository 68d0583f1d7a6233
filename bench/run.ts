/** `npm run bench`: every figure beside its limit and its peer; `--only ids`, `--quick`, `--no-peers`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { type BenchContext, type Figure, isMet, type Measure, ratioOf } from "./figure.ts";
import { answers } from "./measures/answers.ts";
import { binary } from "./measures/binary.ts";
import { budget } from "./measures/budget.ts";
import { check } from "./measures/check.ts";
import { donorQuery } from "./measures/donor-query.ts";
import { fleet } from "./measures/fleet.ts";
import { generating } from "./measures/generating.ts";
import { growth } from "./measures/growth.ts";
import { latency } from "./measures/latency.ts";
import { mixed } from "./measures/mixed.ts";
import { observe } from "./measures/observe.ts";
import { proxy } from "./measures/proxy.ts";
import { driftStore } from "./measures/drift-store.ts";
import { servedDocument } from "./measures/served-document.ts";
import { shapes } from "./measures/shapes.ts";
import { startUp } from "./measures/start-up.ts";
import { usage } from "./measures/usage.ts";
import { validation } from "./measures/validation.ts";
import { writeMeasured } from "../scripts/write-measured.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const measures: readonly Measure[] = [
  startUp,
  binary,
  check,
  budget,
  validation,
  answers,
  mixed,
  servedDocument,
  donorQuery,
  proxy,
  generating,
  observe,
  usage,
  shapes,
  driftStore,
  fleet,
  latency,
  growth,
];

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);

const limitText = ({ limit }: Figure): string =>
  `${limit.at === "most" ? "≤" : "≥"} ${number(limit.bound)}${limit.on === "ratio" ? "×" : ""}`;

const verdict = (figure: Figure): string => {
  const met = isMet(figure);
  return met === undefined ? "" : met ? "met" : "**not met**";
};

const rowOf = (figure: Figure): string => {
  const ratio = ratioOf(figure);
  const cells = [
    figure.what,
    `${number(figure.value)} ${figure.unit} ±${Math.round(figure.spread * 100)}%`,
    figure.peer === undefined ? "" : `${figure.peer.name}: ${number(figure.peer.value)}`,
    ratio === undefined ? "" : `${ratio.toPrecision(3)}×`,
    limitText(figure),
    verdict(figure),
    figure.note ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
};

const tableHead = "| what | figure | peer | ratio | to reach | | note |\n|---|---|---|---|---|---|---|\n";

const rowsOf = (figures: readonly Figure[]): string => figures.map((figure) => `${rowOf(figure)}\n`).join("");

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    peers: { type: "boolean", default: true },
    scale: { type: "string" },
  },
  allowNegative: true,
});
const chosen = values.only?.split(",");
const unknown = chosen?.find((id) => !measures.some((measure) => measure.id === id));
if (unknown !== undefined) {
  process.stderr.write(
    `no measure is called ${unknown}; there are ${measures.map(({ id }) => id).join(", ")}\n`,
  );
  process.exit(2);
}

process.stdout.write(tableHead);
const results: { readonly id: string; readonly title: string; readonly figures: readonly Figure[] }[] = [];
for (const { id, title, measure } of measures) {
  if (chosen?.includes(id) === false) continue;
  const scratch = mkdtempSync(join(tmpdir(), "tripact-bench-"));
  const context: BenchContext = {
    root,
    scratch,
    runs: values.quick ? 2 : 5,
    scale: Number(values.scale ?? (values.quick ? 0.02 : 1)),
    peers: values.peers,
    note: (line) => process.stderr.write(`  ${line}\n`),
  };
  process.stderr.write(`${title}…\n`);
  try {
    const figures = await measure(context);
    results.push({ id, title, figures });
    // A whole benchmark takes minutes, so each result is printed immediately.
    process.stdout.write(rowsOf(figures));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "" };
mkdirSync(`${root}reports`, { recursive: true });
writeFileSync(
  `${root}reports/bench.json`,
  `${JSON.stringify({ machine, at: new Date().toISOString(), quick: values.quick, results }, null, 2)}\n`,
);
const all = results.flatMap(({ figures }) => figures);
// A partial or quick run is not published.
if (chosen === undefined && !values.quick) writeMeasured("bench", "Speed", `${tableHead}${rowsOf(all)}`);
const missed = all.filter((figure) => isMet(figure) === false);
process.stdout.write(`\n${missed.length} of ${all.length} figures miss what they have to reach\n`);
process.exitCode = missed.length > 0 && !values.quick ? 1 : 0;
