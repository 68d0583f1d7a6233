import { connect, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { once } from "node:events";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "undici";
import { startRecorder } from "../../../src/entrypoints/recorder/index.ts";
import { listening } from "../../listening.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { linesOf, type RecordedLine } from "./kit.ts";

const json = "application/json";

const contact = JSON.stringify({ contactType: "Household", id: 1, name: "Ann" });

/** What a server does with a request, by its method and path. */
const answers: Readonly<Record<string, (stream: ServerHttp2Stream, body: string) => void>> = {
  "GET /api/Contact/1": (stream) => {
    stream.respond({ ":status": 200, "content-type": json });
    stream.write(contact.slice(0, 9));
    setImmediate(() => stream.end(contact.slice(9)));
  },
  "GET /api/Contact/2": (stream) => {
    stream.respond({ ":status": 200, "content-type": json, "content-encoding": "gzip" });
    stream.end(gzipSync(contact));
  },
  "GET /api/Contact/3": (stream) => {
    stream.respond({ ":status": 200, "content-type": json, "content-length": 500 });
    stream.end(contact.slice(0, 9));
  },
  "GET /api/Contact/4": (stream) => stream.close(2),
  "GET /api/Contact/5": (stream) => stream.respond({ ":status": 404 }, { endStream: true }),
  "GET /api/Contact/6": (stream) => {
    stream.respond({ ":status": 200, "content-type": json });
    stream.write(contact);
  },
  "PUT /api/ContactNote/1": (stream, body) => {
    stream.respond({ ":status": 200, "content-type": json });
    stream.end(body);
  },
};

const serve = (): Promise<string> => {
  const server = createServer();
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    let body = "";
    stream.on("error", () => undefined);
    stream.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    stream.on("end", () => answers[`${headers[":method"]} ${headers[":path"]}`]?.(stream, body));
  });
  return listening(server);
};

const record = (baseUrl: string) => {
  const file = join(temporaryFolder(), "traffic.ndjson");
  const recorder = startRecorder({ file, baseUrls: { crm: baseUrl } });
  onTestFinished(() => recorder.stop());
  const lines = async (): Promise<readonly RecordedLine[]> => {
    await recorder.stop();
    return linesOf(file);
  };
  return { lines };
};

/** What a request gets. */
const sendAll = async (
  origin: string,
  asked: readonly (readonly [name: string, body: string | undefined])[],
): Promise<readonly string[]> => {
  const session = connect(origin);
  const got: string[] = [];
  for (const [name, body] of asked) {
    const [method = "", path = ""] = name.split(" ");
    const headers = {
      authorization: "Bearer s3cret",
      ...(body === undefined ? {} : { "content-type": json }),
    };
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    let text = "";
    stream.on("error", (error: NodeJS.ErrnoException) => (text = error.code ?? ""));
    stream.on("data", (piece: Buffer) => (text += piece.toString("base64")));
    // A GET has ended by now.
    if (body !== undefined) {
      stream.write(body.slice(0, 3));
      stream.end(Buffer.from(body.slice(3)));
    }
    await new Promise<void>((resolve) => stream.once("close", resolve));
    got.push(text);
  }
  session.close();
  return got;
};

test("a client by node:http2 is recorded whole and masked, and gets what it gets otherwise", async () => {
  const origin = await serve();
  const note = JSON.stringify({ type: "Call", note: "Met Änn", important: true });
  const whole = Object.keys(answers).filter((name) => name !== "GET /api/Contact/6");
  const asked = whole.map((name) => [name, name.startsWith("PUT") ? note : undefined] as const);
  const untouched = await sendAll(origin, asked);
  const { lines } = record(origin);
  expect(await sendAll(origin, asked)).toEqual(untouched);
  const recorded = await lines();
  expect(
    recorded.map(({ operation, outcome }) => [operation, outcome.status ?? outcome.kind, outcome.body?.kind]),
  ).toEqual([
    ["getContact", 200, "json"],
    ["getContact", 200, "json"],
    ["getContact", 200, "unknown"],
    ["getContact", "failure", undefined],
    ["getContact", 404, "empty"],
    ["replaceContactNote", 200, "json"],
  ]);
  expect(recorded[5]?.request).toMatchObject({
    method: "PUT",
    body: { important: true },
    authorization: "Bearer $CREDENTIAL",
  });
  expect(recorded[0]?.outcome.body?.value).toMatchObject({ contactType: "Household" });
  expect(JSON.stringify(recorded)).not.toMatch(/Änn|"Ann"|s3cret/);
});

test("an answer that nobody reads is left alone, and half of it is no whole one", async () => {
  const origin = await serve();
  const { lines } = record(origin);
  const session = connect(origin);
  const stream = session.request({ ":path": "/api/Contact/6" });
  await once(stream, "response");
  expect([stream.listenerCount("data"), stream.readableFlowing]).toEqual([0, null]);
  stream.destroy();
  await once(stream, "close");
  session.destroy();
  expect(await lines()).toMatchObject([{ outcome: { status: 200, body: { kind: "unknown" } } }]);
});

test("an answer that nobody has read, or that has not begun, is known when the recorder stops", async () => {
  const origin = await serve();
  const file = join(temporaryFolder(), "traffic.ndjson");
  const recorder = startRecorder({ file, baseUrls: { crm: origin }, onTrouble: () => undefined });
  const session = connect(origin);
  onTestFinished(() => session.destroy());
  const unread = session.request({ ":path": "/api/Contact/6" });
  await once(unread, "response");
  session.request({ ":path": "/api/Contact/424242" });
  await recorder.stop();
  expect(recorder.counts()).toEqual({ recorded: 1, lost: 1 });
  expect(linesOf(file)).toMatchObject([{ outcome: { status: 200, body: { kind: "unknown" } } }]);
});

test("undici's requests by HTTP/2 are recorded once", async () => {
  const origin = await serve();
  const { lines } = record(origin);
  // The types of undici know nothing of HTTP/2 without TLS.
  const options: Client.Options & { readonly useH2c: true } = { allowH2: true, useH2c: true };
  const client = new Client(origin, options);
  const { statusCode, body } = await client.request({ method: "GET", path: "/api/Contact/1" });
  expect([statusCode, await body.text()]).toEqual([200, contact]);
  await client.close();
  expect(await lines()).toMatchObject([
    { operation: "getContact", outcome: { status: 200, body: { kind: "json" } } },
  ]);
});
