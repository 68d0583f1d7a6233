import { documents } from "../../../src/builtin/documents.ts";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Agent, request as send } from "undici";
import { afterAll, describe, expect, test } from "vitest";
import type { Report } from "../../../src/core/model/report.ts";
import { recordFetch, recordingInterceptor } from "../../../src/entrypoints/recorder/index.ts";
import { createRecorder } from "../../../src/traffic/recorder/recorder.ts";
import type { RecordedResponse } from "../../../src/traffic/recordings/recorded.ts";
import { openRecordingFile } from "../../../src/traffic/recorder/recording-file.ts";
import { listening } from "../../listening.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { asks, linesOf, smallSandbox } from "./kit.ts";

const { sandbox, request } = smallSandbox();
afterAll(() => sandbox.close());

const sandboxFetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));

describe("a wrapped fetch", () => {
  test("hands on the very answers and records them for observe, without anybody's data", async () => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    const sent: string[] = [];
    const fetch = recordFetch({
      file,
      fetch: async (input, init) => {
        const response = await sandboxFetch(input, init);
        sent.push(await response.clone().text());
        return response;
      },
    });
    const names: string[] = [];
    for (const ask of asks) {
      const response = await fetch(request(ask));
      const text = await response.text();
      expect(text).toBe(sent.at(-1));
      names.push(
        ...[
          ...text.matchAll(/"(?:name|firstName|lastName|value|city|secret|access_token)":"([^"]{4,})"/g),
        ].map(([, name]) => name ?? ""),
      );
    }
    await fetch.flush();
    expect(fetch.counts()).toEqual({ recorded: asks.length, lost: 0 });
    const recorded = readFileSync(file, "utf8");
    expect(linesOf(file).map(({ request: sent }) => sent)).toContainEqual(
      expect.objectContaining({ method: "POST", body: { skip: 0, take: 2, queryType: 0, groups: [] } }),
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(recorded).not.toContain(name);
    expect(recorded).not.toMatch(/Met Ann|Bearer [^$]/);
    const { code, out } = await runCli(["observe", file, "--json"], { cwd: "/" });
    const report = JSON.parse(out) as Report;
    expect(report.findings).toEqual([]);
    expect(report.recording).toMatchObject({
      judged: asks.length,
      unmatched: 0,
      troubles: 0,
      withoutBody: 0,
    });
    expect(code).toBe(0);
  });

  test("does not look at requests elsewhere", async () => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    const fetch = recordFetch({ file, fetch: async () => new Response("{}") });
    await fetch("https://elsewhere.example.org/charges?card=4242");
    await fetch(new URL("https://elsewhere.example.org/api/Contact/1"), { method: "DELETE" });
    await fetch.flush();
    expect(fetch.counts()).toEqual({ recorded: 0, lost: 0 });
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  test("streams: the caller has the first bytes while the last are not there yet", async () => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    let end: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('["Home '));
        end = () => {
          controller.enqueue(Buffer.from('Email"]'));
          controller.close();
        };
      },
    });
    const fetch = recordFetch({
      file,
      fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
    });
    const response = await fetch("https://crm.example.org/api/ContactMethod/Types");
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('["Home ');
    end();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('Email"]');
    await fetch.flush();
    expect(linesOf(file)[0]).toMatchObject({ outcome: { body: { kind: "json", value: ["Home Email"] } } });
  });

  const json = '{"note":"private"}';
  const form = new URLSearchParams({ grant_type: "password" });
  test.each([
    ["text", json, "application/json", { note: "xxxxxxx" }],
    ["a buffer", new TextEncoder().encode(json).buffer, "application/json", { note: "xxxxxxx" }],
    ["a view of one", Buffer.from(json), "application/json", { note: "xxxxxxx" }],
    ["a form", form, undefined, { grant_type: "password" }],
    ["nothing", null, undefined, undefined],
  ])("records a body that is %s", async (_, body, type, recorded) => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    const fetch = recordFetch({ file, fetch: async () => new Response("{}") });
    const headers = type === undefined ? {} : { "content-type": type };
    await fetch("https://crm.example.org/Token", { method: "POST", body, headers });
    await fetch.flush();
    expect(linesOf(file)[0]?.request.body).toEqual(recorded);
  });

  test("a call that fails fails as it did, and is recorded as no answer", async () => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    const broken = new TypeError("fetch failed");
    const fetch = recordFetch({ file, fetch: () => Promise.reject(broken) });
    await expect(fetch("https://crm.example.org/api/Contact/7")).rejects.toBe(broken);
    await fetch.flush();
    expect(linesOf(file)[0]).toMatchObject({
      request: { url: "https://crm.example.org/api/Contact/1" },
      outcome: { kind: "failure", reason: "reset" },
    });
  });

  test("what cannot be recorded is reported once and gets in nobody's way", async () => {
    const warnings: string[] = [];
    const file = join(temporaryFolder(), "missing", "traffic.ndjson");
    const fetch = recordFetch({
      file,
      fetch: sandboxFetch,
      onTrouble: (message) => {
        warnings.push(message);
        throw new Error("a listener's own trouble");
      },
    });
    for (let call = 0; call < 3; call += 1) {
      const response = await fetch(request({ interface: "crm", path: "/api/ContactMethod/Types" }));
      expect(Array.isArray(await response.json())).toBe(true);
      await fetch.flush();
    }
    expect(warnings).toEqual([
      expect.stringMatching(/exchanges could not be recorded in .+; the calls themselves were not touched/),
    ]);
    expect(fetch.counts().lost).toBe(3);
  });
});

