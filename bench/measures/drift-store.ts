import { documentation } from "../../src/contract/documents.ts";
import { performance } from "node:perf_hooks";
import { type DriftStore, openDriftStore } from "../../src/harness/drift/drift-store.ts";
import { createShapes, type Shapes } from "../../src/harness/drift/shapes.ts";
import type { DriftTarget } from "../../src/harness/model/drift.ts";
import type { Exchange } from "../../src/harness/model/exchange.ts";
import { openStore, type Store } from "../../src/harness/store/store.ts";
import type { Figure, Measure } from "../figure.ts";
import { type Summary, summarize } from "../statistics.ts";

const target: DriftTarget = {
  interface: "donation",
  address: "https://api.example.org",
  organization: "own",
};

const page = (run: number): Exchange => ({
  interface: "donation",
  operation: "listDonors",
  request: {
    method: "GET",
    url: "https://api.example.org/api/Donor/list",
    headers: {},
    authorization: "none",
  },
  outcome: {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/json" },
    body: {
      kind: "json",
      value: {
        items: Array.from({ length: 100 }, (_, at) => ({
          id: run * 100 + at,
          ...Object.fromEntries(Array.from({ length: 100 }, (__, field) => [`field${field}`, "text"])),
        })),
        total: 100,
      },
    },
    elapsedMs: 10,
  },
});

const shapesOf = (run: number): Shapes => {
  const shapes = createShapes(documentation, { once: true });
  shapes.add(page(run));
  return shapes;
};

const end = (store: DriftStore, run: number, shapes: Shapes): void => {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + run)).toISOString();
  const open = store.begin(target, { run: `run ${run}`, startedAt, seed: run, version: "bench" });
  store.end(open, { shapes, requests: 1, findings: { error: 0, warning: 0, info: 0 } });
};

/** Runs of the target that are in the store, and of every other organization. */
const runsBefore = 30;

/** Copies the target's rows for so many other organizations. */
const addOthers = ({ database }: Store, count: number): void => {
  for (let id = 2; id <= count + 1; id += 1)
    database.exec(
      `INSERT INTO drift_target SELECT ${id}, interface, address, 'other ${id}' FROM drift_target WHERE id = 1;
       INSERT INTO drift_run (target, position, state, run, started_at, seed, version, shapes, outcome)
         SELECT ${id}, position, state, run, started_at, seed, version, shapes, outcome FROM drift_run WHERE target = 1;
       INSERT INTO drift_state SELECT ${id}, form, position, acceptance, state FROM drift_state WHERE target = 1;`,
    );
};

/** Milliseconds for ending a run and reading the history of its target, each time as a process of its own would. */
const timesBeside = (others: number, path: string, runs: number): Summary => {
  const file = openStore(path);
  try {
    for (let run = 1; run <= runsBefore; run += 1)
      end(openDriftStore(file, documentation), run, shapesOf(run));
    file.transaction(() => addOthers(file, others));
    const times = Array.from({ length: runs }, (_, at) => {
      const shapes = shapesOf(runsBefore + 1 + at);
      const startedAt = performance.now();
      const store = openDriftStore(file, documentation);
      end(store, runsBefore + 1 + at, shapes);
      if ([...store.histories([target])].length !== 1) throw new Error("the target has no history");
      return performance.now() - startedAt;
    });
    return summarize(times);
  } finally {
    file.close();
  }
};

/** What a drift run costs in its store beside the runs of other organizations. */
export const driftStore: Measure = {
  id: "drift-store",
  title: "a drift run beside other organizations",
  measure: async ({ runs, scratch, scale }) => {
    const count = (organizations: number): number => Math.round((organizations - 1) * scale);
    const time = (organizations: number): Summary =>
      timesBeside(count(organizations), `${scratch}/drift-${organizations}.sqlite`, runs);
    const alone = time(1);
    return [20, 200].map((organizations): Figure => ({
      what: `a drift run in a store of ${organizations} organizations, ${runsBefore} runs each`,
      unit: "ms",
      ...time(organizations),
      peer: { name: "alone", value: alone.value },
      limit: { on: "ratio", at: "most", bound: 1.5 },
    }));
  },
};
