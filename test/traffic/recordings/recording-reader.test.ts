import { operationMatcher, pathWords } from "../../../src/builtin/documents.ts";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Exchange, responseOf } from "../../../src/core/model/exchange.ts";
import { createFindOperation } from "../../../src/traffic/recordings/find-operation.ts";
import { readHarEntry } from "../../../src/traffic/recordings/read-entry.ts";
import type { ReadCounts } from "../../../src/traffic/recordings/read-counts.ts";
import { createRecordingReader } from "../../../src/traffic/recordings/recording-reader.ts";
import { toExchange } from "../../../src/traffic/recordings/to-exchange.ts";
import { harEntry, type Traffic } from "./traffic.ts";

interface ReadAll {
  readonly exchanges: readonly Exchange[];
  readonly counts: ReadCounts;
}

const readAll = (entries: readonly unknown[], form: "json" | "yaml" = "json"): ReadAll => {
  const exchanges: Exchange[] = [];
  const reader = createRecordingReader({
    pathWords,
    find: createFindOperation(operationMatcher),
    interfaces: ["crm", "donation", "volunteer"],
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  for (const [index, entry] of entries.entries())
    reader.entry(Buffer.from(typeof entry === "string" ? entry : JSON.stringify(entry)), {
      recording: 0,
      form,
      position: index,
      number: index + 1,
    });
  return { exchanges, counts: reader.counts() };
};

const types: Traffic = {
  method: "GET",
  url: "https://crm.example.org/api/ContactMethod/Types",
  status: 200,
  headers: { "content-type": "application/json" },
  body: '["Home Email"]',
};

/** The body of the answer in a HAR entry whose `response` is changed so. */
const harBody = (response: object, one: Traffic = types) => {
  const entry = harEntry(one);
  const { exchanges, counts } = readAll([{ ...entry, response: { ...entry.response, ...response } }]);
  const [exchange] = exchanges;
  return { body: exchange === undefined ? undefined : responseOf(exchange)?.body, counts };
};

const bytes = Buffer.from('["Home Email"]');
const coded = (coding: string, packed: Buffer) => ({
  headers: [
    { name: "Content-Type", value: "application/json" },
    { name: "Content-Encoding", value: coding },
  ],
  content: { size: 14, mimeType: "application/json", encoding: "base64", text: packed.toString("base64") },
});

const noLength = [
  { name: "Content-Type", value: "application/json" },
  { name: "Content-Length", value: "0" },
];

const mangled = (coding: string, packed: Buffer, taken: "utf8" | "latin1") => {
  const { headers, content } = coded(coding, packed);
  const { encoding: _, ...plain } = content;
  return { headers, content: { ...plain, text: packed.toString(taken) } };
};

describe("the body of an answer in HAR", () => {
  const read = { kind: "json", value: ["Home Email"] };
  test.each([
    ["as text", {}, read],
    [
      "in base64",
      {
        content: {
          size: 14,
          mimeType: "application/json",
          encoding: "BASE64",
          text: bytes.toString("base64"),
        },
      },
      read,
    ],
    [
      "with a byte order mark",
      { content: { size: 17, mimeType: "application/json", text: '\uFEFF["Home Email"]' } },
      read,
    ],
    ["gzip that was undone", coded("gzip", bytes), read],
    ["gzip that was not undone", coded("gzip", gzipSync(bytes)), read],
    ["deflate", coded("deflate", deflateSync(bytes)), read],
    ["brotli", coded("br", brotliCompressSync(bytes)), read],
    ["zstd", coded("zstd", zstdCompressSync(bytes)), read],
    ["two codings", coded("gzip, br", brotliCompressSync(gzipSync(bytes))), read],
    ["a coding that is broken", coded("gzip", gzipSync(bytes).subarray(0, 20)), { kind: "unknown" }],
    ["a coding nobody knows", coded("x-secret", Buffer.from([1, 2, 0xff, 0xfe])), { kind: "unknown" }],
    ["gzip that was taken for UTF-8", mangled("gzip", gzipSync(bytes), "utf8"), { kind: "unknown" }],
    ["gzip that was taken for Latin-1", mangled("gzip", gzipSync(bytes), "latin1"), read],
    ["brotli that was taken for text", mangled("br", brotliCompressSync(bytes), "utf8"), { kind: "unknown" }],
    [
      "text that is not JSON, of a coding that was undone",
      { ...coded("gzip", bytes), content: { size: 2, mimeType: "application/json", text: "no" } },
      { kind: "text", text: "no" },
    ],
    ["cut by an error", { _error: "net::ERR_ABORTED", content: { size: 0 } }, { kind: "unknown" }],
    ["complete, with an empty error", { _error: "" }, read],
    ["left out", { content: { size: 14, mimeType: "application/json" } }, { kind: "unknown" }],
    ["left out, without a size", { content: { mimeType: "application/json" } }, { kind: "unknown" }],
    [
      "left out, with a size of -1",
      { content: { size: -1, mimeType: "application/json" } },
      { kind: "unknown" },
    ],
    ["left out, with bytes on the wire", { content: { size: 0 }, bodySize: 14 }, { kind: "unknown" }],
    ["left out, with a size of 0", { content: { size: 0, mimeType: "x-unknown" } }, { kind: "unknown" }],
    ["an empty text", { content: { size: 0, text: "" }, bodySize: 0 }, { kind: "unknown" }],
    ["an empty text of no length", { content: { size: 0, text: "" }, headers: noLength }, { kind: "empty" }],
    [
      "an empty text in chunks, whatever the length says",
      {
        content: { size: 0, text: "" },
        headers: [...noLength, { name: "Transfer-Encoding", value: "chunked" }],
      },
      { kind: "unknown" },
    ],
    ["out of a cache", { status: 304 }, { kind: "empty" }],
    ["seen in part by Charles", { _charlesStatus: "EXCEPTION" }, { kind: "unknown" }],
    [
      "cut by the recorder",
      { content: { size: 500, mimeType: "application/json", text: '["Home Em' } },
      { kind: "unknown" },
    ],
    [
      "broken by the server",
      { content: { size: 9, mimeType: "application/json", text: '["Home Em' } },
      { kind: "text", text: '["Home Em' },
    ],
    [
      "plain text",
      { headers: [], content: { size: 2, mimeType: "text/plain", text: "no" } },
      { kind: "text", text: "no" },
    ],
  ])("%s", (_, response, body) => {
    expect(harBody(response).body).toEqual(body);
  });

  test("its media type is no header if the recording keeps no headers", () => {
    const headersOf = (headers: readonly object[]) => {
      const entry = harEntry(types);
      return readHarEntry({ ...entry, response: { ...entry.response, headers } }).response()?.headers;
    };
    expect(headersOf([])).toEqual({});
    expect(headersOf([{ name: "ETag", value: "1" }])).toEqual({
      etag: "1",
      "content-type": "application/json",
    });
  });

  test("one that is not kept is counted", () => {
    expect(harBody({ content: { size: 14 } }).counts).toMatchObject({ judged: 1, withoutBody: 1 });
  });
});

test.each([
  [{ status: 0 }, "reset"],
  [{ status: 0, _error: "net::ERR_CONNECTION_REFUSED" }, "unreachable"],
  [{ status: -1, _error: "net::ERR_TIMED_OUT" }, "timeout"],
])("an entry without an answer is a failure, not a response: %j", (response, reason) => {
  const { body, counts } = harBody(response);
  expect(body).toBeUndefined();
  expect(counts).toMatchObject({ judged: 0, unanswered: 1, problems: 0 });
  const recorded = readHarEntry({ ...harEntry(types), response });
  const found = createFindOperation(operationMatcher)("GET", types.url);
  if (found === undefined) throw new Error("nothing was found");
  expect(toExchange(recorded, found).outcome).toMatchObject({ kind: "failure", reason });
});

describe("what a request carried", () => {
  const requestOf = (parts: Partial<Traffic>, entry: (one: Traffic) => unknown = harEntry) => {
    const [exchange] = readAll([entry({ ...types, ...parts })]).exchanges;
    if (exchange === undefined) throw new Error("nothing was read");
    return exchange.request;
  };

  test("of a credential only the scheme is kept, and cookies not at all", () => {
    const secret = "s3cr3t-value";
    const request = requestOf({
      requestHeaders: {
        AUTHORIZATION: `Bearer ${secret}`,
        Cookie: secret,
        "X-Api-Key": secret,
        Accept: "*/*",
      },
      headers: { "content-type": "application/json", "set-cookie": secret },
    });
    expect(request.authorization).toBe("Bearer $CREDENTIAL");
    expect(request.headers).toEqual({ accept: "*/*" });
  });

  test.each([
    [undefined, "unknown"],
    ["Bearer", "Bearer $CREDENTIAL"],
    ["hmac a:b", "Hmac $CREDENTIAL"],
    ["0123456789abcdef", "unknown"],
  ])("an Authorization header %j reads %j", (header, authorization) => {
    const requestHeaders = header === undefined ? {} : { authorization: header };
    expect(requestOf({ requestHeaders }).authorization).toBe(authorization);
  });

  test("a body is parsed; one that was not kept is no object", () => {
    const posted = {
      method: "POST",
      url: "https://d.example.org/api/Donor/query",
      requestBody: '{"take":5}',
    };
    expect(requestOf({ ...posted, requestHeaders: { "content-type": "application/json" } }).body).toEqual({
      take: 5,
    });
    const unkept = (one: Traffic) => {
      const entry = harEntry(one);
      const { postData: _, ...request } = entry.request;
      return { ...entry, request };
    };
    expect(typeof requestOf(posted, unkept).body).toBe("string");
  });

  test("a form is its fields", () => {
    const form = (one: Traffic) => {
      const entry = harEntry(one);
      const params = [{ name: "grant_type", value: "password" }];
      const postData = { mimeType: "application/x-www-form-urlencoded", params };
      return { ...entry, request: { ...entry.request, postData } };
    };
    expect(requestOf({ method: "POST", url: "https://crm.example.org/Token" }, form).body).toEqual({
      grant_type: "password",
    });
  });
});

const posting = (text: string) => {
  const entry = harEntry({ method: "POST", url: "https://crm.example.org/Token", status: 200 });
  const postData = { mimeType: "application/x-www-form-urlencoded", text };
  return { ...entry, request: { ...entry.request, postData } };
};

const tooMany = `[${"1,".repeat(500_000)}1]`;

test.each([
  [
    "an entry whose body holds more than 500000 values",
    harEntry({ ...types, body: tooMany }),
    harEntry({ ...types, body: "[1]" }),
  ],
  ["an entry that holds more than 500000 values", `{"x":${tooMany}}`, JSON.stringify(harEntry(types))],
  [
    "an entry whose form has more than 10000 fields",
    posting("a&".repeat(10_000)),
    posting("a&".repeat(9999)),
  ],
  [
    "an entry whose address has more than 65536 characters",
    harEntry({ ...types, url: types.url.padEnd(65_537, "?") }),
    harEntry({ ...types, url: types.url.padEnd(65_536, "?") }),
  ],
])("%s is refused", (message, one, fewer) => {
  const { problemLocations } = readAll([one, fewer]).counts;
  expect(problemLocations).toEqual([{ recording: 0, position: 0, message }]);
});

describe("cassettes and lines in other words", () => {
  const response = {
    status: { code: 200, message: "OK" },
    headers: { "Content-Type": ["application/json"] },
  };
  const request = { method: "get", uri: types.url, headers: {} };
  test.each([
    [
      "a status that is a number",
      { request, response: { ...response, status: 200, body: { string: '["A"]' } } },
      ["A"],
    ],
    ["a body that is text", { request, response: { ...response, body: '["A"]' } }, ["A"]],
    [
      "a body that is JSON",
      { request, response: { status: 200, headers: [["Content-Type", "application/json"]], body: ["A"] } },
      ["A"],
    ],
    [
      "a JSON body that looks like a wrapper",
      { request, response: { ...response, body: { string: "A", id: 1 } } },
      { string: "A", id: 1 },
    ],
    [
      "a base64 body",
      {
        request,
        response: { ...response, body: { base64_string: Buffer.from('["A"]').toString("base64") } },
      },
      ["A"],
    ],
    ["a status line as text", { request, response: { status: "200 OK", code: 200, body: '["A"]' } }, ["A"]],
    [
      "a method that is a symbol",
      { request: { ...request, method: ":get" }, response: { ...response, body: '["A"]' } },
      ["A"],
    ],
    [
      "url for uri",
      { request: { method: "GET", url: types.url }, response: { status: 200, body: ["A"] } },
      ["A"],
    ],
  ])("%s", (_, entry, value) => {
    const [exchange] = readAll([entry]).exchanges;
    expect(exchange && responseOf(exchange)?.body).toEqual({ kind: "json", value });
  });

  test.each([
    [200, {}, "unknown"],
    [204, {}, "empty"],
    [404, { "Content-Length": ["0"] }, "empty"],
  ])("a body that is absent with %i is %s", (status, headers, kind) => {
    const [exchange] = readAll([{ request, response: { status, headers } }]).exchanges;
    expect(exchange && responseOf(exchange)?.body.kind).toBe(kind);
  });

  test("bytes, aliases of earlier interactions, and numbers as text in YAML", () => {
    const item = (type: string, body: string): string =>
      `- request:\n    method: get\n    uri: ${types.url}\n  response:\n    status:\n      code: '200'\n` +
      `    headers:\n      Content-Type:\n      - ${type}\n    body:\n      string: ${body}\n`;
    const packed = gzipSync('["A"]').toString("base64");
    const gzipped = item("*1", `!binary |-\n        ${packed}`).replace(
      "    headers:\n",
      "    headers:\n      Content-Encoding: [gzip]\n",
    );
    const { exchanges, counts } = readAll([item("&1 application/json", "'[\"A\"]'"), gzipped], "yaml");
    expect(counts.problemLocations).toEqual([]);
    expect(exchanges.map((exchange) => responseOf(exchange))).toMatchObject([
      { status: 200, headers: { "content-type": "application/json" }, body: { kind: "json", value: ["A"] } },
      { status: 200, headers: { "content-type": "application/json" }, body: { kind: "json", value: ["A"] } },
    ]);
  });
});

const nest = "[".repeat(20_000) + "]".repeat(20_000);
const deepBody = (where: "answer" | "request"): string =>
  `{"request":{"method":"POST","url":"https://crm.example.org/api/Event/1/Contacts","body":${where === "request" ? nest : "1"}},` +
  `"response":{"status":200,"body":${where === "answer" ? nest : "1"}}}`;

test.each([
  ["{", "an entry that is not JSON"],
  ["[]", "an entry that is not an object"],
  ['{"request":{}}', "an entry without a request"],
  ['{"request":{"url":"https://crm.example.org/api/Contact/1"}}', "an entry without a request"],
  ['{"request":{"url":"/api/Contact/1","method":"GET"}}', "an entry whose request has no complete address"],
  ['{"a":"\u00e9"}', "an entry that is not text in UTF-8"],
  [deepBody("answer"), "an entry whose body nests deeper than 100 levels"],
  [deepBody("request"), "an entry whose body nests deeper than 100 levels"],
])("what is no entry is named by what it lacks: %.50s", (text, message) => {
  const reader = createRecordingReader({
    pathWords,
    find: createFindOperation(operationMatcher),
    interfaces: ["crm"],
    onExchange: () => expect.unreachable(),
  });
  reader.entry(Buffer.from(text, "latin1"), { recording: 0, form: "json", position: 3, number: 1 });
  expect(reader.counts()).toMatchObject({
    problems: 1,
    problemLocations: [{ recording: 0, position: 3, message }],
  });
});

test("YAML that nests without end is reported, and ends no process", () => {
  const { counts } = readAll([`- request: ${"[".repeat(20_000)}\n  response: {}\n`], "yaml");
  expect(counts.problemLocations).toMatchObject([{ message: "an interaction that is not YAML" }]);
});

test("what matches nothing is counted by its masked path, and other interfaces are left out", () => {
  const reader = createRecordingReader({
    pathWords,
    find: createFindOperation(operationMatcher, { crm: "https://crm.example.org" }),
    interfaces: ["crm"],
    onExchange: () => undefined,
  });
  const urls = [
    "https://crm.example.org/api/Gift/77",
    "https://crm.example.org/api/Gift/78?x=1",
    "https://other.example.org/someone@example.org/a/b",
    "https://don.example.org/api/Donor/list",
  ];
  for (const [index, url] of urls.entries())
    reader.entry(Buffer.from(JSON.stringify(harEntry({ ...types, url }))), {
      recording: 0,
      form: "json",
      position: index,
      number: index + 1,
    });
  expect(reader.counts()).toMatchObject({
    // Requests to a configured address are judged all the same.
    judged: 2,
    unmatched: 3,
    leftOut: 1,
    unmatchedRequests: [
      ["crm GET /api/Gift/{…}", 2],
      ["- GET /{…}/{…}/{…}", 1],
    ],
  });
});
