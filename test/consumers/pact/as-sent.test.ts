import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { listening } from "../../listening.ts";
import { bin, runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { reads } from "./kit.ts";

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A target that keeps every request byte by byte, and answers as the test says. */
const keepingTarget = async (answer: (response: ServerResponse) => void) => {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    arrived.push({ method, path: url, headers, body: Buffer.concat(chunks) });
    answer(response);
  });
  return { arrived, origin: await listening(server) };
};

const quiet = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"items":[],"total":0}');

const configOf = (baseUrl: string) =>
  JSON.stringify({
    interfaces: {
      donation: { baseUrl, credentials: { token: "token-of-the-test" } },
      crm: { baseUrl, credentials: { apiKey: "key-of-the-test" } },
    },
    safety: { maxRequests: 50, perSecond: 1000, maxWaitMs: 1000 },
  });

const documentOf = (interactions: readonly object[], version: string, provider = "donation") => ({
  consumer: { name: "shop" },
  provider: { name: provider },
  interactions,
  metadata: { pactSpecification: { version } },
});

/** Verifies a pact, of which `written` may write numbers as no value of JavaScript can. */
const verify = async (
  interactions: readonly object[],
  answer: (response: ServerResponse) => void = quiet,
  { version = "3.0.0", provider = "donation", written = (json: string): string => json } = {},
) => {
  const target = await keepingTarget(answer);
  const pact = written(JSON.stringify(documentOf(interactions, version, provider)));
  const cwd = temporaryFolder({ "a.json": pact, "c.json": configOf(target.origin) });
  const line = ["pact", "verify", "a.json", "--config", "c.json"];
  const { code, out, err } = await runCli(line, { cwd, env: { XDG_STATE_HOME: cwd } });
  expect(err).toBe("");
  return { code, out, arrived: target.arrived };
};

const asks = (description: string, body: unknown, type?: string, rest: object = {}) => ({
  type: "Synchronous/HTTP",
  description,
  request: {
    method: "POST",
    path: "/api/Donor/query",
    headers: { Authorization: "Bearer x", ...(type === undefined ? {} : { "Content-Type": type }) },
    body,
    ...rest,
  },
  response: { status: 200 },
});

const json = "application/json";
const multipart = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n';
const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString("base64");

describe("a body reaches the target as the pact says:", () => {
  test("in version 3", async () => {
    const long = "a".repeat(150_000);
    const cases: readonly (readonly [body: unknown, type: string, sent: string | Uint8Array])[] = [
      [{ note: long }, json, `{"note":"${long}"}`],
      ['{\n  "queryType": 0,\n  "take": 1.0\n}', json, '{\n  "queryType": 0,\n  "take": 1.0\n}'],
      ["{broken", json, "{broken"],
      ["[1,", "application/problem+json; charset=utf-8", "[1,"],
      ["a=p%2Ba%26s&b=%C3%A9+x", "application/x-www-form-urlencoded", "a=p%2Ba%26s&b=%C3%A9+x"],
      [multipart, "multipart/form-data; boundary=X", multipart],
      ["héllo ✓", "text/plain; charset=utf-8", "héllo ✓"],
      [base64(new Uint8Array([0, 255, 1])), "application/octet-stream", new Uint8Array([0, 255, 1])],
    ];
    const interactions = cases.map(([body, type], index) => asks(String(index), body, type));
    const { out, arrived } = await verify(interactions);
    expect(out).toContain(`${cases.length} interactions verified, 0 failed`);
    expect(arrived.map(({ body }) => body.toString("latin1"))).toEqual(
      cases.map(([, , sent]) => Buffer.from(sent).toString("latin1")),
    );
    expect(arrived.map(({ headers }) => headers["content-type"])).toEqual(cases.map(([, type]) => type));
  });

  test("in version 4", async () => {
    const form = "application/x-www-form-urlencoded";
    const cases: readonly (readonly [object, type: string, sent: string | Uint8Array])[] = [
      [
        { content: base64('{ "take" : 1.0 }'), contentType: json, encoded: "base64" },
        json,
        '{ "take" : 1.0 }',
      ],
      [{ content: '{ "take" : 1.0 }', contentType: json, encoded: "JSON" }, json, '{ "take" : 1.0 }'],
      [{ content: base64("{broken"), contentType: json, encoded: "base64" }, json, "{broken"],
      [{ content: { take: 1 }, contentType: json, encoded: false }, json, '{"take":1}'],
      [{ content: "héllo", contentType: "text/plain", encoded: false }, "text/plain", "héllo"],
      [{ content: "a=1&b=%2B", contentType: form, encoded: false }, form, "a=1&b=%2B"],
      [
        { content: base64(new Uint8Array([0, 254, 1])), contentType: "image/png", encoded: "base64" },
        "image/png",
        new Uint8Array([0, 254, 1]),
      ],
    ];
    // Half of them name their type only in the body, as version 4 may.
    const interactions = cases.map(([body, type], index) =>
      asks(String(index), body, index % 2 === 0 ? type : undefined),
    );
    const { out, arrived } = await verify(interactions, quiet, { version: "4.0" });
    expect(out).toContain(`${cases.length} interactions verified, 0 failed`);
    expect(arrived.map(({ body }) => body.toString("latin1"))).toEqual(
      cases.map(([, , sent]) => Buffer.from(sent).toString("latin1")),
    );
    expect(arrived.map(({ headers }) => headers["content-type"])).toEqual(cases.map(([, type]) => type));
  });

  test("with the spelling of its numbers", async () => {
    const { arrived } = await verify([asks("x", { a: "NUMBER" }, json)], quiet, {
      written: (pact) => pact.replace('"NUMBER"', "2500.0"),
    });
    expect(arrived.map(({ body }) => body.toString())).toEqual(['{"a":2500.0}']);
  });

  test("whatever length its headers state", async () => {
    const headers = {
      "Content-Type": json,
      "content-length": "99",
      "Transfer-Encoding": "chunked",
      Expect: "x",
    };
    const { out, arrived } = await verify([asks("x", { take: 1 }, undefined, { headers })]);
    expect(out).toContain("1 interaction verified");
    expect(arrived.map(({ headers: own, body }) => [own["content-length"], body.toString()])).toEqual([
      ["10", '{"take":1}'],
    ]);
  });
});

