import { documentation } from "../../src/builtin/documents.ts";
import { performance } from "node:perf_hooks";
import { openHistory } from "../../src/monitoring/history/sqlite.ts";
import type { RunRepository } from "../../src/monitoring/history/create-repository.ts";
import { createShapes, type Shapes } from "../../src/core/shapes/shapes.ts";
import type { DriftTarget } from "../../src/core/model/drift.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import { openStore, type Store } from "../../src/core/store/store.ts";
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

const end = async (runs: RunRepository, at: number, shapes: Shapes): Promise<void> => {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  const order = {
    run: `run ${at}`,
    startedAt,
    seed: at,
    version: "bench",
    organization: target.organization,
  };
  const run = await runs.start(order, [target]);
  const result = {
    target,
    shapes: JSON.stringify(shapes),
    requests: 1,
    findings: { error: 0, warning: 0, info: 0 },
  };
  await runs.end(run, { endedAt: startedAt, requests: 1 }, [result]);
};

/** Runs in the store, of the target and of every other organization. */
const runsBefore = 30;

const runColumns = `day, run, position, status, reason, requests, answers, operations, errors, warnings, infos,
  new_changes, standing_changes, back_changes, gone_changes, inconclusive_changes, breaking_changes`;

/** Copies the target's rows for other organizations. */
const addOthers = ({ database }: Store, count: number): void => {
  for (let id = 2; id <= count + 1; id += 1)
    database.exec(
      `INSERT INTO organization (id, name) VALUES (${id}, 'other ${id}');
       INSERT INTO target SELECT ${id}, ${id}, interface, address FROM target WHERE id = 1;
       INSERT INTO target_run SELECT ${id}, ${runColumns} FROM target_run WHERE target = 1;
       INSERT INTO target_shapes SELECT ${id}, day, shapes FROM target_shapes WHERE target = 1;
       INSERT INTO operation_run SELECT ${id}, day, operation, answers, good, locations, latency, statuses, changes
         FROM operation_run WHERE target = 1;
       INSERT INTO target_state SELECT ${id}, form, position, acceptance, state FROM target_state WHERE target = 1;`,
    );
};

/** Milliseconds for ending a run and reading the history of its target, each as in a new process. */
const timesBeside = async (others: number, path: string, count: number): Promise<Summary> => {
  const file = openStore(path);
  try {
    for (let at = 1; at <= runsBefore; at += 1)
      await end(await openHistory(file, documentation), at, shapesOf(at));
    file.transaction(() => addOthers(file, others));
    const times: number[] = [];
    for (let at = runsBefore + 1; at <= runsBefore + count; at += 1) {
      const shapes = shapesOf(at);
      const startedAt = performance.now();
      const runs = await openHistory(file, documentation);
      await end(runs, at, shapes);
      const histories = await Array.fromAsync(runs.histories({ targets: [target] }));
      if (histories.length !== 1) throw new Error("the target has no history");
      times.push(performance.now() - startedAt);
    }
    return summarize(times);
  } finally {
    file.close();
  }
};

/** The cost of a drift run in its store beside the runs of other organizations. */
export const driftStore: Measure = {
  id: "drift-store",
  title: "a drift run beside other organizations",
  measure: async ({ runs, scratch, scale }) => {
    const count = (organizations: number): number => Math.round((organizations - 1) * scale);
    const time = (organizations: number): Promise<Summary> =>
      timesBeside(count(organizations), `${scratch}/drift-${organizations}.sqlite`, runs);
    const alone = await time(1);
    const figures: Figure[] = [];
    for (const organizations of [20, 200])
      figures.push({
        what: `a drift run in a store of ${organizations} organizations, ${runsBefore} runs each`,
        unit: "ms",
        ...(await time(organizations)),
        peer: { name: "alone", value: alone.value },
        limit: { on: "ratio", at: "most", bound: 1.5 },
      });
    return figures;
  },
};
