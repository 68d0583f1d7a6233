import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import axios from "axios";
import got from "got";
import nodeFetch from "node-fetch";
import * as undici from "undici";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Report } from "../../../src/core/model/report.ts";
import { type ServedSandbox, startSandbox } from "../../../src/sandbox/serve.ts";
import { recordedRun, recordFetch, startRecorder } from "../../../src/entrypoints/recorder/index.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { listening } from "../../listening.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { clients, type Got, type Sent } from "../../clients/javascript.ts";
import { linesOf } from "./kit.ts";

let served: ServedSandbox;
beforeAll(async () => {
  served = await startSandbox({ scale: 30 });
});
afterAll(() => served.close());

const json = "application/json";

/** What each client sends, and the operation that it is recorded as. */
const calls = (): readonly (Sent & { readonly operation: string; readonly status: number })[] => {
  const { crm, donation } = served.config.interfaces;
  const key = { authorization: `Bearer ${String(crm.credentials["apiKey"])}` };
  const token = { authorization: `Bearer ${String(donation.credentials["token"])}` };
  return [
    {
      operation: "getContact",
      method: "GET",
      url: `${crm.baseUrl}/api/Contact/1`,
      headers: key,
      status: 200,
    },
    { operation: "getContact", method: "GET", url: `${crm.baseUrl}/api/Contact/1`, headers: {}, status: 401 },
    {
      operation: "replaceContactNote",
      method: "PUT",
      url: `${crm.baseUrl}/api/ContactNote/1`,
      headers: { ...key, "content-type": json },
      body: JSON.stringify({ type: "Call", note: "Met Änn", important: true }),
      status: 200,
    },
    {
      operation: "issueToken",
      method: "POST",
      url: `${crm.baseUrl}/Token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=password&username=ann%40example.org&password=s3cret",
      status: 400,
    },
    {
      operation: "queryDonors",
      method: "POST",
      url: `${donation.baseUrl}/api/Donor/query`,
      headers: { ...token, "content-type": json },
      body: JSON.stringify({ queryType: 0, take: 3 }),
      status: 200,
    },
  ];
};

const recording = (options: { readonly baseUrls?: Record<string, string> } = {}) => {
  const file = join(temporaryFolder(), "traffic.ndjson");
  const troubles: string[] = [];
  const recorder = startRecorder({ file, onTrouble: (message) => troubles.push(message), ...options });
  onTestFinished(() => recorder.stop());
  return { file, troubles, recorder };
};

describe.each(Object.keys(clients))("%s", (name) => {
  test("is recorded once, whole and masked, and gets what it gets otherwise", async () => {
    const client = clients[name];
    if (client === undefined) throw new Error("no such client");
    const untouched: Got[] = [];
    for (const sent of calls()) untouched.push(await client(sent));
    const { file, recorder } = recording();
    for (const [index, sent] of calls().entries()) {
      const { status, text } = await client(sent);
      expect(status).toBe(untouched[index]?.status);
      expect(text.length).toBe(untouched[index]?.text.length);
    }
    await recorder.stop();
    const lines = linesOf(file);
    expect(lines.map(({ operation, outcome }) => [operation, outcome.status])).toEqual(
      calls().map(({ operation }, index) => [operation, untouched[index]?.status]),
    );
    expect(lines.every(({ outcome }) => outcome.body?.kind === "json")).toBe(true);
    expect(lines[4]?.request.body).toEqual({ queryType: 0, take: 3 });
    expect(lines[2]?.request.body).toMatchObject({ important: true });
    expect(readFileSync(file, "utf8")).not.toMatch(/Änn|s3cret|Bearer [^$]/);
  });
});

describe("the recorder", () => {
  test("leaves a recording that is observed without a finding", async () => {
    const { file, recorder } = recording();
    for (const sent of calls()) await clients["global fetch"]?.(sent);
    await recorder.stop();
    const { code, out } = await runCli(["observe", file, "--json"], { cwd: "/" });
    // The output of the command.
    expect((JSON.parse(out) as Report).recording).toMatchObject({ judged: 5, troubles: 0, withoutBody: 0 });
    expect(code).toBe(0);
  });

  test("records an exchange once where it was started twice, and where fetch is wrapped, too", async () => {
    const { file, recorder } = recording();
    const second = startRecorder({ file });
    const wrapped = recordFetch({ file });
    const [call] = calls();
    if (call === undefined) throw new Error("no call");
    await (await wrapped(call.url, { headers: call.headers })).text();
    await wrapped.flush();
    await clients["axios"]?.(call);
    await second.stop();
    await clients["axios"]?.(call);
    await recorder.stop();
    await clients["axios"]?.(call);
    expect(linesOf(file)).toHaveLength(3);
  });

  test("keeps what arrives compressed, in pieces, broken off or not at all", async () => {
    const server = createServer((request, response) => {
      const body = JSON.stringify({ contactType: "Household", id: 1 });
      switch (request.url) {
        case "/api/Contact/1":
          return response
            .writeHead(200, { "content-type": json, "content-encoding": "gzip" })
            .end(gzipSync(body));
        case "/api/Contact/2":
          response.writeHead(200, { "content-type": json, "content-length": 500 });
          response.write(body);
          return setTimeout(() => response.destroy(), 10);
        default:
          return request.socket.destroy();
      }
    });
    const base = await listening(server);
    for (const name of ["global fetch", "axios", "got", "undici's request with a dispatcher of its own"]) {
      const { file, recorder } = recording({ baseUrls: { crm: base } });
      const outcomes = [];
      for (const id of [1, 2, 3])
        outcomes.push(
          await clients[name]?.({ method: "GET", url: `${base}/api/Contact/${id}`, headers: {} }).then(
            () => "whole",
            () => "broken",
          ),
        );
      await recorder.stop();
      expect(outcomes).toEqual(["whole", "broken", "broken"]);
      expect(linesOf(file).map(({ outcome }) => [outcome.kind, outcome.body?.kind])).toEqual([
        ["response", "json"],
        ["response", "unknown"],
        ["failure", undefined],
      ]);
    }
  });

  test("leaves a body alone that nobody reads, and what a listener throws", async () => {
    const { recorder, file } = recording();
    const [call] = calls();
    if (call === undefined) throw new Error("no call");
    await new Promise<void>((resolve) => {
      get(call.url, { headers: call.headers }, (response) => {
        expect(response.listenerCount("data")).toBe(0);
        expect(response.readableFlowing).toBe(null);
        response.destroy();
        response.once("close", () => resolve());
      });
    });
    await recorder.stop();
    expect(linesOf(file)).toHaveLength(1);
  });

  test.each(["read", "not read"])(
    "says at the end of a process what has arrived of an answer that nobody reads",
    (how) => {
      const file = join(temporaryFolder(), "traffic.ndjson");
      const script = `
        import { createServer } from "node:http";
        import { once } from "node:events";
        import { startRecorder } from ${JSON.stringify(new URL("../../../src/entrypoints/recorder/index.ts", import.meta.url).href)};
        const server = createServer((_, response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: 1, name: "x".repeat(300_000) })));
        await once(server.listen(0, "127.0.0.1"), "listening");
        const base = "http://127.0.0.1:" + server.address().port;
        startRecorder({ file: ${JSON.stringify(file)}, baseUrls: { crm: base } });
        const response = await fetch(base + "/api/Contact/1");
        if (${JSON.stringify(how)} === "read") await response.json();
        process.exit();
      `;
      const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(linesOf(file).map(({ outcome }) => [outcome.status, outcome.body?.kind])).toEqual([
        [200, how === "read" ? "json" : "unknown"],
      ]);
    },
  );

  test("warns when nothing was recorded, and says why", async () => {
    const silent = recording();
    await silent.recorder.stop();
    expect(silent.troubles).toEqual([
      expect.stringMatching(/^nothing was recorded in \S+: no request was made by fetch, undici, node:http/),
    ]);
    const elsewhere = recording();
    await (await fetch(`${served.origin}/openapi/crm.json`)).arrayBuffer();
    await elsewhere.recorder.stop();
    expect(elsewhere.troubles).toEqual([expect.stringContaining("none of 1 requests went to an interface")]);
    expect(existsSync(elsewhere.file)).toBe(false);
  });

  test("warns once after a run of several processes", async () => {
    const file = join(temporaryFolder(), "run.ndjson");
    const troubles: string[] = [];
    const onTrouble = (message: string): void => void troubles.push(message);
    const part = startRecorder({ file, isPart: true, onTrouble });
    await part.stop();
    const empty = recordedRun({ file, onTrouble });
    empty();
    expect(troubles).toEqual([expect.stringMatching(/^nothing was recorded in /)]);
    const full = recordedRun({ file, onTrouble });
    const again = startRecorder({ file, isPart: true });
    await clients["global fetch"]?.(calls()[0] ?? { method: "GET", url: "", headers: {} });
    await again.stop();
    full();
    expect(troubles).toHaveLength(1);
  });

  test("warns at the end of a process that does not stop it", () => {
    const index = join(import.meta.dirname, "../../../src/entrypoints/recorder/index.ts");
    const program = `import { startRecorder } from ${JSON.stringify(index)}; startRecorder({ file: "none.ndjson" });`;
    const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: temporaryFolder(),
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^tripact recorder: nothing was recorded/)]);
  });
});

/** Asks without reading the answer; resolves when its head is there. */
const unread: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  "global fetch": (url) => fetch(url),
  "undici's fetch": (url) => undici.fetch(url),
  "undici's request": (url) => undici.request(url, { dispatcher: new undici.Agent() }),
  "node:http": (url) => new Promise((resolve, reject) => get(url, resolve).on("error", reject)),
  axios: (url) => axios.get(url, { responseType: "stream" }),
  "axios by fetch": (url) => axios.get(url, { responseType: "stream", adapter: "fetch" }),
  got: (url) => once(got.stream(url, { retry: { limit: 0 } }), "response"),
  "node-fetch": (url) => nodeFetch(url),
};

describe.each(Object.entries(unread))("an answer that nobody reads, by %s,", (_, ask) => {
  const large = JSON.stringify({ id: 1, contactType: "Household", name: "x".repeat(3_000_000) });

  /** Answers the first contact, and nobody else. */
  const serve = async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      if (request.url === "/api/Contact/1") response.writeHead(200, { "content-type": json }).end(large);
      resolve();
    });
    onTestFinished(() => server.closeAllConnections());
    return { base: await listening(server), asked };
  };

  test("is recorded without its body when the recorder stops, and is not judged", async () => {
    const { base } = await serve();
    const { file, recorder, troubles } = recording({ baseUrls: { crm: base } });
    const kept = await ask(`${base}/api/Contact/1`);
    expect(recorder.counts()).toEqual({ recorded: 0, lost: 0 });
    await recorder.stop();
    expect(kept).toBeDefined();
    expect(recorder.counts()).toEqual({ recorded: 1, lost: 0 });
    expect(linesOf(file).map(({ outcome }) => [outcome.status, outcome.body?.kind])).toEqual([
      [200, "unknown"],
    ]);
    expect(troubles).toEqual([]);
    const { out } = await runCli(["observe", file, "--crm", base, "--json"], { cwd: "/" });
    // The output of the command.
    expect((JSON.parse(out) as Report).recording).toMatchObject({ withoutBody: 1 });
  });

  test("counts as lost where it has not begun, and that is said", async () => {
    const { base, asked } = await serve();
    const { recorder, troubles } = recording({ baseUrls: { crm: base } });
    ask(`${base}/api/Contact/2`).catch(() => undefined);
    await asked;
    await recorder.stop();
    expect(recorder.counts()).toEqual({ recorded: 0, lost: 1 });
    expect(troubles[0]).toMatch(/^exchanges could not be recorded in /);
  });
});