test("headers reach the target as the pact says, except the credential", async () => {
  const headers = {
    Authorization: "Bearer example",
    "If-None-Match": '"x"',
    "X-Several": ["1", "2"],
    "Accept-Language": "nl",
    Cookie: "a=1; b=2",
    Accept: "text/html",
  };
  const { out, arrived } = await verify([
    reads("x", "/api/Donor/list", { request: { method: "GET", path: "/api/Donor/list", headers } }),
    reads("y", "/api/Gift/list"),
  ]);
  expect(out).toContain("2 interactions verified");
  expect(arrived[0]?.headers).toMatchObject({
    "if-none-match": '"x"',
    "x-several": "1, 2",
    "accept-language": "nl",
    cookie: "a=1; b=2",
    accept: "text/html",
    authorization: "Bearer token-of-the-test",
  });
  const added = Object.keys(arrived[1]?.headers ?? {}).toSorted();
  expect(added).toEqual(["accept", "accept-encoding", "authorization", "connection", "host"]);
});

test("a header that asks for another method is not sent to a live target", async () => {
  const headers = { Authorization: "Bearer x", "X-HTTP-Method-Override": "DELETE" };
  const { code, out, arrived } = await verify([
    reads("x", "/", { request: { method: "GET", path: "/api/Donor/list", headers } }),
  ]);
  expect([code, arrived]).toEqual([3, []]);
  expect(out).toContain("x-http-method-override asks for another method");
});

describe("the target itself is asked for a path that no document has:", () => {
  const nowhere = reads("x", "/api/Nowhere", { response: { status: 404 } });

  test("what it answers counts", async () => {
    const { out, arrived } = await verify([nowhere]);
    expect(out).toContain("status: expected 404, got 200");
    expect(arrived.map(({ path }) => path)).toEqual(["/api/Nowhere"]);
  });

  test("unless it is no read", async () => {
    const request = { method: "DELETE", path: "/api/Nowhere", headers: {} };
    const { out, arrived } = await verify([{ ...nowhere, request }]);
    expect(out).toContain("no OpenAPI document has DELETE at its path");
    expect(arrived).toEqual([]);
  });
});

const withRule = (match: string, value: unknown = 10.5) => ({
  status: 200,
  headers: { "Content-Type": json },
  body: { items: [{ amount: value }], total: 1 },
  matchingRules: { body: { "$.items[*].amount": { matchers: [{ match }] } } },
});

const amounts = '{"items":[{"amount":2500.0}],"total":1}';
const big = '{"items":[{"amount":12345678901234567891}],"total":1}';

const answering =
  (body: string | Uint8Array, headers: readonly string[] = ["Content-Type", json], status = 200) =>
  (response: ServerResponse): void => {
    response.sendDate = false;
    response.writeHead(status, [...headers, "Content-Length", String(Buffer.byteLength(body))]).end(body);
  };

interface Judging {
  readonly response: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: (response: ServerResponse) => void;
  readonly written?: (pact: string) => string;
  readonly code: number;
  readonly says: string;
}

const writtenAs =
  (number: string) =>
  (pact: string): string =>
    pact.replace('"NUMBER"', number);

const plain = { status: 200 };
const zipped = ["Content-Type", json, "Content-Encoding", "gzip"];
const none = "1 interaction verified";

