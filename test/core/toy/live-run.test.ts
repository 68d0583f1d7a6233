import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ValidConfig } from "../../../src/core/config/config.ts";
import { loadConfig } from "../../../src/core/config/load-config.ts";
import type { Report } from "../../../src/core/model/report.ts";
import { createExchangeRecorder } from "../../../src/report/exchange-log.ts";
import { dryRun } from "../../../src/core/run/dry-run.ts";
import { embeddedTarget } from "../../../src/inputs/embedded-target.ts";
import { liveTarget } from "../../../src/core/run/live-target.ts";
import type { OpenOptions } from "../../../src/core/run/target.ts";
import { createRecordingRun } from "../../../src/core/run/recording-run.ts";
import { run, type RunOptions } from "../../../src/core/run/run.ts";
import { createValidation } from "../../../src/core/validation/validation.ts";
import { formatOf, reportFormats } from "../../../src/report/report-formats.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { toyContract as contract } from "./contract.ts";
import { reportOf } from "../../report-of.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

interface Library {
  readonly books: Map<number, unknown>;
  readonly requests: string[];
  answer(method: string, url: string, body: string, authorization: string | undefined): Response;
}

/** A server of books; `spoil` changes what a book is shown as. */
const createLibrary = (spoil: (book: object) => unknown = (book) => book): Library => {
  const books = new Map<number, unknown>([[7, "Ada's Diary"]]);
  const requests: string[] = [];
  return {
    books,
    requests,
    answer(method, url, body, authorization) {
      requests.push(`${method} ${url}`);
      const id = Number(/^\/v3\/books\/(\d+)$/.exec(url)?.[1]);
      if (authorization !== "Bearer library-secret") return Response.json({}, { status: 401 });
      if (!books.has(id)) return Response.json({}, { status: 404 });
      // What the check and the journal send.
      if (method === "PUT") books.set(id, (JSON.parse(body) as { heading?: unknown }).heading);
      return Response.json(spoil({ id, heading: books.get(id) }));
    },
  };
};

const serve = async (library: Library): Promise<string> => {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const answer = library.answer(method, url, body, headers.authorization);
      response.writeHead(answer.status, { "content-type": "application/json" });
      void answer.text().then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  // A TCP server that listens has one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
};

const configFor = (baseUrl: string): ValidConfig =>
  loadConfig(
    `interfaces:
  library:
    baseUrl: ${baseUrl}
    credentials: { token: "\${LIBRARY_TOKEN}" }
    scratch: { bookId: 7 }
safety: { writes: true, perSecond: 1000 }
`,
    { contract, file: "toy.yaml", env: { LIBRARY_TOKEN: "library-secret" } },
  );

const open: OpenOptions = { contract, clock, monotonic: () => performance.now(), random: () => 0 };

const runOptions: Omit<RunOptions, "target"> = {
  contract,
  observers: contract.observers,
  validation: createValidation(contract),
  seed: 1,
  version: "0.0.0",
  clock,
  nonce: () => "nonce",
  baseline: new Set(),
};

/** Checks a library over the network, with a journal. */
const check = async (library: Library) => {
  const target = liveTarget(configFor(await serve(library)), { ...open, folder: temporaryFolder() });
  const recorder = createExchangeRecorder(contract.fieldNames);
  const report = await reportOf(run({ ...runOptions, target }), (event) => recorder.see(event));
  await target.close();
  return { report, exchanges: recorder.log((text) => text) };
};

/**
 * A heading of a wrong type. Longer than the hexadecimal part of any id, and in no moment of this millennium: neither a
 * run's id nor a port or a time holds it by chance.
 */
const wrongHeading = 4_277_713_579_024;

const statuses = ({ facts }: Report): readonly string[] => facts.map(({ id, status }) => `${id} ${status}`);

test("a run judges the contract's facts, and its journal puts back what it wrote", async () => {
  const library = createLibrary();
  const { report } = await check(library);
  expect(statuses(report)).toEqual(["LIB-01 passed", "LIB-02 passed", "ALL-01 passed"]);
  expect(report.unknowns).toMatchObject([{ id: "X-01", status: "observed" }]);
  expect(report.run.complete).toBe(true);
  expect(library.books.get(7)).toBe("Ada's Diary");
  expect(report.run.writes?.records).toMatchObject([
    { interface: "library", record: "book 7", state: "put back" },
  ]);
  // Read, replaced and read by the check; read, replaced and read when it is put back.
  expect(library.requests.map((request) => request.split(" ")[0])).toEqual([
    "GET",
    "PUT",
    "GET",
    "GET",
    "PUT",
    "GET",
  ]);
});

