import { documentation } from "../../../src/contract/documents.ts";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { type DriftStore, openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import { driftPart } from "../../../src/harness/drift/drift-tables.ts";
import { packShapes } from "../../../src/harness/drift/packed.ts";
import { createShapes, type Shapes } from "../../../src/harness/drift/shapes.ts";
import { stateForm, stateFromJson, stateToJson } from "../../../src/harness/drift/tracked-state-json.ts";
import { emptyTrackedState } from "../../../src/harness/drift/tracked-target.ts";
import type { DriftHistory, DriftTarget } from "../../../src/harness/model/drift.ts";
import { openStore, type Store } from "../../../src/harness/store/store.ts";
import { answered, json } from "./support.ts";
import { tries } from "../../nightly.ts";

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

const plain: MadeRun = {
  fields: { name: "text" },
  missingIn: 0,
  status: 200,
  header: "x-one",
  elapsedMs: 5,
  gifts: false,
  failed: false,
  accepts: undefined,
};

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

const findings = { error: 0, warning: 0, info: 0 };
const dayOf = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString();

const end = (store: DriftStore, of: DriftTarget, shapes: Shapes | undefined, day: number) =>
  store.end(store.begin(of, { run: `run ${day}`, startedAt: dayOf(day), seed: day, version: "0.0.0" }), {
    shapes,
    requests: 2,
    findings,
  });

const write = (store: DriftStore, made: MadeRun, day: number, of = target) => {
  const ended = end(store, of, made.failed ? undefined : shapesOf(made), day);
  const open = [...store.histories([of])].flatMap(({ drift, groups }) =>
    [...drift, ...groups].filter(({ state }) => state !== "accepted"),
  );
  const accepted = made.accepts === undefined ? undefined : open[made.accepts]?.fingerprint;
  if (accepted !== undefined)
    expect(
      store.accept(accepted, {
        at: dayOf(day),
        // Every third day for two days only.
        ...(day % 3 === 0 ? { until: dayOf(day + 2).slice(0, 10) } : {}),
      }),
    ).toEqual([of]);
  return { ended, accepted };
};

const opened = (): Store => {
  const file = openStore(":memory:");
  onTestFinished(() => file.close());
  return file;
};

const forgetState = (file: Store): void =>
  file.database.exec(
    "DELETE FROM drift_state; DELETE FROM drift_change; UPDATE drift_run SET outcome = NULL",
  );

const historiesOf = (file: Store): readonly DriftHistory[] => [
  ...openDriftStore(file, documentation).histories(),
];

test("what is stored of the runs is what going through all of them comes to", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.array(madeRun, { minLength: 2, maxLength: 9 }), (runs) => {
      const [kept, scratch] = [openStore(":memory:"), openStore(":memory:")];
      for (const [at, run] of runs.entries()) {
        // Every run in a process of its own; the other store forgets what the runs so far came to.
        const stored = write(openDriftStore(kept, documentation), run, at + 1);
        openDriftStore(scratch, documentation);
        forgetState(scratch);
        expect(stored).toEqual(write(openDriftStore(scratch, documentation), run, at + 1));
      }
      const before = historiesOf(kept);
      expect(historiesOf(scratch)).toEqual(before);
      forgetState(kept);
      expect(historiesOf(kept)).toEqual(before);
      kept.close();
      scratch.close();
    }),
    tries(3, 500),
  );
});

const unreadable = /^the store is damaged: /;