describe("an answer reaches the judge as the target sent it:", () => {
  test.each<[string, Judging]>([
    ["a decimal", { response: withRule("decimal"), answer: answering(amounts), code: 0, says: none }],
    [
      "a decimal where an integer is due",
      { response: withRule("integer", 1), answer: answering(amounts), code: 1, says: "amount" },
    ],
    [
      "the decimal itself",
      {
        response: { ...withRule("type", "NUMBER"), matchingRules: {} },
        written: writtenAs("2500.0"),
        answer: answering(amounts),
        code: 0,
        says: none,
      },
    ],
    [
      "an integer beyond those of JavaScript",
      {
        response: { ...withRule("type", "NUMBER"), matchingRules: {} },
        written: writtenAs("12345678901234567890"),
        answer: answering(big),
        code: 1,
        says: "amount",
      },
    ],
    [
      "a redirect",
      {
        response: { status: 302, headers: { Location: "/else" } },
        answer: answering("", ["Location", "/else"], 302),
        code: 1,
        // The document has no such status, but nothing fails.
        says: "1 interaction verified, 0 failed",
      },
    ],
    [
      "nothing with 304",
      {
        response: { status: 304, headers: { ETag: '"x"' } },
        answer: (response) => void response.writeHead(304, { etag: '"x"' }).end(),
        code: 1,
        says: "1 interaction verified, 0 failed",
      },
    ],
    [
      "headers of several lines",
      {
        response: { status: 200, headers: { "Set-Cookie": ["a=1; Path=/", "b=2, c"] } },
        answer: answering("{}", ["Content-Type", json, "Set-Cookie", "a=1; Path=/", "Set-Cookie", "b=2, c"]),
        code: 0,
        says: none,
      },
    ],
    [
      "the coding that the pact asks for",
      {
        response: withRule("decimal"),
        headers: { "Accept-Encoding": "gzip" },
        answer: answering(gzipSync(amounts), zipped),
        code: 0,
        says: none,
      },
    ],
    [
      "a coding whose header the verifier does not see",
      {
        response: { status: 200, headers: { "Content-Encoding": "gzip" } },
        headers: { "Accept-Encoding": "gzip" },
        answer: answering(gzipSync(amounts), zipped),
        code: 3,
        says: "does not see its headers",
      },
    ],
    [
      "a coding that the verifier does not undo",
      {
        response: plain,
        headers: { "Accept-Encoding": "br" },
        answer: answering(brotliCompressSync(amounts), ["Content-Type", json, "Content-Encoding", "br"]),
        code: 3,
        says: "a coding that Pact's verifier does not undo",
      },
    ],
    [
      "a coding of very much",
      {
        response: plain,
        headers: { "Accept-Encoding": "gzip" },
        answer: answering(gzipSync("[".padEnd(3_000_000)), zipped),
        code: 3,
        says: "is larger than 2 MiB",
      },
    ],
    [
      "a length",
      {
        response: { status: 200, headers: { "Content-Length": "2" } },
        answer: answering("{}"),
        code: 0,
        says: none,
      },
    ],
    [
      "no length",
      {
        response: { status: 200, headers: { "Content-Length": "2" } },
        answer: (response) => {
          response.writeHead(200, { "content-type": json }).write("{");
          response.end("}");
        },
        code: 1,
        says: "header Content-Length",
      },
    ],
    [
      "chunks",
      {
        response: { status: 200, headers: { "Transfer-Encoding": "chunked" } },
        answer: (response) => {
          response.writeHead(200, { "content-type": json }).write("{");
          response.end("}");
        },
        code: 0,
        says: none,
      },
    ],
    [
      "no date",
      {
        response: {
          status: 200,
          headers: { Date: "x" },
          matchingRules: { header: { Date: { matchers: [{ match: "type" }] } } },
        },
        answer: answering("{}"),
        code: 1,
        says: "header Date",
      },
    ],
    [
      "bytes that are no text",
      {
        response: { status: 200, headers: { "Content-Type": "application/octet-stream" } },
        answer: answering(new Uint8Array([0, 255, 254]), ["Content-Type", "application/octet-stream"]),
        code: 1,
        says: "1 interaction verified, 0 failed",
      },
    ],
  ])("%s", async (_, { response, headers = {}, answer, written, code, says }) => {
    const path = "/api/Gift/list";
    const request = { method: "GET", path, headers: { Authorization: "Bearer x", ...headers } };
    const found = await verify([{ description: "x", request, response }], answer, written ? { written } : {});
    expect(found.out).toContain(says);
    expect(found.arrived.map((one) => one.path)).toEqual([path]);
    expect(found.code).toBe(code);
  });
});

test("settings of Pact and of proxies in the environment change nothing", async () => {
  const target = await keepingTarget(quiet);
  const pact = JSON.stringify(documentOf([reads("x", "/api/Gift/list")], "3.0.0"));
  const cwd = temporaryFolder({ "a.json": pact, "c.json": configOf(target.origin) });
  const program = spawn(process.execPath, [bin, "pact", "verify", "a.json", "--config", "c.json"], {
    cwd,
    env: {
      XDG_STATE_HOME: cwd,
      PATH: process.env["PATH"],
      PACT_DESCRIPTION: "another",
      PACT_PROVIDER_STATE: "another",
      PACT_BROKER_BASE_URL: target.origin,
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(program, "close");
  expect(await text(program.stdout)).toContain("1 interaction verified");
  expect((await closed)[0]).toBe(0);
  expect(target.arrived.map(({ path }) => path)).toEqual(["/api/Gift/list"]);
});