test("what breaks the contract is blamed on its fact, without a secret or a value", async () => {
  const { report } = await check(createLibrary((book) => ({ ...book, heading: wrongHeading })));
  expect(statuses(report)).toEqual(["LIB-01 failed", "LIB-02 failed", "ALL-01 passed"]);
  expect(report.findings).toMatchObject([
    { fact: "LIB-01", interface: "library", operation: "readBook", pointer: "/heading" },
    { fact: "LIB-02" },
  ]);
  expect(report.findings[0]?.curl).toContain("Bearer $LIBRARY_TOKEN");
  expect(JSON.stringify(report)).not.toMatch(/library-secret|4277713579024|Ada/);
});

test("a write to any other record is never sent", async () => {
  const library = createLibrary();
  const target = liveTarget(configFor(await serve(library)), { ...open, folder: temporaryFolder() });
  const [request] = [
    {
      interface: "library",
      operation: "replaceBook",
      effect: "write",
      method: "PUT",
      url: `${target.baseUrls["library"]}/v3/books/8`,
      headers: {},
      body: "{}",
      pathParameters: { bookId: "8" },
      asItComes: false,
    } as const,
  ];
  expect(await target.transport(request)).toMatchObject({ kind: "failure", stop: "safety" });
  await target.close();
  expect(library.requests).toEqual([]);
});

test("a dry run counts what a run would send, and sends nothing", async () => {
  const live = createLibrary();
  const config = configFor(await serve(live));
  const standIn = (): ReturnType<typeof embeddedTarget> => {
    const library = createLibrary();
    const sandbox = {
      fetch: async (request: Request) => {
        const { pathname } = new URL(request.url);
        const authorization = request.headers.get("authorization") ?? undefined;
        return library.answer(request.method, pathname, await request.text(), authorization);
      },
      config: () => ({
        interfaces: {
          library: {
            baseUrl: "http://library.test/v3",
            credentials: { token: "library-secret" },
            scratch: { bookId: 7 },
          },
        },
      }),
      clock,
      close: () => Promise.resolve(),
    };
    return embeddedTarget(sandbox, open);
  };
  const { report, costs } = await dryRun({
    contract,
    config,
    sandbox: standIn,
    run: runOptions,
    interfaces: ["library"],
  });
  expect(statuses(report)).toEqual(["LIB-01 passed", "LIB-02 passed", "ALL-01 passed"]);
  expect(costs).toMatchObject({
    total: 2,
    puttingBack: 4,
    operations: { readBook: 1, replaceBook: 1 },
    interfaces: { library: { read: 1, write: 1, token: 0 } },
  });
  expect(live.requests).toEqual([]);
});

test("recorded exchanges are judged by the contract's passive checks", () => {
  const recordingRun = createRecordingRun({
    contract,
    baseline: new Set(),
    chosen: contract.checks,
    validation: runOptions.validation,
    show: ({ request }) => request,
  });
  const judge = (heading: unknown, number: number) =>
    recordingRun.judge(
      {
        interface: "library",
        operation: "readBook",
        request: {
          method: "GET",
          url: "https://library.test/v3/books/7",
          headers: {},
          authorization: "none",
        },
        outcome: {
          kind: "response",
          status: 200,
          headers: {},
          body: { kind: "json", value: { id: 7, heading } },
          elapsedMs: 1,
        },
      },
      number,
    );
  judge("Ada's Diary", 1);
  expect(recordingRun.tally().findings).toEqual([]);
  judge(null, 2);
  expect(recordingRun.tally().findings).toMatchObject([
    { finding: { fact: "LIB-01" }, about: [0, 2], exchanges: [] },
  ]);
});

test.each(reportFormats)("the %s report shows the contract's facts and findings", async (format) => {
  const { report, exchanges } = await check(createLibrary((book) => ({ ...book, heading: wrongHeading })));
  const write = await formatOf(format)?.load();
  const text = write?.({ report, catalogue: contract, exchanges }) ?? "";
  expect(text).toMatch(format === "har" ? /v3\/books\/7/ : /LIB-01/);
  expect(text).not.toMatch(/library-secret|4277713579024|\bcrm\b|CRM-/);
});