describe("the stored state", () => {
  /** Four runs, the first of which can no longer be unpacked: whoever goes through it again fails. */
  const withSpoiltRun = (): Store => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    for (let day = 1; day <= 4; day += 1)
      write(store, { ...plain, fields: day < 3 ? { name: "text" } : { name: 1 } }, day);
    file.database.exec("UPDATE drift_run SET shapes = zeroblob(length(shapes)) WHERE position = 1");
    return file;
  };

  test("spares reading the runs before it, whichever version wrote them", () => {
    const file = withSpoiltRun();
    file.database.exec("UPDATE drift_run SET version = '0.0.0-other'");
    const [history] = historiesOf(file);
    expect(history?.nights.map(({ status }) => status)).toEqual([
      "baseline",
      "compared",
      "compared",
      "compared",
    ]);
    expect(write(openDriftStore(file, documentation), plain, 5).ended.night.night).toBe(5);
  });

  test.each([
    ["is broken", "UPDATE drift_state SET state = zeroblob(100)"],
    ["has a form of a later version", `UPDATE drift_state SET form = ${stateForm + 1}`],
    ["is lost", "DELETE FROM drift_state"],
  ])("is made again from the runs where it %s", (_, spoil) => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    for (let day = 1; day <= 3; day += 1) write(store, { ...plain, fields: { name: day } }, day);
    const before = historiesOf(file);
    file.database.exec(spoil);
    expect(historiesOf(file)).toEqual(before);
    const spoilt = withSpoiltRun();
    spoilt.database.exec(spoil);
    expect(() => historiesOf(spoilt)).toThrow(unreadable);
  });

  test("is JSON of a numbered form", () => {
    const file = withSpoiltRun();
    const row = file.database.prepare("SELECT form, state FROM drift_state").get();
    expect(row?.["form"]).toBe(stateForm);
    const text = row?.["state"] instanceof Uint8Array ? inflateRawSync(row["state"]).toString("utf8") : "";
    const state = stateFromJson(JSON.parse(text), stateForm, { run: 4, acceptance: 0 });
    expect(JSON.stringify(stateToJson(state))).toBe(text);
    const empty = emptyTrackedState();
    expect(stateFromJson(structuredClone(stateToJson(empty)), stateForm, empty)).toEqual(empty);
    for (const form of [0, stateForm + 1, 1.5, Number.NaN])
      expect(() => stateFromJson(stateToJson(empty), form, empty)).toThrow(/there is no form/);
    for (const no of [undefined, null, [], {}, { history: {}, changes: [], fields: [] }])
      expect(() => stateFromJson(no, stateForm, empty)).toThrow("this is no stored drift state");
  });

  test("holds no more names than the runs do", () => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    for (let day = 1; day <= 3; day += 1)
      write(store, { ...plain, missingIn: 3, fields: { Walter: 1, Anneliese: 2, name: "Irmgard" } }, day);
    const blob = file.database.prepare("SELECT state FROM drift_state").get()?.["state"];
    const outcomes = file.database.prepare("SELECT group_concat(outcome) AS all_of FROM drift_run").get();
    const text = blob instanceof Uint8Array ? inflateRawSync(blob).toString("latin1") : "";
    expect(text).toContain("/items");
    for (const name of ["Walter", "Anneliese", "Irmgard"])
      expect(`${text}${String(outcomes?.["all_of"])}`).not.toContain(name);
  });
});

