import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ChangeTracker } from "../../../src/monitoring/drift/change-tracker.ts";
import { createDocumentation } from "../../../src/core/shapes/documentation.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import { createShapes, shapesFromJson } from "../../../src/core/shapes/shapes.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import type { ReportInput } from "../../../src/core/model/report-input.ts";
import { pathWordsOf } from "../../../src/core/privacy/shown-address.ts";
import { createRecorder } from "../../../src/traffic/recorder/recorder.ts";
import { createFindOperation } from "../../../src/traffic/recordings/find-operation.ts";
import { createRecordingReader } from "../../../src/traffic/recordings/recording-reader.ts";
import { ctrfReport } from "../../../src/report/ctrf.ts";
import { factOutcomes } from "../../../src/report/fact-outcomes.ts";
import { junitReport } from "../../../src/report/junit.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { createOperationMatcher } from "../../../src/core/validation/match-operation.ts";
import { ownRun } from "../../monitoring/history/own-run.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { fact, report } from "../../report/events.ts";
import { documents } from "./documents.ts";

const address = "https://library.example.org/v3/books";
const documentation = createDocumentation(documents);

const book = (id: number, more: object = {}): object => ({
  id,
  heading: "Ada's Diary",
  shelf: "Poetry",
  ...more,
});

const answered = (value: unknown, id = 7): Exchange => ({
  interface: "library",
  operation: "readBook",
  request: { method: "GET", url: `${address}/${id}`, headers: {}, authorization: "none" },
  outcome: {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/json" },
    body: { kind: "json", value },
    elapsedMs: 5,
  },
});

/** Records requests and reads them back, with whatever else a file holds. */
const recordAndRead = async (requests: readonly { readonly url: string; readonly value: unknown }[]) => {
  const file = join(temporaryFolder(), "traffic.ndjson");
  const recorder = createRecorder(documents, { file });
  for (const { url, value } of requests) {
    if (!recorder.wants("GET", url)) continue;
    const body = { kind: "read", body: { kind: "json", value } } as const;
    recorder.record({
      method: "GET",
      url,
      headers: {},
      body: { kind: "empty" },
      response: () => ({ status: 200, headers: { "content-type": "application/json" }, body, elapsedMs: 5 }),
    });
  }
  await recorder.close();
  const text = readFileSync(file, "utf8");
  const read: Exchange[] = [];
  const reader = createRecordingReader({
    find: createFindOperation(createOperationMatcher(documents)),
    pathWords: pathWordsOf(documents),
    interfaces: documents.interfaces,
    onExchange: (exchange) => read.push(exchange),
  });
  for (const [position, line] of text.trim().split("\n").entries())
    reader.entry(Buffer.from(line), { recording: 0, form: "lines", position, number: position + 1 });
  return { text, read, counts: reader.counts() };
};

test("a recorder keeps what the contract's documents list, and masks the rest", async () => {
  const { text, read, counts } = await recordAndRead([
    { url: `${address}/4711`, value: book(4711, { "Ada Lovelace": 1, state: "Out of print" }) },
    { url: "https://library.example.org/v9/elsewhere", value: {} },
  ]);
  expect(text).not.toMatch(/Ada|Diary|4711|Lovelace/);
  expect(read.map(({ operation, request }) => [operation, request.url])).toEqual([
    ["readBook", `${address}/1`],
  ]);
  expect(text).toContain('"heading":"Xxx\'x Xxxxx","shelf":"Poetry"');
  expect(text).toContain("Out of print");
  expect(counts.interfaces).toEqual({ library: 1 });
});

test("drift compares with the contract's documents", () => {
  const tracker = new ChangeTracker(
    { interface: "library", address, organization: "default" },
    documentation,
  );
  const judge = (run: number, books: readonly object[]) => {
    const shapes = createShapes(documentation);
    for (const [id, one] of books.entries()) shapes.add(answered(one, id));
    const stored: unknown = JSON.parse(JSON.stringify(shapes));
    return tracker.judge(shapesFromJson(stored, documentation), {
      run,
      startedAt: `2025-01-0${run}T02:00:00.000Z`,
    });
  };
  const books = Array.from({ length: 30 }, (_, id) => book(id));
  expect(judge(1, books).isBaseline).toBe(true);
  expect(judge(2, books).drift).toEqual([]);
  const { drift } = judge(
    3,
    books.map((one, id) => ({ ...one, heading: id, shelf: "Cookery" })),
  );
  expect(drift.map(({ kind, pointer, impact }) => `${kind} ${pointer} ${impact}`).toSorted()).toEqual([
    "type-changed /heading breaking",
    "value-added /shelf breaking",
  ]);
});

test("a store of drift refuses nothing of the contract, and anything of another", async () => {
  const file = openStore(join(temporaryFolder(), "drift.db"));
  const runs = await openHistory(file, documentation);
  const shapes = createShapes(documentation);
  shapes.add(answered(book(1)));
  const target = { interface: "library", address, organization: "default" };
  await ownRun(runs, { target, startedAt: "2025-01-01T02:00:00.000Z", shapes });
  const histories = await Array.fromAsync(runs.histories());
  expect(histories.map((one) => one.target.interface)).toEqual(["library"]);
  const others = await openHistory(file, createDocumentation({ ...documents, interfaces: ["archive"] }));
  await expect(Array.fromAsync(others.histories())).rejects.toThrow("library, which is no interface here");
  file.close();
});

test("reports list facts under the contract's interfaces", () => {
  const input: ReportInput = {
    report: report({ facts: [fact("LIB-01", "passed"), fact("ALL-01", "passed"), fact("XYZ-01", "passed")] }),
    catalogue: { ...documents, unknowns: [], checks: [] },
  };
  expect(factOutcomes(input).map(({ group, groupTitle }) => [group, groupTitle])).toEqual([
    ["library", "Library interface"],
    ["general", "All interfaces"],
    ["other", "Other"],
  ]);
  expect(junitReport(input)).toContain("library");
  expect(ctrfReport(input)).toContain("library");
});
