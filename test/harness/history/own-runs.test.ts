import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { documentation } from "../../../src/contract/documents.ts";
import { judgeTarget } from "../../../src/harness/drift/judge-target.ts";
import { packShapes } from "../../../src/harness/drift/packed.ts";
import { createShapes, type Shapes } from "../../../src/harness/drift/shapes.ts";
import {
  packState,
  stateForm,
  stateFromJson,
  stateToJson,
} from "../../../src/harness/drift/tracked-state-json.ts";
import {
  createTrackedTarget,
  emptyTrackedState,
  type TrackedState,
} from "../../../src/harness/drift/tracked-target.ts";
import { oldSteps } from "../../../src/harness/history/old-store.ts";
import { ownHistories, type RunRepository } from "../../../src/harness/history/create-repository.ts";
import { openHistory } from "../../../src/harness/history/sqlite.ts";
import type { DriftHistory, DriftTarget } from "../../../src/harness/model/drift.ts";
import { openStore, type Store } from "../../../src/harness/store/store.ts";
import { isNightly, tries } from "../../nightly.ts";
import { temporaryFolder } from "../../tools/cli/temporary-folder.ts";
import { acceptance, answered, json } from "../drift/support.ts";
import { ownRun } from "./own-run.ts";

const target: DriftTarget = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
};

/** A made-up run: what its records hold, how it was answered, and which of the open changes is accepted after it. */
interface MadeRun {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly missingIn: number;
  readonly status: number;
  readonly header: string;
  readonly elapsedMs: number;
  /** Whether gifts were asked for, too. */
  readonly gifts: boolean;
  readonly failed: boolean;
  readonly accepts: number | undefined;
}

const value = fc.constantFrom<unknown>("text", "2025-01-01", 7, 1.5, true, null, [1, 2], { a: "x" });

const madeRun: fc.Arbitrary<MadeRun> = fc.record({
  fields: fc.dictionary(fc.constantFrom("name", "amount", "note", "Walter", "custom1", "a/b~c"), value, {
    maxKeys: 4,
  }),
  missingIn: fc.nat(3),
  status: fc.constantFrom(200, 200, 200, 404),
  header: fc.constantFrom("x-one", "x-two"),
  elapsedMs: fc.constantFrom(5, 5, 5, 4000),
  gifts: fc.boolean(),
  failed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  accepts: fc.option(fc.nat(5), { nil: undefined }),
});

const withFields = (fields: MadeRun["fields"], more: Partial<MadeRun> = {}): MadeRun => ({
  fields,
  missingIn: 0,
  status: 200,
  header: "x-one",
  elapsedMs: 5,
  gifts: false,
  failed: false,
  accepts: undefined,
  ...more,
});

const plain = withFields({ name: "text" });

const shapesOf = (run: MadeRun): Shapes => {
  const shapes = createShapes(documentation, { once: true });
  const items = Array.from({ length: 30 }, (_, id) =>
    run.missingIn > 0 && id % 4 < run.missingIn ? { id } : { id, ...run.fields },
  );
  const headers = { "content-type": "application/json", [run.header]: "1" };
  const { status, elapsedMs } = run;
  shapes.add(answered(json({ items, total: 30 }), { label: "list", headers, elapsedMs }));
  shapes.add(answered(json({ errors: [] }), { label: "other", status, headers, elapsedMs }));
  if (run.gifts)
    shapes.add(answered(json({ items: [], total: 0 }), { operation: "listGifts", label: "gifts" }));
  return shapes;
};

const momentOf = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString();

const opened = (path = ":memory:"): Store => {
  const file = openStore(path);
  onTestFinished(() => file.close());
  return file;
};

/** As a process of its own would. */
const runsIn = (file: Store): Promise<RunRepository> => openHistory(file, documentation);

const historiesOf = async (
  runs: Store | RunRepository,
  targets?: readonly DriftTarget[],
): Promise<readonly DriftHistory[]> =>
  Array.fromAsync(ownHistories("database" in runs ? await runsIn(runs) : runs, targets));

