import { describe, expect, onTestFinished, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import type { FleetHistory } from "../../../src/monitoring/history/run-repository.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { createRunRepository } from "../../../src/monitoring/history/create-repository.ts";
import { importStore } from "../../../src/monitoring/history/import-store.ts";
import { ownRun } from "./own-run.ts";
import { engines } from "../fleet/engines.ts";
import { dayOf, orderOf, runOn, shapesOf, targetOf } from "../fleet/fleet-runs.ts";

/** A store with a change that is open in one organization and accepted in the other, and a failed run. */
const filledStore = async () => {
  const file = openStore(":memory:");
  onTestFinished(() => file.close());
  const runs = await openHistory(file, documentation);
  const add = (organization: string, day: number, fields: object | undefined) =>
    ownRun(runs, {
      target: targetOf(organization),
      startedAt: orderOf(organization, day).startedAt,
      shapes: fields === undefined ? undefined : shapesOf({ ...fields }),
      requests: 7,
      errors: 1,
    });
  for (const name of ["a", "b"]) {
    await add(name, 1, { name: "x" });
    await add(name, 2, { name: 1 });
    const [open = ""] = name === "a" ? await runs.acceptable() : [];
    if (name === "a") await runs.accept(open, { at: "2025-01-02T09:00:00.000Z" });
    await add(name, 3, undefined);
    await add(name, 4, { name: 1 });
  }
  return { file, runs };
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
    const { file, runs } = await filledStore();
    const imported = await importStore(file, database, options);
    expect(imported).toEqual(["a", "b"].map((name) => ({ target: targetOf(name), runs: 4 })));
    const all = await Array.fromAsync(repository.histories());
    expect(all.map((one) => one.nights.map(({ day }) => day))).toEqual(
      ["a", "b"].map(() => [1, 2, 3, 4].map(dayOf)),
    );
    const shown = (histories: readonly FleetHistory[]) =>
      histories.map((one) => ({ ...one, nights: one.nights.map(({ day: _, ...night }) => night) }));
    expect(shown(all)).toEqual(shown(await Array.fromAsync(runs.histories())));
    expect(await repository.changes()).toMatchObject([{ organizations: 1, names: ["b"] }]);
    expect(await repository.status(dayOf(3))).toMatchObject({ failed: 2, requests: 14 });
    const [a] = (await runOn(repository, "a", 5, { name: 1 })).targets;
    expect([a?.run.run, a?.verdict?.drift]).toEqual([5, []]);
    const [b] = (await runOn(repository, "b", 5, { name: 1 })).targets;
    expect(b?.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
  });

  test("adds nothing when it is imported again", async () => {
    const database = await open();
    const { file } = await filledStore();
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
    const { file } = await filledStore();
    await importStore(file, database, { ...options, dayOf: () => dayOf(1) });
    const [history] = await Array.fromAsync(createRunRepository(database, documentation).histories());
    expect(history?.nights.map(({ night }) => night)).toEqual([4]);
  });
});