describe("a store of version 0.1.0", () => {
  const runs: readonly MadeRun[] = [1, 2, 3, 4, 5].map((day) => ({
    ...plain,
    failed: day === 2,
    fields: day < 4 ? { name: "text" } : { name: 1 },
  }));

  /** As that version left it: runs with their places, one acceptance, a checkpoint in the form of its heap. */
  const oldStore = (accepted: string): Store => {
    const file = opened();
    file.migrate({ name: driftPart.name, steps: driftPart.steps.slice(0, 2) });
    const { database } = file;
    database.exec(
      "INSERT INTO drift_target VALUES (1, 'donation', 'https://donations.example.org', 'default')",
    );
    const insert = database.prepare(
      `INSERT INTO drift_night (target, place, state, reason, run, started_at, seed, version, requests, shapes)
       VALUES (1, ?, ?, NULL, ?, ?, ?, '0.0.0', 2, ?)`,
    );
    for (const [at, made] of runs.entries()) {
      const shapes = shapesOf(made);
      shapes.hideNames();
      const blob = made.failed ? null : packShapes(shapes);
      insert.run(at + 1, made.failed ? "failed" : "sampled", `run ${at + 1}`, dayOf(at + 1), at + 1, blob);
    }
    database.prepare("INSERT INTO drift_acceptance VALUES (1, 1, 4, ?, ?)").run(accepted, dayOf(4));
    database
      .prepare("INSERT INTO drift_checkpoint VALUES (1, '2 0.1.0', '{}', 5, ?)")
      .run(deflateRawSync("heap"));
    return file;
  };

  const acceptAfter = 4;

  const newStore = (): { readonly file: Store; readonly accepted: string } => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    let accepted = "";
    for (const [at, made] of runs.entries()) {
      const { ended } = write(store, made, at + 1);
      if (at + 1 !== acceptAfter) continue;
      accepted = ended.verdict?.drift[0]?.fingerprint ?? "";
      expect(store.accept(accepted, { at: dayOf(acceptAfter) })).toEqual([target]);
    }
    return { file, accepted };
  };

  test("is read as it is, and its history goes on", () => {
    const { file, accepted } = newStore();
    const old = oldStore(accepted);
    expect(historiesOf(old)).toEqual(historiesOf(file));
    const next = { ...plain, fields: { name: 1, amount: 2 } };
    expect(write(openDriftStore(old, documentation), next, 6)).toEqual(
      write(openDriftStore(file, documentation), next, 6),
    );
    expect(historiesOf(old)).toEqual(historiesOf(file));
  });

  test("is gone through by one reader only, and read where it cannot be written", () => {
    const { file, accepted } = newStore();
    const old = oldStore(accepted);
    old.database.exec("PRAGMA query_only = 1");
    expect(() => openDriftStore(old, documentation)).toThrow("the store is read-only");
    old.database.exec("PRAGMA query_only = 0");
    const store = openDriftStore(old, documentation);
    old.database.exec("PRAGMA query_only = 1");
    expect([...store.histories()]).toEqual(historiesOf(file));
    old.database.exec("PRAGMA query_only = 0");
    expect([...store.histories()]).toEqual(historiesOf(file));
    old.database.exec("UPDATE drift_run SET shapes = zeroblob(10) WHERE shapes IS NOT NULL");
    expect([...store.histories()]).toEqual(historiesOf(file));
  });

  test("lists what can be accepted in it, and takes it", () => {
    const { accepted } = newStore();
    const store = openDriftStore(oldStore("000000000000"), documentation);
    // The change, and the group that it is alone in.
    expect(store.openFingerprints()).toHaveLength(2);
    expect(store.accept(accepted, { at: dayOf(6) })).toEqual([target]);
    expect(store.openFingerprints()).toEqual([]);
  });
});

test("a state of form 1 is read: it does not say when an operation was asked last", () => {
  const file = opened();
  const store = openDriftStore(file, documentation);
  for (let day = 1; day <= 3; day += 1) write(store, plain, day);
  const packed = file.database.prepare("SELECT state FROM drift_state").get()?.["state"];
  const state = stateFromJson(JSON.parse(inflateRawSync(packed as Uint8Array).toString("utf8")), stateForm, {
    run: 3,
    acceptance: 0,
  });
  const present = stateToJson(state);
  const { operations } = present.history;
  expect(operations).toEqual([["listDonors", { run: 3, startedAt: dayOf(3) }]]);
  const first = { ...present, history: { ...present.history, operations: operations.map(([name]) => name) } };
  const read = stateFromJson(structuredClone(first), 1, { run: 3, acceptance: 0 });
  expect(stateToJson(read)).toEqual({
    ...present,
    history: { ...present.history, operations: [["listDonors", { run: 0, startedAt: "" }]] },
  });
});