/** Writes a run, and accepts what it says. */
const write = async (file: Store, made: MadeRun, day: number, of = target) => {
  const runs = await runsIn(file);
  const shapes = made.failed ? undefined : shapesOf(made);
  const ended = await ownRun(runs, { target: of, startedAt: momentOf(day), shapes, requests: 2 });
  const [history] = await historiesOf(runs, [of]);
  const open = [...(history?.drift ?? []), ...(history?.groups ?? [])].filter(
    ({ state }) => state !== "accepted",
  );
  const accepted = made.accepts === undefined ? undefined : open[made.accepts]?.fingerprint;
  if (accepted !== undefined) {
    // Every third day for two days only.
    const until = day % 3 === 0 ? { until: momentOf(day + 2).slice(0, 10) } : {};
    expect(await runs.acceptable()).toContain(accepted);
    expect(await runs.accept(accepted, { at: momentOf(day), ...until })).toEqual([of]);
  }
  return { ended, accepted };
};

/** Writes these runs, on one day after the other. */
const writeAll = async (file: Store, runs: readonly MadeRun[], of = target): Promise<void> => {
  for (const [at, run] of runs.entries()) await write(file, run, at + 1, of);
};

const nightsOf = async (file: Store): Promise<readonly number[]> =>
  (await historiesOf(file)).flatMap((one) => one.nights.map(({ night }) => night));

const forgetState = (file: Store): void => file.database.exec("DELETE FROM target_state; DELETE FROM change");

describe("the runs in a store", () => {
  test("outlive the process, with those that failed and those that never ended", async () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const first = openStore(path);
    expect((await write(first, plain, 1)).ended.night.status).toBe("baseline");
    expect((await write(first, { ...plain, failed: true }, 2)).ended.verdict).toBeUndefined();
    const third = await write(first, withFields({ name: 1 }), 3);
    expect(third.ended.verdict?.counts).toMatchObject({ new: 1, breaking: 1 });
    const begun = {
      run: "killed",
      startedAt: momentOf(4),
      seed: 4,
      version: "0.0.0",
      organization: "default",
    };
    await (await runsIn(first)).start(begun, [target]);
    first.close();

    const second = opened(path);
    const { ended } = await write(second, withFields({ name: 1 }), 5);
    expect(ended.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
    const [history] = await historiesOf(second);
    expect(history?.nights.map(({ night, status, reason }) => [night, status, reason])).toEqual([
      [1, "baseline", undefined],
      [2, "failed", "no answer"],
      [3, "compared", undefined],
      [4, "compared", undefined],
      [0, "failed", "it has not ended"],
    ]);
    expect(history?.operations[0]?.nights.map(({ changes }) => changes.length)).toEqual([0, 1, 0]);
    const runs = await runsIn(second);
    const fingerprint = history?.drift[0]?.fingerprint ?? "";
    // The change, and the group that it is alone in.
    expect(await runs.acceptable()).toHaveLength(2);
    expect(await runs.accept(fingerprint, acceptance)).toEqual([target]);
    expect(await runs.accept(fingerprint, acceptance)).toEqual([]);
    expect(await runs.acceptable()).toEqual([]);
    expect((await write(second, withFields({ name: 1 }), 7)).ended.verdict?.drift).toEqual([]);
  });

  test("of several organizations are apart; what is accepted is so wherever it was noticed", async () => {
    const file = opened();
    const both = ["a", "b"].map((organization) => ({ ...target, organization }));
    for (const of of both) await writeAll(file, [plain, withFields({ name: 1 })], of);
    const [a, b] = (await historiesOf(file)).map(({ drift }) => drift[0]?.fingerprint);
    expect(a).toBe(b);
    expect(await (await runsIn(file)).accept(a ?? "", acceptance)).toEqual(both);
    expect(await (await runsIn(file)).accept("0123456789ab", acceptance)).toEqual([]);
  });

  test("are read while another process writes", async () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const [writer, reader] = [opened(path), opened(path)];
    reader.database.exec("PRAGMA busy_timeout = 0");
    await write(writer, plain, 1);
    await writer.transactionOf(async () => expect(await nightsOf(reader)).toEqual([1]));
  });

  test("that processes write at the same time, one of them killed, are a whole history", async () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const writer = fileURLToPath(new URL("run-writer.ts", import.meta.url));
    const count = isNightly ? 60 : 4;
    const start = (runs: number) =>
      spawn(process.execPath, [writer, path, String(runs)], { stdio: ["ignore", "pipe", "inherit"] });
    const writers = [start(count), start(count)].map(async (one) => {
      one.stdout.resume();
      const [code]: unknown[] = await once(one, "exit");
      return code;
    });
    const victim = start(1_000_000);
    await once(victim.stdout, "data");
    victim.kill("SIGKILL");
    expect(await Promise.all(writers)).toEqual([0, 0]);
    const [history] = await historiesOf(opened(path));
    const ended = history?.nights.filter(({ night }) => night > 0) ?? [];
    expect(ended.map(({ night }) => night)).toEqual(ended.map((_, at) => at + 1));
    expect(ended.length).toBeGreaterThanOrEqual(2 * count + 1);
    expect(ended.filter(({ status }) => status === "baseline")).toHaveLength(1);
    expect(ended.every(({ status }) => status !== "failed")).toBe(true);
  });
});