test("a file that ends within a line, since its writer was killed, gets its next line on a line of its own", async () => {
  const file = join(temporaryFolder({ "traffic.ndjson": '{"request":{"meth' }), "traffic.ndjson");
  const fetch = recordFetch({ file, fetch: sandboxFetch });
  await fetch(request({ interface: "crm", path: "/api/ContactMethod/Types" }));
  await fetch.flush();
  const [torn, line = "", ...rest] = readFileSync(file, "utf8").split("\n");
  expect([torn, line, rest]).toEqual([
    '{"request":{"meth',
    expect.stringContaining('"operation":"listContactMethodTypes"'),
    [""],
  ]);
});

test("lines beyond 64 MiB that wait to be written are dropped and counted, so that memory has a limit", async () => {
  const path = join(temporaryFolder(), "traffic.ndjson");
  const lost: number[] = [];
  const file = openRecordingFile(path, (lines) => lost.push(lines));
  for (let line = 0; line < 3; line += 1) file.add("x".repeat(33 * 1024 * 1024));
  await file.close();
  expect(lost).toEqual([1]);
  expect(statSync(path).size).toBe(2 * (33 * 1024 * 1024 + 1));
});

test("two recorders add whole lines to one file, behind what stands there", async () => {
  const file = join(temporaryFolder(), "traffic.ndjson");
  writeFileSync(file, '{"earlier":1}\n');
  const recorders = [createRecorder(documents, { file }), createRecorder(documents, { file })];
  const value = { items: Array.from({ length: 200 }, (_, id) => ({ id, name: "x".repeat(40) })), total: 200 };
  for (let index = 0; index < 200; index += 1)
    recorders[index % 2]?.record({
      method: "GET",
      url: `https://d.example.org/api/Donor/list?Skip=${index}`,
      headers: {},
      body: { kind: "empty" },
      response: () => ({
        status: 200,
        headers: {},
        body: { kind: "read", body: { kind: "json", value } },
        elapsedMs: 1,
      }),
    });
  await Promise.all(recorders.map((recorder) => recorder.close()));
  // Whoever opens the file while the other writes to it begins with a blank line.
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object).length > 0)).toEqual(
    Array.from({ length: 201 }, () => true),
  );
  expect(recorders.map((recorder) => recorder.counts())).toEqual([
    { recorded: 100, lost: 0 },
    { recorded: 100, lost: 0 },
  ]);
});

