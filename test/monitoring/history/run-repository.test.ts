import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import { breadthOf } from "../../../src/monitoring/fleet/report/breadth.ts";
import { statusAt } from "../../../src/monitoring/fleet/report/day-verdict.ts";
import { statusText } from "../../../src/monitoring/fleet/report/fleet-text.ts";
import { createRunRepository } from "../../../src/monitoring/history/create-repository.ts";
import type { EndedRun } from "../../../src/monitoring/history/run-repository.ts";
import type { Database } from "../../../src/core/store/database.ts";
import { bytesColumnOf } from "../../../src/core/store/rows.ts";
import { answered, json } from "../drift/support.ts";
import { emptyDatabases, engines } from "../fleet/engines.ts";
import {
  beginRun,
  dayOf,
  endRun,
  fleetSettings,
  orderOf,
  runOn,
  shapesOf,
  targetOf,
} from "../fleet/fleet-runs.ts";

const unreadable = /^the store is damaged: /;

/** The run of an organization on a day can no longer be unpacked: whoever goes through it again fails. */
const spoilShapes = (database: Database, day: string, organization: string) =>
  database.rows(
    `UPDATE target_shapes SET shapes = $1 WHERE day = $2 AND target =
       (SELECT target.id FROM target JOIN organization ON organization.id = target.organization WHERE name = $3)`,
    [new Uint8Array(9), day, organization],
  );

