import { createServer, type OutgoingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSocketServer, type Socket } from "node:net";
import net, { type LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { createHttpClient, type HttpLimits } from "../../../src/core/http/http-client.ts";
import { listening } from "../../listening.ts";
import { wireRequest } from "../transports/kit.ts";

const serve = (handle: RequestListener): Promise<string> => listening(createServer(handle));

const open = (options: Partial<HttpLimits> = {}) => {
  let time = 0;
  const live = createHttpClient({
    timeoutMs: 5000,
    maxBodyBytes: 1000,
    monotonic: () => (time += 2),
    ...options,
  });
  onTestFinished(() => live.close());
  return live;
};

const get = (
  url: string,
  options: Partial<HttpLimits> = {},
  parts: Partial<WireRequest> = {},
): Promise<FinalOutcome> => open(options)(wireRequest({ url: `${url}/api/Donor/list?Take=1`, ...parts }));

const asJson = { "content-type": "application/json" };

const compressed = (coding: string): object => ({
  kind: "failure",
  reason: "malformed-response",
  message: `the body is compressed (${coding}), which was not requested`,
});

const speak = (text: string): Promise<string> =>
  listening(createSocketServer((socket) => socket.on("data", () => socket.write(text))));

test.each(["103 Early Hints", "102 Processing"])(
  "an interim answer %s precedes the answer",
  async (interim) => {
    const text = `HTTP/1.1 ${interim}\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`;
    expect(await get(await speak(text))).toMatchObject({ kind: "response", status: 204 });
  },
);

describe("answers", () => {
  test.each<[string, number, OutgoingHttpHeaders, string | Buffer, object]>([
    [
      "JSON, with status, lower-case headers and time",
      201,
      { "Content-Type": "application/json", "X-Request-ID": "AbC" },
      '{"total": 3}',
      {
        kind: "response",
        status: 201,
        headers: { ...asJson, "x-request-id": "AbC" },
        body: { kind: "json", value: { total: 3 } },
        elapsedMs: 2,
      },
    ],
    [
      "text",
      401,
      { "content-type": "text/plain" },
      "Authorization denied",
      { status: 401, body: { kind: "text", text: "Authorization denied" } },
    ],
    ...[200, 204, 401].map((status): [string, number, OutgoingHttpHeaders, string, object] => [
      `${status} with nothing in it`,
      status,
      asJson,
      "",
      { status, body: { kind: "empty" } },
    ]),
    ["a byte order mark", 200, {}, '\uFEFF{"a": 1}', { body: { kind: "json", value: { a: 1 } } }],
    [
      "headers that come twice are joined",
      200,
      { "x-twice": ["one", "two"] },
      "",
      { headers: { "x-twice": "one, two" } },
    ],
    ...["gzip", "br", "GZIP"].map((coding): [string, number, OutgoingHttpHeaders, Buffer, object] => [
      `a body that is compressed (${coding}) although nobody asked`,
      200,
      { ...asJson, "content-encoding": coding },
      gzipSync('{"total": 3}'),
      compressed(coding.toLowerCase()),
    ]),
    ...["identity", "utf-8", ""].map((coding): [string, number, OutgoingHttpHeaders, string, object] => [
      `but not what only names a coding that changes nothing (${coding})`,
      200,
      { ...asJson, "content-encoding": coding },
      '{"total": 3}',
      { body: { kind: "json", value: { total: 3 } } },
    ]),
  ])("%s", async (_, status, headers, body, expected) => {
    const url = await serve((__, response) => response.writeHead(status, headers).end(body));
    expect(await get(url)).toMatchObject(expected);
  });

  test("a redirect is the answer and is not followed", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: "/elsewhere" });
      response.end();
    });
    expect(await get(url)).toMatchObject({ status: 302, headers: { location: "/elsewhere" } });
    expect(asked).toEqual(["/api/Donor/list?Take=1"]);
  });

  test("in pieces", async () => {
    const url = await serve((_, response) => {
      response.write('{"a":');
      setTimeout(() => response.end(" 1}"), 5);
    });
    expect(await get(url)).toMatchObject({ body: { kind: "json", value: { a: 1 } } });
  });

  test("in pieces that cut a letter, up to the last byte that is allowed", async () => {
    const text = `["${"é".repeat(498)}"]`;
    const bytes = Buffer.from(text);
    const url = await serve(async (_, response) => {
      for (const [from, to] of [
        [0, 3],
        [3, 400],
        [400, 401],
        [401, bytes.byteLength],
      ] as const) {
        response.write(bytes.subarray(from, to));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    });
    expect(await get(url, { maxBodyBytes: bytes.byteLength })).toMatchObject({
      body: { kind: "json", value: JSON.parse(text) },
    });
    expect(await get(url, { maxBodyBytes: bytes.byteLength - 1 })).toMatchObject({
      kind: "failure",
      reason: "body-too-large",
    });
  });

  test("in pieces, whatever is allowed", async () => {
    const url = await serve((_, response) => {
      response.write("[1,");
      setTimeout(() => response.end("2]"), 5);
    });
    expect(await get(url, { maxBodyBytes: Number.MAX_SAFE_INTEGER })).toMatchObject({
      body: { kind: "json", value: [1, 2] },
    });
  });
});