describe("what a recorder saw is judged as it was sent", () => {
  const url = "https://d.example.org/api/Donor/list?Take=1";
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const wrong = JSON.stringify({ items: {}, total: 1, note: "x".repeat(69_966) });
  const bytes = { kind: "bytes", bytes: brotliCompressSync(wrong) } as const;

  test.each<readonly [string, string, Partial<RecordedResponse>, readonly string[]]>([
    [
      "a body in brotli",
      "a.ndjson",
      { headers: { ...headers, "content-encoding": "br" }, body: bytes },
      ["DON-01"],
    ],
    [
      "a body in brotli, in HAR",
      "a.har",
      { headers: { ...headers, "content-encoding": "br" }, body: bytes },
      ["DON-01"],
    ],
    ["an empty body", "a.ndjson", { headers, body: { kind: "empty" } }, ["DON-01", "DON-04"]],
    ["an empty body, in HAR", "a.har", { headers, body: { kind: "empty" } }, ["DON-01", "DON-04"]],
  ])("%s", async (_, name, answer, facts) => {
    const folder = temporaryFolder();
    const recorder = createRecorder(documents, { file: join(folder, name) });
    const response = { status: 200, headers, body: bytes, elapsedMs: 1, ...answer };
    recorder.record({ method: "GET", url, headers: {}, body: { kind: "empty" }, response: () => response });
    await recorder.close();
    const { out } = await runCli(["observe", name, "--json"], { cwd: folder });
    const { findings, recording } = JSON.parse(out) as Report; // as it is written
    expect(
      findings
        .filter(({ severity }) => severity === "error")
        .map(({ fact }) => fact)
        .toSorted(),
    ).toEqual(facts);
    expect(recording).toMatchObject({ judged: 1, withoutBody: 0 });
  });

  test("a body beyond the limit is not kept, and the rest of its exchange is", async () => {
    const file = join(temporaryFolder(), "a.ndjson");
    const recorder = createRecorder(documents, { file });
    const bomb = { kind: "bytes", bytes: gzipSync(Buffer.alloc(17 * 1024 * 1024, 0x20)) } as const;
    const response = {
      status: 200,
      headers: { ...headers, "content-encoding": "gzip" },
      body: bomb,
      elapsedMs: 1,
    };
    recorder.record({ method: "GET", url, headers: {}, body: { kind: "empty" }, response: () => response });
    await recorder.close();
    expect(recorder.counts()).toEqual({ recorded: 1, lost: 0 });
    expect(linesOf(file)[0]?.outcome).toMatchObject({ status: 200, body: { kind: "unknown" } });
  });

  test("a coding that fetch does not undo", async () => {
    const file = join(temporaryFolder(), "a.ndjson");
    const answered = new Response(brotliCompressSync(wrong), {
      headers: { "content-type": "application/json", "content-encoding": "br" },
    });
    const fetch = recordFetch({ file, fetch: async () => answered });
    await fetch(url);
    await fetch.flush();
    expect(linesOf(file)[0]?.outcome.body).toMatchObject({ kind: "json" });
  });
});

describe("an interceptor of undici", () => {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.includes("/api/Contact/9") === true) return void incoming.socket.destroy();
    const text = JSON.stringify({ id: 8123, name: "Wilhelmina", lastGiftDate: "2026-01-01T00:00:00" });
    outgoing.setHeader("content-type", "application/json");
    outgoing.setHeader("content-encoding", "gzip");
    outgoing.end(gzipSync(text));
  });

  test("records what passes as it came, for a base address that is configured", async () => {
    const origin = await listening(server);
    const folder = temporaryFolder();
    mkdirSync(join(folder, "traffic"));
    const file = join(folder, "traffic", "a.ndjson");
    const record = recordingInterceptor({ file, baseUrls: { crm: `${origin}/crm` } });
    const agent = new Agent();
    const dispatcher = agent.compose(record);
    const answer = await send(`${origin}/crm/api/Contact/ByReference/K-7`, {
      dispatcher,
      headers: { authorization: "Bearer s3cr3t", "x-request": "1" },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect((await answer.body.arrayBuffer()).byteLength).toBeGreaterThan(20);
    await (await send(`${origin}/elsewhere`, { dispatcher })).body.dump();
    await expect(send(`${origin}/crm/api/Contact/9`, { dispatcher })).rejects.toThrow(
      /other side closed|terminated|socket/i,
    );
    await record.flush();
    await agent.close();
    expect(record.counts()).toEqual({ recorded: 2, lost: 0 });
    const [first, second] = linesOf(file);
    expect(first).toMatchObject({
      interface: "crm",
      operation: "getContactByReference",
      request: {
        method: "GET",
        url: `${origin}/crm/api/Contact/ByReference/X-1`,
        authorization: "Bearer $CREDENTIAL",
      },
      outcome: {
        kind: "response",
        status: 200,
        body: { kind: "json", value: { id: 1, name: "Xxxxxxxxxx", lastGiftDate: "1111-11-11T11:11:11" } },
      },
    });
    expect(second).toMatchObject({ operation: "getContact", outcome: { kind: "failure", reason: "reset" } });
    const { code, out } = await runCli(["observe", "traffic/*", "--json"], { cwd: folder });
    expect((JSON.parse(out) as Report).findings.map(({ fact, pointer }) => [fact, pointer])).toEqual([
      ["GEN-02", "/lastGiftDate"],
    ]);
    expect(code).toBe(1);
  });
});
