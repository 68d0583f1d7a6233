/**
 * Measures how much of one deep run a month of runs under the default budget tries: writes reports/month.md. `--runs N`
 * (default 30), `--writes` with writes on, `--missing` prints what was not tried.
 */
import { parseArgs } from "node:util";
import { contract } from "../src/inputs/contract.ts";
import { validation } from "../src/builtin/validation.ts";
import type { Combination } from "../src/checks/support/combination.ts";
import { at } from "../src/checks/support/json.ts";
import { defaultSafety } from "../src/core/config/config.ts";
import type { Exchange } from "../src/core/model/exchange.ts";
import { stepOf } from "../src/core/model/exploration.ts";
import { embeddedTarget } from "../src/inputs/embedded-target.ts";
import { run, type RunOptions } from "../src/core/run/run.ts";
import { createSandbox, inProcessOrigin } from "../src/sandbox/sandbox.ts";
import { createTriedLog } from "../src/core/run/draw-moves.ts";
import { forecastOnce } from "./fault-run.ts";
import { writeMeasured } from "./write-measured.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "30" },
    writes: { type: "boolean", default: false },
    missing: { type: "boolean", default: false },
  },
});

/** What was tried, by kind of case. */
type Tried = Map<string, Set<string>>;

const note = (tried: Tried, kind: string, what: string): void => {
  tried.set(kind, (tried.get(kind) ?? new Set()).add(what));
};

const shapeOfFilter = (filter: string): string => (filter === "" || filter.includes("(") ? filter : "text");

const partsOf = (combination: Combination): readonly string[] => [
  `sort ${combination.sortBy}`,
  `descending ${combination.descending}`,
  `details ${combination.details}`,
  `filter ${shapeOfFilter(combination.filter)}`,
  `columns ${combination.columns}`,
  `skip ${combination.skip > 0}`,
  `take ${combination.take}`,
];

const noteCombination = (tried: Tried, operation: string, combination: Combination): void => {
  const parts = partsOf(combination);
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1))
      note(tried, "pairs of parameters", `${operation}: ${one}, ${other}`);
};

/** A credential by its names, because the value of an issued one differs in each run. */
const withoutValues = (authorization: object): string =>
  JSON.stringify(authorization, (name, value: unknown) => (name === "value" ? undefined : value));

/** Records what the exchanges of one check tried. */
const noteExchange = (tried: Tried, check: string, { call, operation = "" }: Exchange): void => {
  if (call === undefined) return;
  const plain = call.label;
  // Only the tags of combinations hold one.
  const combination = at(call.tag, "/asks/combined") as Combination | undefined;
  if (combination !== undefined) return noteCombination(tried, operation, combination);
  if (/texts-are-kept|troublesome/.test(check)) note(tried, "texts, numbers and ids", `${check}: ${plain}`);
  else if (call.expects === "refusal")
    note(tried, "refused requests", `${check}: ${operation} ${withoutValues(call.authorization)}`);
  else if (stepOf({ call } as Exchange) === undefined) note(tried, "other requests", `${check}: ${plain}`);
};

interface RunOrder {
  readonly budget?: number;
  readonly effort?: NonNullable<RunOptions["effort"]>;
  readonly tried?: NonNullable<RunOptions["tried"]>;
}

/** One run; returns its number of requests. */
const runOnce = async (
  { budget, effort = "budget", tried: log }: RunOrder,
  tried: Tried,
): Promise<number> => {
  const sandbox = createSandbox({ seed: 1 });
  const { sandboxOrigin: _, ...target } = embeddedTarget(
    sandbox,
    { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 },
    inProcessOrigin,
  );
  let nonce = 0;
  let requests = 0;
  const last = new Map<string, string>();
  try {
    const events = run({
      contract,
      validation,
      target: {
        ...target,
        allowWrites: values.writes,
        ...(budget === undefined ? {} : { budget }),
      },
      seed: 1,
      effort,
      version: "0",
      clock: sandbox.clock,
      nonce: () => `nonce-${(nonce += 1)}`,
      baseline: new Set(),
      ...(log === undefined ? {} : { tried: log, forecast: () => forecastOnce(values.writes) }),
    });
    for await (const event of events) {
      if (event.type === "run-ended") ({ requests } = event.report.summary);
      if (event.type !== "exchange") continue;
      noteExchange(tried, event.check, event.exchange);
      const step = stepOf(event.exchange);
      if (step === undefined) continue;
      const before =
        event.exchange.call?.label.startsWith("1 ") === true ? "" : (last.get(event.check) ?? "");
      if (step !== before)
        note(tried, "steps of sequences, each after each", `${event.check}: ${before} → ${step}`);
      last.set(event.check, step);
    }
    return requests;
  } finally {
    await sandbox.close();
  }
};

const share = (tried: Tried, all: Tried, kind: string): string => {
  const whole = all.get(kind) ?? new Set();
  const held = [...(tried.get(kind) ?? [])].filter((one) => whole.has(one)).length;
  return whole.size === 0 ? "" : `${Math.round((1000 * held) / whole.size) / 10} %`;
};

const main = async (): Promise<void> => {
  const all: Tried = new Map();
  const deepRequests = await runOnce({ effort: "deep" }, all);
  const log = createTriedLog();
  const budget = Math.min(defaultSafety.maxRequests, defaultSafety.perHour);
  const tried: Tried = new Map();
  const marks = [1, 10, 20, 30].filter((mark) => mark <= Number(values.runs));
  const shares = new Map<number, ReadonlyMap<string, string>>();
  let requests = 0;
  for (let night = 1; night <= Number(values.runs); night += 1) {
    requests += await runOnce({ budget, tried: log }, tried);
    if (marks.includes(night))
      shares.set(night, new Map([...all.keys()].map((kind) => [kind, share(tried, all, kind)])));
  }
  const text = [
    `The deep run makes ${deepRequests} requests, the others ${requests} in all.`,
    "",
    `| what is tried | deep run | ${marks.map((mark) => `run ${mark}`).join(" | ")} |`,
    `|---|---|${marks.map(() => "---|").join("")}`,
    ...[...all].map(
      ([kind, whole]) =>
        `| ${kind} | ${whole.size} | ${marks.map((mark) => shares.get(mark)?.get(kind) ?? "").join(" | ")} |`,
    ),
    "",
  ].join("\n");
  writeMeasured(
    values.writes ? "month-with-writes" : "month",
    `${values.runs} runs of ${budget} requests against one deep run, writes ${values.writes ? "on" : "off"}`,
    text,
  );
  process.stdout.write(text);
  if (!values.missing) return;
  for (const [kind, whole] of all)
    for (const one of whole)
      if (tried.get(kind)?.has(one) !== true) process.stdout.write(`not tried, of ${kind}: ${one}\n`);
};

await main();