const unreadable = /^the store is damaged: /;

describe("the stored state", () => {
  test("is what going through all runs adds up to", { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(madeRun, { minLength: 2, maxLength: 9 }), async (runs) => {
        const [kept, scratch] = [openStore(":memory:"), openStore(":memory:")];
        for (const [at, run] of runs.entries()) {
          const stored = await write(kept, run, at + 1);
          await runsIn(scratch);
          forgetState(scratch);
          expect(stored).toEqual(await write(scratch, run, at + 1));
        }
        const before = await historiesOf(kept);
        expect(await historiesOf(scratch)).toEqual(before);
        forgetState(kept);
        expect(await historiesOf(kept)).toEqual(before);
        kept.close();
        scratch.close();
      }),
      tries(3, 500),
    ),
  );

  const jsonOf = (file: Store): string => {
    const state = file.database.prepare("SELECT state FROM target_state").get()?.["state"];
    return state instanceof Uint8Array ? inflateRawSync(state).toString("utf8") : "";
  };

  test("is JSON of a numbered form", async () => {
    const file = opened();
    await writeAll(file, [plain, plain, withFields({ name: 1 }), withFields({ name: 1 })]);
    const text = jsonOf(file);
    const state = stateFromJson(JSON.parse(text), stateForm, { run: 4, acceptance: 0 });
    expect(JSON.stringify(stateToJson(state))).toBe(text);
    const empty = emptyTrackedState();
    expect(stateFromJson(structuredClone(stateToJson(empty)), stateForm, empty)).toEqual(empty);
    for (const form of [0, stateForm + 1, 1.5, Number.NaN])
      expect(() => stateFromJson(stateToJson(empty), form, empty)).toThrow(/there is no form/);
    for (const no of [undefined, null, [], {}, { history: {}, changes: [], fields: [] }])
      expect(() => stateFromJson(no, stateForm, empty)).toThrow("this is not a stored drift state");
  });

  test("of form 1 is read: it does not say when an operation was asked last", async () => {
    const file = opened();
    await writeAll(file, [plain, plain, plain]);
    const present = stateToJson(
      stateFromJson(JSON.parse(jsonOf(file)), stateForm, { run: 3, acceptance: 0 }),
    );
    const { operations } = present.history;
    expect(operations).toEqual([["listDonors", { run: 3, startedAt: momentOf(3) }]]);
    const first = {
      ...present,
      history: { ...present.history, operations: operations.map(([name]) => name) },
    };
    const read = stateFromJson(structuredClone(first), 1, { run: 3, acceptance: 0 });
    expect(stateToJson(read)).toEqual({
      ...present,
      history: { ...present.history, operations: [["listDonors", { run: 0, startedAt: "" }]] },
    });
  });
});

