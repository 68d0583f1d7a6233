import { describe, expect, onTestFinished, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import {
  callsOf,
  fieldHistories,
  type FieldLocation,
  isCalled,
} from "../../../src/monitoring/drift/field-history.ts";
import { historyOf, historySince } from "../../../src/monitoring/drift/narrow-history.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import type { DriftTarget } from "../../../src/core/model/drift.ts";
import { releasesIn } from "../../../src/core/model/drift-releases.ts";
import { historyTexts } from "../../../src/monitoring/report/drift-history.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { ownRun } from "../history/own-run.ts";
import { answered, json } from "./support.ts";

const target: DriftTarget = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
};

type Donor = Readonly<Record<string, unknown>>;

interface Day {
  /** Undefined for a run that failed. */
  readonly donors: readonly Donor[] | undefined;
  readonly operation?: string;
  readonly version?: string;
}

/** A store with a run on each of these days. */
const storeOf = async (days: readonly Day[]) => {
  const file = openStore(":memory:");
  onTestFinished(() => file.close());
  const runs = await openHistory(file, documentation);
  for (const [at, { donors, operation = "listDonors", version = "1.0.0" }] of days.entries()) {
    const startedAt = new Date(Date.UTC(2025, 0, at + 1, 2)).toISOString();
    const shapes = createShapes(documentation, { once: true });
    shapes.add(answered(json({ items: donors ?? [], total: 0 }), { operation }));
    await ownRun(runs, { target, startedAt, version, shapes: donors === undefined ? undefined : shapes });
  }
  return runs;
};

const donors = (count: number, change: (at: number) => Donor = () => ({})): readonly Donor[] =>
  Array.from({ length: count }, (_, at) => ({ id: at, name: `n${at}`, ...change(at) }));

const ofList = { operations: new Set(["listDonors"]), isWanted: () => true };

const month = (): readonly Day[] => [
  { donors: donors(30) },
  { donors: donors(30, (at) => ({ name: at % 3 === 0 ? null : "n", nickname: "x" })) },
  { donors: undefined },
  { donors: [{ id: 1 }], operation: "listGifts" },
  { donors: donors(20, () => ({ name: 7 })), version: "1.1.0" },
];

describe("a field in every run", () => {
  test("is counted by presence and type, and the objects show its absence before it came", async () => {
    const fields = fieldHistories(await (await storeOf(month())).seen(target), ofList);
    const runsOf = (pointer: string) =>
      fields
        .find((one) => one.pointer === pointer)
        ?.nights.map(({ night, seen, parents, types }) => [night, `${seen}/${parents}`, types]);
    expect(runsOf("/items/*/name")).toEqual([
      [1, "30/30", { string: 30 }],
      [2, "30/30", { null: 10, string: 20 }],
      [5, "20/20", { integer: 20 }],
    ]);
    expect(runsOf("/items/*/nickname")).toEqual([
      [1, "0/30", {}],
      [2, "30/30", { string: 30 }],
      [5, "0/20", {}],
    ]);
    expect(fields.map(({ pointer }) => pointer)).not.toContain("/items/*");
  });

  test("begins with a day, where one is given", async () => {
    const runs = await storeOf(month());
    const [name] = fieldHistories(await runs.seen(target, "2025-01-02"), {
      ...ofList,
      isWanted: (one) => isCalled(one, "name"),
    });
    expect(name?.nights.map(({ night }) => night)).toEqual([2, 5]);
  });

  test.each([
    ["name", true],
    ["donor.name", true],
    ["items.donor.name", true],
    ["/items/*/donor/name", true],
    ["/donor/name", false],
    ["me", false],
    ["or.name", false],
  ])("is called %s: %s", (name, expected) => {
    const location = { operation: "o", status: 200, pointer: "/items/*/donor/name" };
    expect(isCalled(location, name)).toBe(expected);
    if (expected) expect(callsOf(location)).toContain(name);
  });

  test("is shown with failed runs as gaps, releases as lines, and what changed", async () => {
    const runs = await storeOf(month());
    const [history] = await Array.fromAsync(runs.histories());
    if (history === undefined) throw new Error("there is no history");
    const wanted = { ...ofList, isWanted: (one: FieldLocation) => isCalled(one, "name") };
    const fields = fieldHistories(await runs.seen(target), wanted);
    const asked = historyOf(history, "listDonors", fields, true);
    const style = { color: false, quiet: false, lineWidth: Infinity };
    const text = (await Array.fromAsync(historyTexts([asked], style, "fields"))).join("");
    const lines = text.split("\n").map((line) => line.trim());
    expect(lines.slice(0, 8)).toEqual([
      "donation https://donations.example.org",
      "listDonors 200 /items/*/name (not documented)",
      "1  2025-01-01  in 30 of 30, string 30",
      "2  2025-01-02  in 30 of 30, null 10, string 20  null-appeared",
      "3  2025-01-03  failed: no answer",
      "4  2025-01-04  not sampled",
      "── tripact 1.1.0 ──",
      // What came and what went.
      "5  2025-01-05  in 20 of 20, integer 20  type-changed, null-appeared",
    ]);
    expect(lines[8]).toMatch(
      /^known since 2025-01-05 Donor\.name, so far string, is integer in listDonors \(breaking, confirmed, [0-9a-f]{12}\)$/,
    );
    expect(asked.drift.map(({ kind }) => kind).toSorted()).toEqual(["null-appeared", "type-changed"]);
    expect(asked.groups.every(({ operations }) => operations.includes("listDonors"))).toBe(true);
  });

  test("leaves out runs before a day, and operations that have none since", async () => {
    const runs = await storeOf(month());
    const [history] = await Array.fromAsync(runs.histories());
    if (history === undefined) throw new Error("there is no history");
    const since = historySince(history, "2025-01-05");
    expect(since.nights.map(({ night }) => night)).toEqual([5]);
    expect(since.operations.map(({ operation }) => operation)).toEqual(["listDonors"]);
    expect(releasesIn(history.nights)).toEqual([
      { night: 5, startedAt: "2025-01-05T02:00:00.000Z", version: "1.1.0" },
    ]);
    expect(releasesIn(since.nights)).toEqual([]);
  });
});
