import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { createShapes, type Shapes } from "../../../src/core/shapes/shapes.ts";
import { stateForm, stateFromJson, stateToJson } from "../../../src/monitoring/drift/tracked-state-json.ts";
import { emptyTrackedState } from "../../../src/monitoring/drift/tracked-target.ts";
import { ownHistories, type RunRepository } from "../../../src/monitoring/history/create-repository.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import type { DriftHistory, DriftTarget } from "../../../src/core/model/drift.ts";
import { openStore, type Store } from "../../../src/core/store/store.ts";
import { isNightly, tries } from "../../nightly.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
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