describe("a store in which an earlier version has written", () => {
  const made: readonly MadeRun[] = [1, 2, 3, 4, 5].map((day) =>
    withFields(day < 4 ? { name: "text" } : { name: 1 }, { failed: day === 2 }),
  );
  const acceptAfter = 4;

  const newStore = async (): Promise<{ readonly file: Store; readonly accepted: string }> => {
    const file = opened();
    let accepted = "";
    for (const [at, run] of made.entries()) {
      const { ended } = await write(file, run, at + 1);
      if (at + 1 !== acceptAfter) continue;
      accepted = ended.verdict?.drift[0]?.fingerprint ?? "";
      expect(await (await runsIn(file)).accept(accepted, { at: momentOf(acceptAfter) })).toEqual([target]);
    }
    return { file, accepted };
  };

  /** The same runs in the tables after so many steps: the first ones had neither states nor outcomes. */
  const oldStore = (accepted: string, steps: number): Store => {
    const file = opened();
    file.migrate({ name: "drift", steps: oldSteps.slice(0, steps) });
    const { database } = file;
    database.exec(
      "INSERT INTO drift_target VALUES (1, 'donation', 'https://donations.example.org', 'default')",
    );
    const isFirst = steps < 3;
    const insert = database.prepare(
      `INSERT INTO ${isFirst ? "drift_night" : "drift_run"} (target, ${isFirst ? "place" : "position"}, state, reason, run,
         started_at, seed, version, requests, shapes) VALUES (1, ?, ?, ?, ?, ?, 1, '0.0.0', 2, ?)`,
    );
    let state: TrackedState = emptyTrackedState();
    for (const [at, one] of made.entries()) {
      const [run, startedAt] = [at + 1, momentOf(at + 1)];
      const shapes = one.failed ? undefined : shapesOf(one);
      const reason = one.failed ? "no answer" : undefined;
      const result = { shapes, requests: 2, findings: { error: 0, warning: 0, info: 0 } };
      const judged = judgeTarget(
        { target, state },
        result,
        { startedAt, seed: 1, version: "" },
        documentation,
      );
      ({ state } = judged);
      if (run === acceptAfter) {
        const tracked = createTrackedTarget(target, documentation, state);
        tracked.accept({ id: 1, fingerprint: accepted, at: momentOf(acceptAfter) });
        ({ state } = tracked);
      }
      const blob = shapes === undefined ? null : packShapes(shapes);
      insert.run(run, one.failed ? "failed" : "sampled", reason ?? null, `run ${run}`, startedAt, blob);
      if (!isFirst)
        database
          .prepare("UPDATE drift_run SET outcome = ? WHERE position = ?")
          .run(judged.outcome === undefined ? null : JSON.stringify(judged.outcome), run);
    }
    database
      .prepare(
        `INSERT INTO drift_acceptance (target, ${isFirst ? "after_place" : "after_position"}, fingerprint, accepted_at)
         VALUES (1, ?, ?, ?)`,
      )
      .run(acceptAfter, accepted, momentOf(acceptAfter));
    if (!isFirst)
      database
        .prepare("INSERT INTO drift_state VALUES (1, ?, ?, ?, ?)")
        .run(stateForm, state.run, state.acceptance, packState(state));
    return file;
  };

  test.each([2, oldSteps.length])("of step %i is taken over once, and its history goes on", async (steps) => {
    const { file, accepted } = await newStore();
    const old = oldStore(accepted, steps);
    expect(await historiesOf(old)).toEqual(await historiesOf(file));
    expect(old.database.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'drift%'").all()).toEqual([]);
    const next = withFields({ name: 1, amount: 2 });
    expect(await write(old, next, 6)).toEqual(await write(file, next, 6));
    expect(await historiesOf(old)).toEqual(await historiesOf(file));
    // The version before would begin a history of its own.
    expect(() => old.migrate({ name: "drift", steps: oldSteps })).toThrow("a newer tripact has written");
  });

  test("keeps its key, what was found, and runs that never ended", async () => {
    const old = oldStore("000000000000", oldSteps.length);
    const key = old.database.prepare("SELECT hex(key) AS text FROM drift_key").get()?.["text"];
    const problem = {
      fingerprint: "f",
      kind: "violation",
      severity: "error",
      state: "open",
      since: momentOf(1),
      lastSeen: momentOf(5),
      places: [],
      facts: [],
    };
    old.database
      .prepare("INSERT INTO drift_problem VALUES ('default', ?, 'f', ?)")
      .run(target.address, JSON.stringify(problem));
    old.database.exec(
      `INSERT INTO drift_run (target, state, run, started_at, seed, version) VALUES (1, 'running', 'killed', '2025-01-06', 1, '')`,
    );
    const runs = await runsIn(old);
    expect((await runs.past(target))?.digestKey).toBe(`hex:${String(key)}`);
    expect(await nightsOf(old)).toEqual([1, 2, 3, 4, 5, 0]);
    expect(old.database.prepare("SELECT address, state, summary FROM problem").all()).toEqual([
      { address: target.address, state: "open", summary: JSON.stringify(problem) },
    ]);
  });

  test("is an error where it cannot be written, and stays as it is where it cannot be read", async () => {
    const { accepted } = await newStore();
    const old = oldStore(accepted, 2);
    old.database.exec("PRAGMA query_only = 1");
    await expect(runsIn(old)).rejects.toThrow("the store is read-only");
    old.database.exec("PRAGMA query_only = 0; UPDATE drift_night SET shapes = zeroblob(9) WHERE place = 1");
    for (const _ of [1, 2]) await expect(runsIn(old)).rejects.toThrow(unreadable);
    old.database.exec("DELETE FROM drift_run WHERE position = 1");
    await expect(runsIn(old)).rejects.toThrow(lost);
  });
});

const lost = "the state of donation (default) cannot be read, and the runs to rebuild it from are removed";

describe("runs that were removed after a time", () => {
  const forgetTo = async (file: Store, day: number, of = target): Promise<number> =>
    (await runsIn(file)).forget([of], momentOf(day));

  test("change nothing in what later runs show", { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(madeRun, { minLength: 3, maxLength: 9 }), fc.nat(3), async (runs, days) => {
        const [whole, short] = [openStore(":memory:"), openStore(":memory:")];
        for (const [at, run] of runs.entries()) {
          expect(await write(short, run, at + 1)).toEqual(await write(whole, run, at + 1));
          await forgetTo(short, at + 1 - days);
        }
        const [before] = await historiesOf(whole);
        const [after] = await historiesOf(short);
        expect(after?.drift).toEqual(before?.drift);
        expect(after?.nights).toEqual(before?.nights.slice(-(after?.nights.length ?? 0)));
        expect(after?.nights.length).toBe(Math.min(runs.length, days + 1));
        whole.close();
        short.close();
      }),
      tries(3, 300),
    ),
  );

  /** Four runs and one that was killed, of which the first two days are removed. */
  const shortened = async (): Promise<Store> => {
    const file = opened();
    const begun = {
      run: "killed",
      startedAt: momentOf(1),
      seed: 1,
      version: "0.0.0",
      organization: "default",
    };
    await (await runsIn(file)).start(begun, [target]);
    await writeAll(
      file,
      [1, 2, 3, 4].map((name) => withFields({ name })),
    );
    expect(await forgetTo(file, 3, { ...target, organization: "other" })).toBe(0);
    expect(await forgetTo(file, 3)).toBe(3);
    return file;
  };

  test("are gone from the list; the last one stays, and what no state holds", async () => {
    const file = await shortened();
    expect(await nightsOf(file)).toEqual([3, 4]);
    expect([await forgetTo(file, 30), await forgetTo(file, 30)]).toEqual([1, 0]);
    expect(await nightsOf(file)).toEqual([4]);
    expect((await write(file, plain, 31)).ended.night.night).toBe(5);
    file.database.exec("DELETE FROM target_state");
    expect(await forgetTo(file, 40)).toBe(0);
  });

  test("are an error where the state is lost", async () => {
    const file = await shortened();
    file.database.exec("DELETE FROM target_state");
    await expect(historiesOf(file)).rejects.toThrow(lost);
    await expect(write(file, plain, 5)).rejects.toThrow(lost);
  });
});