describe("runs that were removed after a time", () => {
  const removeTo = (store: DriftStore, day: number): number => store.removeRuns([target], dayOf(day));

  test("change nothing in what later runs show", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.array(madeRun, { minLength: 3, maxLength: 9 }), fc.nat(3), (runs, days) => {
        const [whole, short] = [openStore(":memory:"), openStore(":memory:")];
        for (const [at, run] of runs.entries()) {
          expect(write(openDriftStore(short, documentation), run, at + 1)).toEqual(
            write(openDriftStore(whole, documentation), run, at + 1),
          );
          removeTo(openDriftStore(short, documentation), at + 1 - days);
        }
        const [before] = historiesOf(whole);
        const [after] = historiesOf(short);
        expect(after?.drift).toEqual(before?.drift);
        expect(after?.nights).toEqual(before?.nights.slice(-(after?.nights.length ?? 0)));
        expect(after?.nights.length).toBe(Math.min(runs.length, days + 1));
        whole.close();
        short.close();
      }),
      tries(3, 300),
    );
  });

  /** Four runs and one that was killed, of which the first two days are removed. */
  const shortened = (): Store => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    store.begin(target, { run: "killed", startedAt: dayOf(1), seed: 1, version: "0.0.0" });
    for (let day = 1; day <= 4; day += 1) write(store, { ...plain, fields: { name: day } }, day);
    expect(removeTo(store, 3)).toBe(3);
    return file;
  };

  test("are gone from the list; the last one stays", () => {
    const file = shortened();
    const store = openDriftStore(file, documentation);
    const nights = () => historiesOf(file).flatMap((one) => one.nights.map(({ night }) => night));
    expect(nights()).toEqual([3, 4]);
    expect(removeTo(store, 30)).toBe(1);
    expect(removeTo(store, 30)).toBe(0);
    expect(nights()).toEqual([4]);
    expect(write(store, plain, 31).ended.night.night).toBe(5);
  });

  test("are never those of another target, nor any that the state does not hold", () => {
    const file = shortened();
    const store = openDriftStore(file, documentation);
    expect(store.removeRuns([{ ...target, organization: "other" }], dayOf(30))).toBe(0);
    file.database.exec("DELETE FROM drift_state");
    expect(removeTo(store, 30)).toBe(0);
  });

  test.each([
    ["is lost", "DELETE FROM drift_state"],
    ["has a form of a later version", `UPDATE drift_state SET form = ${stateForm + 1}`],
  ])("are an error where the state %s", (_, spoil) => {
    const file = shortened();
    file.database.exec(spoil);
    const message =
      "the state of donation (default) cannot be read, and runs that it was made of are removed";
    expect(() => historiesOf(file)).toThrow(message);
    expect(() => write(openDriftStore(file, documentation), plain, 5)).toThrow(message);
  });
});

describe("other organizations in the store", () => {
  const others = (count: number): readonly DriftTarget[] =>
    Array.from({ length: count }, (_, at) => ({ ...target, organization: `organization ${at}` }));

  test("are not read by a run, nor by the history of its target", () => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    for (const of of [...others(3), target])
      for (let day = 1; day <= 2; day += 1) write(store, plain, day, of);
    file.database.exec(
      `UPDATE drift_run SET shapes = zeroblob(10), outcome = '{' WHERE target <> 4;
       UPDATE drift_state SET state = zeroblob(10) WHERE target <> 4`,
    );
    expect(() => [...store.histories()]).toThrow(unreadable);
    const { ended } = write(store, { ...plain, fields: { name: 1 }, accepts: 0 }, 3);
    expect(ended.verdict?.counts).toMatchObject({ new: 1 });
    expect([...store.histories([target])].map(({ nights }) => nights.length)).toEqual([3]);
  });

  test("have histories that are read one at a time", () => {
    const file = opened();
    const store = openDriftStore(file, documentation);
    for (const of of others(2)) write(store, plain, 1, of);
    file.database.exec("UPDATE drift_run SET outcome = '{' WHERE target = 2");
    const histories = store.histories()[Symbol.iterator]();
    expect(histories.next()).toMatchObject({ done: false, value: { target: others(1)[0] } });
    expect(() => histories.next()).toThrow("the store is damaged: the result of a run");
  });
});
