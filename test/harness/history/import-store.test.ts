import { describe, expect, onTestFinished, test } from "vitest";
import { documentation } from "../../../src/contract/documents.ts";
import { type DriftStore, openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import type { DriftHistory } from "../../../src/harness/model/drift.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { createRunRepository } from "../../../src/harness/history/create-repository.ts";
import { importStore } from "../../../src/harness/history/import-store.ts";
import { engines } from "../../tools/fleet/engines.ts";
import { dayOf, orderOf, runOn, shapesOf, targetOf } from "../../tools/fleet/fleet-runs.ts";

const findings = { error: 1, warning: 0, info: 0 };

const runIn = (store: DriftStore, organization: string, day: number, fields: object | undefined) => {
  const { run, startedAt, seed, version } = orderOf(organization, day);
  const open = store.begin(targetOf(organization), { run, startedAt, seed, version });
  const shapes = fields === undefined ? undefined : shapesOf({ ...fields });
  store.end(open, {
    shapes,
    requests: 7,
    findings,
    ...(shapes === undefined ? { reason: "no answer" } : {}),
  });
};

const allOf = async <Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> => {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
};

/** A store with a change that is open in one organization and accepted in the other, and a failed run. */
const filledStore = () => {
  const file = openStore(":memory:");
  onTestFinished(() => file.close());
  const store = openDriftStore(file, documentation);
  for (const name of ["a", "b"]) {
    runIn(store, name, 1, { name: "x" });
    runIn(store, name, 2, { name: 1 });
    if (name === "a") store.accept(store.openFingerprints()[0] ?? "", { at: "2025-01-02T09:00:00.000Z" });
    runIn(store, name, 3, undefined);
    runIn(store, name, 4, { name: 1 });
  }
  return { file, store };
};

describe.each(engines)("a store that is imported on $name", ({ open }) => {
  const options = {
    documentation,
    nameOf: (name: string) => name,
    dayOf: (startedAt: string) => startedAt.slice(0, 10),
  };

  test("has the same history, and the next run goes on from there", async () => {
    const database = await open();
    const repository = createRunRepository(database, documentation);
    const { file, store } = filledStore();
    const imported = await importStore(file, database, options);
    expect(imported).toEqual(["a", "b"].map((name) => ({ target: targetOf(name), runs: 4 })));
    const shown = ({ target, nights, operations, drift, groups }: DriftHistory) => ({
      target,
      nights,
      operations,
      drift,
      groups,
    });
    const all = await allOf(repository.histories());
    expect(all.map((one) => one.nights.map(({ day }) => day))).toEqual(
      ["a", "b"].map(() => [1, 2, 3, 4].map(dayOf)),
    );
    const without = all.map((one) => ({ ...one, nights: one.nights.map(({ day: _, ...night }) => night) }));
    expect(without.map(shown)).toEqual([...store.histories()].map(shown));
    expect(await repository.changes()).toMatchObject([{ organizations: 1, names: ["b"] }]);
    expect(await repository.status(dayOf(3))).toMatchObject({ failed: 2, requests: 14 });
    const [a] = (await runOn(repository, "a", 5, { name: 1 })).targets;
    expect([a?.run.run, a?.verdict?.drift]).toEqual([5, []]);
    const [b] = (await runOn(repository, "b", 5, { name: 1 })).targets;
    expect(b?.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
  });

  test("adds nothing when it is imported again", async () => {
    const database = await open();
    const { file } = filledStore();
    await importStore(file, database, options);
    const counts = () =>
      Promise.all(
        ["organization", "target", "run", "target_run", "operation_run", "acceptance", "change"].map(
          (table) => database.rows(`SELECT count(*) AS rows, '${table}' AS name FROM ${table}`),
        ),
      );
    const before = await counts();
    expect((await importStore(file, database, options)).map(({ runs }) => runs)).toEqual([0, 0]);
    expect(await counts()).toEqual(before);
  });

  test("keeps the last run of a day that has several", async () => {
    const database = await open();
    const { file } = filledStore();
    await importStore(file, database, { ...options, dayOf: () => dayOf(1) });
    const [history] = await allOf(createRunRepository(database, documentation).histories());
    expect(history?.nights.map(({ night }) => night)).toEqual([4]);
  });
});