describe("requests", () => {
  test("go out as they are, and ask for no compression", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      seen.push(request.method, request.headers["authorization"], request.headers["accept-encoding"], body);
      response.end();
    });
    await get(url, {}, { method: "PUT", headers: { authorization: "Bearer abc" }, body: '{"name":"ü"}' });
    expect(seen).toEqual(["PUT", "Bearer abc", "identity", '{"name":"ü"}']);
  });

  test("that no header may hold are not sent, and the secret is not shown", async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    const answer = await get(url, {}, { headers: { authorization: "Bearer gehe\u0000im" } });
    expect(answer).toMatchObject({ kind: "failure", reason: "not-sent" });
    expect(JSON.stringify(answer)).not.toContain("gehe");
    expect(asked).toBe(0);
  });
});

describe("failures", () => {
  test("a body that is too large is given up, announced or not", async () => {
    const announced = await serve((_, response) => response.end("x".repeat(1001)));
    const endless = await serve((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(600)), 1);
      response.on("close", () => clearInterval(timer));
    });
    for (const url of [announced, endless])
      expect(await get(url)).toMatchObject({ kind: "failure", reason: "body-too-large" });
  });

  test("a body as large as allowed is read", async () => {
    const url = await serve((_, response) => response.end("x".repeat(1000)));
    expect(await get(url)).toMatchObject({ kind: "response", status: 200 });
  });

  test("no answer in time", async () => {
    const url = await serve(() => undefined);
    expect(await get(url, { timeoutMs: 500 })).toEqual({
      kind: "failure",
      reason: "timeout",
      message: "it took longer than 500 ms",
    });
  });

  test("an answer that trickles for longer than allowed", async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await get(url, { timeoutMs: 500 })).toMatchObject({ reason: "timeout" });
  });

  test("a connection that breaks before and within the answer", async () => {
    const before = await serve((request) => request.socket.destroy());
    const within = await serve((request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("12345");
      setTimeout(() => request.socket.destroy(), 5);
    });
    expect(await get(before)).toEqual({ kind: "failure", reason: "reset", message: expect.any(String) });
    expect(await get(within)).toMatchObject({ kind: "failure", reason: "reset", isPartial: true });
  });

  test("what is no HTTP", async () => {
    const url = await listening(createSocketServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")));
    expect(await get(url)).toMatchObject({ kind: "failure", reason: "malformed-response" });
  });

  test("headers without end", async () => {
    const url = await listening(
      createSocketServer((socket) => {
        socket.on("error", () => undefined);
        socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(200_000)}`);
      }),
    );
    expect(await get(url)).toMatchObject({ kind: "failure", reason: "malformed-response" });
  });

  test("a port where nobody listens", async () => {
    const server = createServer();
    const url = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const answer = await get(url);
    expect(answer).toMatchObject({ kind: "failure", reason: "unreachable" });
    expect(answer).toMatchObject({ message: "the address cannot be reached (ECONNREFUSED)" });
  });

  test("a name that is resolved too late", async () => {
    const url = await serve((_, response) => response.end());
    const lookup: LookupFunction = () => undefined;
    expect(await get(url.replace("127.0.0.1", "localhost"), { timeoutMs: 50, lookup })).toMatchObject({
      kind: "failure",
      reason: "unreachable",
      message: "the address cannot be reached (no connection within 50 ms)",
    });
  });

  test.each(["ETIMEDOUT", "EHOSTUNREACH", "ERR_SSL_BAD_RECORD"])(
    "a connection that ends with %s may have taken the request, so it was reachable",
    async (code) => {
      const connect = vi.spyOn(net, "connect");
      onTestFinished(() => connect.mockRestore());
      const url = await serve(() => {
        const [used] = connect.mock.results.map(({ value }) => value as Socket); // It has not thrown.
        used?.destroy(Object.assign(new Error(code), { code }));
      });
      expect(await get(url)).toMatchObject({ kind: "failure", reason: "reset" });
    },
  );

  test("TLS spoken to a server without it", async () => {
    const url = await serve((_, response) => response.end());
    expect(await get(url.replace("http:", "https:"))).toMatchObject({
      kind: "failure",
      reason: "unreachable",
    });
  });
});

describe("plain http stays on this machine", () => {
  const resolvingTo =
    (...addresses: readonly string[]): LookupFunction =>
    (_, options, callback) => {
      const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (options.all === true) callback(null, all);
      else callback(null, all[0]?.address ?? "", all[0]?.family);
    };

  const refused = { reason: "not-sent", message: "plain http is only for addresses of this machine" };

  test.each([
    "http://192.0.2.1:1",
    "http://target.example:1",
    "http://[2001:db8::1]:1",
    "http://crm.localhost:1",
    "http://localhost.example:1",
  ])("%s is not asked", async (url) => expect(await get(url)).toMatchObject(refused));

  test.each(["localhost"])("%s is asked where it leads to this machine", async (name) => {
    const url = await serve((_, response) => response.end("{}"));
    const { port } = new URL(url);
    const ask = (...addresses: string[]) =>
      get(`http://${name}:${port}`, { lookup: resolvingTo(...addresses) });
    expect(await ask("127.0.0.1")).toMatchObject({ status: 200 });
    expect(await ask("192.0.2.1", "127.0.0.1")).toMatchObject({ status: 200 });
    expect(await ask("192.0.2.1")).toMatchObject(refused);
    expect(await ask("192.0.2.1", "2001:db8::1")).toMatchObject(refused);
  });
});

test("where only the status is wanted, the body is not waited for", async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write("x".repeat(600)), 1);
    response.on("close", () => clearInterval(timer));
  });
  const request = { ...wireRequest({ url }), statusOnly: true } as const;
  expect(await open()(request)).toMatchObject({ status: 200, body: { kind: "unknown" } });
});

