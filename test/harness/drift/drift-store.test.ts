import { documentation } from "../../../src/contract/documents.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { type DriftStore, openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import { createShapes, type Shapes } from "../../../src/harness/drift/shapes.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { temporaryFolder } from "../../tools/cli/temporary-folder.ts";
import { acceptance, answered, json } from "./support.ts";
import { isNightly } from "../../nightly.ts";

const target = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
} as const;
const findings = { error: 0, warning: 0, info: 0 };

const shapesOf = (fields: Readonly<Record<string, unknown>>): Shapes => {
  const shapes = createShapes(documentation, { once: true });
  const items = Array.from({ length: 40 }, (_, id) => ({ id, ...fields }));
  shapes.add(answered(json({ items, total: 40 }), { label: "list" }));
  return shapes;
};

const night = (store: DriftStore, day: number, shapes: Shapes | undefined, reason?: string) => {
  const startedAt = new Date(Date.UTC(2025, 0, day)).toISOString();
  const open = store.begin(target, { run: `run ${day}`, startedAt, seed: day, version: "0.0.0" });
  return store.end(open, { shapes, requests: 1, findings, ...(reason === undefined ? {} : { reason }) });
};

describe("the history in the store", () => {
  test("outlives the process, with its failed nights and those that never ended", () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const first = openStore(path);
    const before = openDriftStore(first, documentation);
    expect(night(before, 1, shapesOf({ name: "x" })).night.status).toBe("baseline");
    expect(night(before, 2, undefined, "no answer").verdict).toBeUndefined();
    expect(night(before, 3, shapesOf({ name: 1 })).verdict?.counts).toMatchObject({ new: 1, breaking: 1 });
    before.begin(target, { run: "killed", startedAt: "2025-01-04T00:00:00.000Z", seed: 4, version: "0.0.0" });
    first.close();

    const second = openStore(path);
    const after = openDriftStore(second, documentation);
    const ended = night(after, 5, shapesOf({ name: 1 }));
    expect(ended.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
    const [history] = [...after.histories()];
    expect(history?.nights.map(({ night: location, status, reason }) => [location, status, reason])).toEqual([
      [1, "baseline", undefined],
      [2, "failed", "no answer"],
      [3, "compared", undefined],
      [4, "compared", undefined],
      [0, "failed", "it was begun and has not ended"],
    ]);
    expect(history?.operations[0]?.nights.map(({ changes }) => changes.length)).toEqual([0, 1, 0]);
    const fingerprint = history?.drift[0]?.fingerprint ?? "";
    expect(after.accept(fingerprint, acceptance)).toEqual([target]);
    expect(after.accept(fingerprint, acceptance)).toEqual([]);
    second.close();

    const third = openStore(path);
    expect(night(openDriftStore(third, documentation), 7, shapesOf({ name: 1 })).verdict?.drift).toEqual([]);
    third.close();
  });

  test("keeps organizations apart and accepts wherever it was noticed", () => {
    const file = openStore(":memory:");
    const store = openDriftStore(file, documentation);
    const end = (organization: string, shapes: Shapes) =>
      store.end(
        store.begin(
          { ...target, organization },
          { run: "r", startedAt: "2025-01-01T00:00:00.000Z", seed: 1, version: "0" },
        ),
        { shapes, requests: 1, findings },
      );
    for (const organization of ["a", "b"]) end(organization, shapesOf({ name: "x" }));
    const [a, b] = ["a", "b"].map((organization) => end(organization, shapesOf({ name: 1 })));
    const [fingerprint, other] = [a, b].map((ended) => ended?.verdict?.drift[0]?.fingerprint);
    expect(fingerprint).toBe(other);
    expect(store.accept(fingerprint ?? "", acceptance).map(({ organization }) => organization)).toEqual([
      "a",
      "b",
    ]);
    file.close();
  });
});

describe("without a lock", () => {
  const twoStores = () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const files = [openStore(path), openStore(path)] as const;
    onTestFinished(() => files.forEach((file) => file.close()));
    for (const { database } of files) database.exec("PRAGMA busy_timeout = 0");
    return {
      files,
      stores: files.map((file) => openDriftStore(file, documentation)) as [DriftStore, DriftStore],
    };
  };

  test("a history is read while another process writes", () => {
    const { files, stores } = twoStores();
    night(stores[0], 1, shapesOf({ name: "x" }));
    files[0].transaction(() => {
      expect(
        [...openDriftStore(files[1], documentation).histories()].map(({ nights }) => nights.length),
      ).toEqual([1]);
    });
  });

  test("a run is judged, and after one that ended meanwhile once more", () => {
    const { stores } = twoStores();
    night(stores[0], 1, shapesOf({ name: "x" }));
    const shapes = shapesOf({ name: 1 });
    let isFirst = true;
    const slow: Shapes = Object.assign(Object.create(shapes), {
      hideNames(known: ReadonlySet<string>) {
        // The other process ends its run while this one is under way; neither waits.
        if (isFirst) night(stores[1], 3, shapesOf({ name: 1 }));
        isFirst = false;
        return shapes.hideNames(known);
      },
    });
    const { night: summary, verdict } = night(stores[0], 2, slow);
    expect(summary.night).toBe(3);
    expect(verdict?.counts).toMatchObject({ new: 0, standing: 1 });
    const [history] = [...stores[0].histories()];
    expect(
      history?.nights.map(({ night: position, startedAt }) => [position, startedAt.slice(8, 10)]),
    ).toEqual([
      [1, "01"],
      [2, "03"],
      [3, "02"],
    ]);
  });

  test("nothing is accepted of a change that nobody has", () => {
    const { stores } = twoStores();
    night(stores[0], 1, shapesOf({ name: "x" }));
    expect(stores[0].accept("0123456789ab", acceptance)).toEqual([]);
  });
});

const writer = fileURLToPath(new URL("run-writer.ts", import.meta.url));

describe("several at once", () => {
  test("processes that write nights at the same time, one of them killed, leave a whole history", async () => {
    const path = join(temporaryFolder(), "s.sqlite");
    const nights = isNightly ? 60 : 4;
    const start = (count: number) =>
      spawn(process.execPath, [writer, path, String(count)], { stdio: ["ignore", "pipe", "inherit"] });
    const writers = [start(nights), start(nights)].map(async (one) => {
      one.stdout.resume();
      const [code]: unknown[] = await once(one, "exit");
      return code;
    });
    const victim = start(1_000_000);
    await once(victim.stdout, "data");
    victim.kill("SIGKILL");
    const codes = await Promise.all(writers);
    expect(codes).toEqual([0, 0]);
    const file = openStore(path);
    const [history] = [...openDriftStore(file, documentation).histories()];
    const ended = history?.nights.filter(({ night: location }) => location > 0) ?? [];
    expect(ended.map(({ night: location }) => location)).toEqual(ended.map((_, at) => at + 1));
    expect(ended.length).toBeGreaterThanOrEqual(2 * nights + 1);
    expect(ended.filter(({ status }) => status === "baseline")).toHaveLength(1);
    expect(ended.every(({ status }) => status !== "failed")).toBe(true);
    file.close();
  });
});