describe.each(engines)("the runs of a fleet on $name", (engine) => {
  const open = emptyDatabases(engine);
  const opened = async () => {
    const database = await open();
    return { database, repository: createRunRepository(database, documentation) };
  };

  test("a run is compared with those before, and reported once", async () => {
    const { repository } = await opened();
    const [first] = (await runOn(repository, "north", 1, { name: "x" })).targets;
    expect(first?.verdict?.isBaseline).toBe(true);
    const [second] = (await runOn(repository, "north", 2, { name: 1 })).targets;
    expect(second?.verdict?.counts).toMatchObject({ new: 1, breaking: 1 });
    const [third] = (await runOn(repository, "north", 3, { name: 1 })).targets;
    expect(third?.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
    const [group] = third?.groups ?? [];
    const [change = ""] = group?.changes ?? [];

    const histories = await Array.fromAsync(repository.histories());
    expect(histories.map(({ target }) => target)).toEqual([targetOf("north")]);
    const [history] = histories;
    expect(history?.nights.map((run) => [run.night, run.status, run.drift.new, run.findings.error])).toEqual([
      [1, "baseline", 0, 1],
      [2, "compared", 1, 1],
      [3, "compared", 0, 1],
    ]);
    expect(history?.operations).toMatchObject([
      {
        operation: "listDonors",
        nights: [
          { answers: 1, statuses: { 200: 1 }, latency: "under 100 ms", changes: [] },
          { changes: [change] },
          { changes: [] },
        ],
      },
    ]);
    expect(history?.drift).toMatchObject([
      {
        fingerprint: change,
        state: "standing",
        target: targetOf("north"),
        firstSeen: "2025-01-02T01:00:00.000Z",
      },
    ]);
    expect(history?.groups).toEqual([group]);
  });

  test("there is one run of an organization on a day, and only who began it last may end it", async () => {
    const { repository } = await opened();
    const order = orderOf("north", 1);
    const lost = await beginRun(repository, order);
    const again = await beginRun(repository, { ...order, run: "again" });
    expect([lost.attempt, again.attempt]).toEqual([1, 2]);
    expect(await endRun(repository, lost, shapesOf({ name: "x" }))).toBeUndefined();
    expect(await endRun(repository, again, shapesOf({ name: "x" }))).toBeDefined();
    expect(await endRun(repository, again, shapesOf({ name: "x" }))).toBeUndefined();
    expect(await repository.begin(order)).toEqual({ kind: "done" });
    const [history] = await Array.fromAsync(repository.histories());
    expect(history?.nights).toHaveLength(1);
  });

  test("a run knows what those before it have tried, and only who ends it adds to that", async () => {
    const { repository } = await opened();
    const run = await beginRun(repository, orderOf("north", 1));
    expect(await repository.tried("north")).toEqual([]);
    const tried = [{ check: "users-are-listed", before: "", step: "turn", times: 2 }];
    await endRun(repository, run, shapesOf({ name: "x" }), undefined, tried);
    const lost = await beginRun(repository, orderOf("north", 2));
    const next = await beginRun(repository, orderOf("north", 2));
    expect(await repository.tried("north")).toEqual(tried);
    await endRun(repository, lost, shapesOf({ name: "x" }), undefined, tried);
    expect(await repository.tried("north")).toEqual(tried);
    // Nothing came of it.
    await endRun(repository, next, undefined, { cause: "dead", reason: "killed" });
    await endRun(repository, await beginRun(repository, orderOf("north", 3)), shapesOf({}), undefined, tried);
    expect(await repository.tried("north")).toEqual(tried.map((one) => ({ ...one, times: 4 })));
    expect(await repository.tried("south")).toEqual([]);
  });

  test("many workers at once end each run once", async () => {
    const { repository } = await opened();
    const names = Array.from({ length: 6 }, (_, index) => `org ${index}`);
    const worker = async (): Promise<number> => {
      let ended = 0;
      for (const name of names) {
        const begun = await repository.begin(orderOf(name, 1));
        if (begun.kind === "begun" && (await endRun(repository, begun.run, shapesOf({ name: "x" }))))
          ended += 1;
      }
      return ended;
    };
    const ended = await Promise.all([worker(), worker(), worker()]);
    expect(ended.reduce((sum, one) => sum + one, 0)).toBe(names.length);
    expect(await repository.status(dayOf(1))).toMatchObject({ done: 6, failed: 0, running: 0, requests: 42 });
  });

  test("what fails while a run ends leaves nothing behind", async () => {
    const { database, repository } = await opened();
    const run = await beginRun(repository, orderOf("north", 1));
    const findings = { error: 0, warning: 0, info: 0 };
    const shapes = JSON.stringify(shapesOf({}));
    const result = { target: targetOf("north"), shapes, requests: 1, findings };
    const also = () => Promise.reject(new Error("broken"));
    const end = repository.end(run, { endedAt: run.startedAt, requests: 1 }, [result], { also });
    await expect(end).rejects.toThrow("broken");
    expect(await database.rows("SELECT state FROM run")).toEqual([{ state: "running" }]);
    expect(await database.rows("SELECT * FROM target")).toEqual([]);
    expect(await endRun(repository, run, shapesOf({ name: "x" }))).toBeDefined();
  });

  test("what is accepted is usual where it was open; everywhere, also where it appears later", async () => {
    const { repository } = await opened();
    for (const name of ["a", "b", "c"]) await runOn(repository, name, 1, { name: "x" });
    for (const name of ["a", "b"]) await runOn(repository, name, 2, { name: 1 });
    const [{ group: { fingerprint } = { fingerprint: "" } } = {}] = await repository.changes();
    expect(await repository.changes()).toMatchObject([
      {
        group: { fingerprint },
        organizations: 2,
        names: ["a", "b"],
        sampledBy: 2,
        firstSeen: "2025-01-02T01:00:00.000Z",
      },
    ]);
    const acceptance = { at: "2025-01-02T09:00:00.000Z", by: "somebody" };
    expect(await repository.accept(fingerprint, acceptance, { organization: "a" })).toEqual([targetOf("a")]);
    expect(await repository.accept(fingerprint, acceptance, { organization: "a" })).toEqual([]);
    await expect(repository.accept(fingerprint, acceptance, { organization: "d" })).rejects.toThrow(
      "there is no organization d",
    );
    expect((await repository.changes()).map(({ names }) => names)).toEqual([["b"]]);
    expect(await repository.accept(fingerprint, acceptance, "everywhere")).toEqual([targetOf("b")]);

    for (const name of ["a", "b", "c"]) {
      const [ended] = (await runOn(repository, name, 3, { name: 1 })).targets;
      expect(ended?.verdict?.drift).toEqual([]);
    }
    expect(await repository.changes()).toEqual([]);
    const [back] = (await runOn(repository, "c", 4, { name: "x" })).targets;
    expect(back?.verdict?.counts).toMatchObject({ new: 1 });
  });

  test("what is accepted until a day is open again from then on", async () => {
    const { repository } = await opened();
    await runOn(repository, "a", 1, { name: "x" });
    await runOn(repository, "a", 2, { name: 1 });
    const [{ group: { fingerprint } = { fingerprint: "" } } = {}] = await repository.changes();
    await repository.accept(fingerprint, { at: "2025-01-02T09:00:00.000Z", until: "2025-01-04" });
    await runOn(repository, "a", 3, { name: 1 });
    expect(await repository.changes()).toEqual([]);
    const [ended] = (await runOn(repository, "a", 4, { name: 1 })).targets;
    expect(ended?.verdict?.counts).toMatchObject({ back: 1 });
    expect(await repository.changes({ organization: "a" })).toMatchObject([{ organizations: 1 }]);
  });

  test("the breadth of a change is of those that sampled its operation", async () => {
    const { repository } = await opened();
    const names = Array.from({ length: 12 }, (_, index) => `org ${String(index).padStart(2, "0")}`);
    for (const day of [1, 2])
      for (const [index, name] of names.entries()) {
        const isNew = day === 2 && index < 7;
        await runOn(
          repository,
          name,
          day,
          isNew ? { name: 1 } : { name: "x", city: index === 8 && day === 2 ? 1 : "y" },
        );
      }
    const failed = { cause: "target", reason: "no answer" } as const;
    await endRun(repository, await beginRun(repository, orderOf("org 12", 2)), undefined, failed);
    const changes = await repository.changes();
    const breadth = { share: 0.5, atLeast: 10 };
    expect(
      changes.map((one) => [one.group.kind, one.organizations, one.sampledBy, breadthOf(one, breadth)]),
    ).toEqual([
      ["type-changed", 7, 12, "release"],
      ["field-removed", 7, 12, "release"],
      ["type-changed", 1, 12, "own"],
    ]);
    expect(changes[0]?.names).toHaveLength(5);
    const [{ group: { fingerprint = "" } = {} } = {}] = changes;
    expect((await repository.changes({ fingerprint }))[0]?.names).toEqual(names.slice(0, 7));
    expect(breadthOf({ organizations: 7, sampledBy: 15 }, breadth)).toBe("some");
    expect(breadthOf({ organizations: 9, sampledBy: 9 }, breadth)).toBe("some");
  });

  test.each([
    [4, 0],
    [2, 1],
  ])(
    "what %i other organizations have always shown is likely no change: %i are reported",
    async (having, reported) => {
      const { repository } = await opened();
      const run = async (organization: string, day: number, nulls: number): Promise<EndedRun> => {
        const shapes = createShapes(documentation, { once: true });
        const items = Array.from({ length: 300 }, (_, id) => ({
          id: day * 1000 + id,
          createdDate: id < nulls ? null : "2024-01-01T00:00:00Z",
        }));
        shapes.add(answered(json({ items, total: 300 }), { label: "list" }));
        const ended = await endRun(
          repository,
          await beginRun(repository, orderOf(organization, day)),
          shapes,
        );
        if (ended === undefined) throw new Error("the run was not ended");
        return ended;
      };
      for (let index = 0; index < having; index += 1) await run(`other ${index}`, 1, 3);
      await run("a", 1, 0);
      const likely = (await run("a", 2, 1)).targets[0]?.verdict?.counts;
      expect([likely?.new, likely?.inconclusive]).toEqual([reported, 1 - reported]);
      // So many are confirmed, whatever is usual elsewhere.
      await run("a", 3, 200);
      expect((await repository.changes({ organization: "a" })).map(({ group }) => group.kind)).toEqual([
        "null-appeared",
      ]);
    },
  );

  test("a name that two organizations have shown to be a field is known to all", async () => {
    const { database, repository } = await opened();
    for (const name of ["a", "b"]) {
      await runOn(repository, name, 1, { displayName: "x" });
      await runOn(repository, name, 2, { displayName: "x", sobriquet: "x" });
    }
    const known = await database.rows("SELECT name, count(*) AS organizations FROM field GROUP BY name");
    expect(known).toContainEqual({ name: "sobriquet", organizations: 2 });
    await runOn(repository, "c", 1, { displayName: "x" });
    // One record alone shows nothing of a name.
    const few = shapesOf({ displayName: "x" });
    few.add(answered(json({ items: [{ id: 50, displayName: "x", sobriquet: "x" }], total: 1 })));
    const ended = await endRun(repository, await beginRun(repository, orderOf("c", 2)), few);
    expect(ended?.targets[0]?.groups.map(({ now }) => now)).toContain("sobriquet: string");
    const [c] = await database.rows("SELECT count(*) AS names FROM field WHERE name = 'sobriquet'");
    expect(c).toEqual({ names: 2 });
  });

  test("three refused credentials in a row pause an organization until it is resumed", async () => {
    const { repository } = await opened();
    const refused = { cause: "credential", reason: "donation.credentials.token was refused (401)" } as const;
    await repository.list([{ name: "north", labels: { tier: "gold" } }]);
    for (const day of [1, 2, 3]) {
      const ended = await endRun(
        repository,
        await beginRun(repository, orderOf("north", day)),
        undefined,
        refused,
      );
      expect(ended?.paused !== undefined).toBe(day === 3);
    }
    expect(await repository.status(dayOf(3))).toMatchObject({
      failed: 1,
      paused: 1,
      failures: [{ organization: "north", ...refused }],
    });
    expect(await repository.begin(orderOf("north", 4))).toMatchObject({ kind: "paused" });
    expect(await repository.organizations()).toMatchObject([
      { name: "north", labels: { tier: "gold" }, listed: true, failures: 3, paused: {} },
    ]);
    await repository.resume("north");
    expect((await repository.begin(orderOf("north", 4))).kind).toBe("begun");
    await repository.pause("north", "moving house", "2025-01-04T12:00:00.000Z");
    expect((await repository.organizations())[0]?.paused).toEqual({
      at: "2025-01-04T12:00:00.000Z",
      reason: "moving house",
    });
    await expect(repository.resume("nort")).rejects.toThrow("there is no organization nort");
  });

  test("paused organizations are named before those that wait, and the rest of them is counted", async () => {
    const { repository } = await opened();
    const namesFrom = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(3, "0")}`);
    const [waiting, paused] = [namesFrom("a", 100), namesFrom("b", 102)];
    await repository.list([...waiting, ...paused].map((name) => ({ name, labels: {} })));
    // One was run, and is not among those without an ended run.
    await runOn(repository, "b-000", 1, { name: "x" });
    const pause = (name: string) => repository.pause(name, "moving", "2025-01-01T12:00:00.000Z");
    for (const name of paused.slice(0, 2)) await pause(name);
    const few = await repository.status(dayOf(1));
    expect(few.unended.slice(0, 2)).toEqual([
      { organization: "b-001", paused: "moving", isGivenUp: false },
      { organization: "a-000", isGivenUp: false },
    ]);
    expect([few.unended.length, few.morePaused]).toEqual([100, 0]);
    for (const name of paused.slice(2)) await pause(name);
    const many = await repository.status(dayOf(1));
    expect(many.unended.map(({ organization }) => organization)).toEqual(paused.slice(1, 101));
    expect(many).toMatchObject({ paused: 102, morePaused: 1 });
    expect(statusText(statusAt(many, fleetSettings, 0), false).toString()).toMatch(
      /\n {2}b-100 {2}paused {2}moving\n {2}and 1 more paused\n$/,
    );
  });

  test("a target that is down pauses nobody, and a good run forgets earlier failures", async () => {
    const { repository } = await opened();
    const down = { cause: "target", reason: "no answer" } as const;
    for (const day of [1, 2, 3, 4])
      await endRun(repository, await beginRun(repository, orderOf("north", day)), undefined, down);
    expect((await repository.organizations())[0]).toMatchObject({ failures: 0 });
    await endRun(repository, await beginRun(repository, orderOf("north", 5)), undefined, {
      ...down,
      cause: "dead",
    });
    expect((await repository.organizations())[0]).toMatchObject({ failures: 1 });
    await runOn(repository, "north", 6, { name: "x" });
    expect((await repository.organizations())[0]).toMatchObject({ failures: 0 });
    expect(await repository.days(2)).toEqual([dayOf(6), dayOf(5)]);
  });

  test("organizations that the file no longer lists stay known", async () => {
    const { repository } = await opened();
    await repository.list([
      { name: "b", labels: {} },
      { name: "a", labels: {} },
    ]);
    await repository.list([{ name: "b", labels: { region: "south" } }]);
    expect(await repository.organizations()).toMatchObject([
      { name: "a", listed: false },
      { name: "b", listed: true, labels: { region: "south" } },
    ]);
    expect(await repository.status(dayOf(1))).toMatchObject({ waiting: 1, done: 0 });
  });

  const spoiltState = "UPDATE target_state SET state = $1";

  test.each([
    ["broken", (database: Database) => database.rows(spoiltState, [new Uint8Array(100)])],
    ["lost", (database: Database) => database.rows("DELETE FROM target_state")],
  ])("a state spares reading earlier runs; one that is %s is made again from them", async (_, spoil) => {
    const { database, repository } = await opened();
    for (const [at, name] of ["x", 1, 1].entries()) await runOn(repository, "north", at + 1, { name });
    const before = await Array.fromAsync(repository.histories());
    await spoil(database);
    expect(await Array.fromAsync(repository.histories())).toEqual(before);
    const [ended] = (await runOn(repository, "north", 4, { name: 1 })).targets;
    expect(ended?.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
    await spoilShapes(database, dayOf(1), "north");
    expect((await Array.fromAsync(repository.histories()))[0]?.nights).toHaveLength(4);
    await spoil(database);
    await expect(Array.fromAsync(repository.histories())).rejects.toThrow(unreadable);
    await expect(runOn(repository, "north", 5, { name: 1 })).rejects.toThrow(unreadable);
  });

  test("a state of a newer form is refused", async () => {
    const { database, repository } = await opened();
    await runOn(repository, "north", 1, { name: "x" });
    await database.rows("UPDATE target_state SET form = 99");
    await expect(runOn(repository, "north", 2, { name: 1 })).rejects.toThrow("a newer tripact");
  });

  test("what is kept holds no name that the runs hide", async () => {
    const { database, repository } = await opened();
    for (const day of [1, 2, 3]) {
      const shapes = createShapes(documentation, { once: true });
      const named = { Walter: 1, Anneliese: 2, name: "Irmgard" };
      const items = Array.from({ length: 30 }, (_, id) => (id % 4 < 3 ? { id } : { id, ...named }));
      shapes.add(answered(json({ items, total: 30 }), { label: "list" }));
      await endRun(repository, await beginRun(repository, orderOf("north", day)), shapes);
    }
    const [row = {}] = await database.rows("SELECT state FROM target_state");
    const state = inflateRawSync(bytesColumnOf(row, "state") ?? new Uint8Array()).toString("utf8");
    expect(state).toContain("/items");
    const kept = [state];
    for (const table of ["change", "field", "operation_run", "problem"])
      kept.push(JSON.stringify(await database.rows(`SELECT * FROM ${table}`)));
    for (const name of ["Walter", "Anneliese", "Irmgard"]) expect(kept.join("")).not.toContain(name);
  });

  test("no other organization is read by a run, an acceptance or the history of one; all are read one at a time", async () => {
    const { database, repository } = await opened();
    for (const day of [1, 2])
      for (const name of ["a", "b", "c", "north"]) await runOn(repository, name, day, { name: "x" });
    for (const name of ["b", "c"]) {
      for (const day of [1, 2]) await spoilShapes(database, dayOf(day), name);
      await database.rows(
        `UPDATE target_state SET state = $1 WHERE target =
           (SELECT target.id FROM target JOIN organization ON organization.id = target.organization WHERE name = $2)`,
        [new Uint8Array(10), name],
      );
    }
    const { verdict } = (await runOn(repository, "north", 3, { name: 1 })).targets[0] ?? {};
    expect(verdict?.counts).toMatchObject({ new: 1 });
    const [group] = verdict?.groups ?? [];
    const [fingerprint = ""] = group?.changes ?? [];
    expect(new Set(await repository.acceptable())).toEqual(new Set([fingerprint, group?.fingerprint]));
    expect([...(await repository.groupsOf()).values()]).toEqual([[group?.fingerprint]]);
    expect(await repository.accept(fingerprint, { at: "2025-01-03T09:00:00.000Z" })).toEqual([
      targetOf("north"),
    ]);
    const [own] = await Array.fromAsync(repository.histories({ targets: [targetOf("north")] }));
    expect(own?.nights).toHaveLength(3);
    const histories = repository.histories()[Symbol.asyncIterator]();
    expect(await histories.next()).toMatchObject({ done: false, value: { target: targetOf("a") } });
    await expect(histories.next()).rejects.toThrow(unreadable);
  });
});