test("all answers together are no more than is kept; what goes beyond ends the run", async () => {
  const url = await serve((_, response) => response.end(`{"a":"${"x".repeat(900)}"}`));
  const live = open({ maxKeptBytes: 2_500 });
  const answers = [];
  for (let count = 0; count < 3; count += 1) answers.push(await live(wireRequest({ url })));
  expect(answers.slice(0, 2).map(({ kind }) => kind)).toEqual(["response", "response"]);
  expect(answers[2]).toMatchObject({
    kind: "failure",
    reason: "body-too-large",
    stop: "budget",
    message: expect.stringMatching(/^the answers of this run take more than /),
  });
});

test("a long text that a server answers with again and again is kept once", async () => {
  const pages = ["a", "b"].map((one) => one.repeat(50_000));
  const url = await serve(({ url: path }, response) => response.end(pages[Number(path?.slice(1))] ?? path));
  const live = open({ maxKeptBytes: 120_000, maxBodyBytes: 60_000 });
  const kinds = [];
  for (let count = 0; count < 20; count += 1)
    kinds.push((await live(wireRequest({ url: `${url}/${count % 2}` }))).kind);
  expect(new Set(kinds)).toEqual(new Set(["response"]));
  expect(await live(wireRequest({ url: `${url}/${"c".repeat(5_000)}` }))).toMatchObject({ kind: "response" });
});

test.each([
  ["JSON", JSON.stringify({ a: `€${"x".repeat(900)}`, b: "x".repeat(900) })],
  ["text", `€${"x".repeat(1_800)}`],
])("a text takes what its characters take in memory, in %s", async (_, body) => {
  const url = await serve((_request, response) => response.end(body));
  const live = open({ maxKeptBytes: 6_000, maxBodyBytes: 5_000 });
  const answers = [];
  for (let count = 0; count < 3; count += 1) answers.push((await live(wireRequest({ url }))).kind);
  const fits = body.startsWith("{") ? 2 : 1;
  expect(answers).toEqual(Array.from({ length: 3 }, (_one, at) => (at < fits ? "response" : "failure")));
});

describe("an end", () => {
  test("comes at once when the run is aborted, and closing waits for nobody", async () => {
    const url = await serve(() => undefined);
    const live = open({ timeoutMs: 60_000 });
    const controller = new AbortController();
    const answer = live(wireRequest({ url }), controller.signal);
    setTimeout(() => controller.abort(), 10);
    expect((await answer).kind).toBe("failure");
    await live.close();
  });

  test("after a timeout, a body too large and a kept connection, closing waits for nobody", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/large") response.write("x".repeat(5000));
      else if (request.url === "/quick") response.end("{}");
    });
    const live = open({ timeoutMs: 2000 });
    const answers = await Promise.all(
      ["/large", "/quick", "/never"].map((path) => live(wireRequest({ url: `${url}${path}` }))),
    );
    expect(answers.map((answer) => (answer.kind === "failure" ? answer.reason : answer.kind))).toEqual([
      "body-too-large",
      "response",
      "timeout",
    ]);
    await live.close();
  });
});
