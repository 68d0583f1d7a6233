import { isUtf8 } from "node:buffer";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  type InputType,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Body } from "../../../src/core/model/exchange.ts";
import { headerFields } from "../../../src/traffic/recordings/header-fields.ts";
import { readValue } from "../../../src/traffic/recordings/read-entry.ts";
import { bodyAsSent, knownBodyOf, requestBodyOf } from "../../../src/traffic/recordings/recorded-body.ts";
import { isNightly } from "../../nightly.ts";

type Code = (bytes: InputType) => Buffer;

const codings: Readonly<Record<string, Code>> = {
  identity: (bytes) => Buffer.from(bytes as Buffer), // what the others take
  gzip: (bytes) => gzipSync(bytes),
  "x-gzip": (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  "deflate without its envelope": (bytes) => deflateRawSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
};

const url = "https://donations.example.org/api/Donor/list?Take=1";
const asked = { method: "GET", url };

const answerBody = (entry: unknown): Body => {
  const [recorded] = readValue(entry);
  const response = recorded?.response();
  if (response === undefined) throw new Error("there is no answer");
  return bodyAsSent(response.body, response.headers);
};

const json = { "content-type": "application/json" };

const har = (headers: Readonly<Record<string, string>>, content: object): unknown => ({
  request: asked,
  response: {
    status: 200,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    content: { size: -1, mimeType: "application/json", ...content },
  },
});

const line = (headers: Readonly<Record<string, string>>, response: object): unknown => ({
  request: asked,
  response: { status: 200, headers, ...response },
});

const pieces = (bytes: Buffer, packing: "hex" | "base64"): string[] =>
  [bytes.subarray(0, 7), bytes.subarray(7)]
    .map((piece) => piece.toString(packing))
    .filter((piece) => piece !== "");

/** How recorders keep a body: decoded or coded, as text, bytes or packed. */
const keepings: readonly ((plain: Buffer, coded: Buffer, headers: Record<string, string>) => unknown)[] = [
  (plain, _, headers) => har(headers, { text: plain.toString() }),
  (plain, _, headers) => har(headers, { text: plain.toString(), size: plain.length }),
  (plain, _, headers) => har(headers, { text: plain.toString("base64"), encoding: "base64" }),
  (_, coded, headers) => har(headers, { text: coded.toString("base64"), encoding: "base64" }),
  (plain, coded, headers) =>
    har(headers, { text: coded.toString("base64"), encoding: "base64", size: plain.length }),
  (_, coded, headers) => har(headers, { text: coded.toString(isUtf8(coded) ? "utf8" : "latin1") }),
  (_, coded, headers) => har(headers, { text: JSON.stringify(pieces(coded, "hex")), _isBinary: true }),
  (_, coded, headers) => har(headers, { text: JSON.stringify(pieces(coded, "base64")), encoding: "base64" }),
  (_, coded, headers) => line(headers, { body: { encoding: "ASCII-8BIT", string: coded } }),
  (_, coded, headers) =>
    line(headers, { body: { encoding: "", file: "no", base64_string: coded.toString("base64") } }),
  (plain, _, headers) => line(headers, { body: plain.toString() }),
  (_, coded, headers) => line(headers, { body: coded.toString("base64"), isBase64Encoded: true }),
  (_, coded, headers) => line(headers, { base64Body: coded.toString("base64") }),
  (_, coded, headers) => line(headers, { body: coded.toJSON() }),
];

/** JSON of about so many bytes, of which some look like packed ones. */
const anyBody = fc
  .tuple(
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.constantFrom("1f8b0800", "e30=", "ab", "1234"))),
    fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.constant(70_000)),
  )
  .map(([value, size]): unknown => (size < 100 ? value : { items: [value], note: "é".repeat(size / 2) }));

const sameAs = (body: Body, text: string): boolean =>
  body.kind === "json" && JSON.stringify(body.value) === JSON.stringify(JSON.parse(text));

describe("a body is judged the same, however it was kept", () => {
  test.each(keepings.map((keep, index) => [index, keep] as const))("in way %i", (_, keep) => {
    fc.assert(
      fc.property(
        anyBody,
        fc.array(fc.constantFrom(...Object.keys(codings)), { minLength: 1, maxLength: 2 }),
        (value, names) => {
          const plain = Buffer.from(JSON.stringify(value));
          const coded = names.reduce<Buffer>((bytes, name) => codings[name]?.(bytes) ?? bytes, plain);
          const coding = names.map((name) => name.split(" ")[0]).join(", ");
          const entry = keep(plain, coded, { ...json, "content-encoding": coding });
          // Not compared as a whole, which would be printed as a whole.
          expect(sameAs(answerBody(entry), String(plain))).toBe(true);
        },
      ),
      { numRuns: isNightly ? 5_000 : 25 },
    );
  });

  test("lengths that made the first byte of brotli look like JSON", () => {
    for (const length of [1000, 8995, 9097, 70_000]) {
      const value = { items: {}, note: "x".repeat(length - 22) };
      const bytes = Buffer.from(JSON.stringify(value));
      expect(bytes.length).toBe(length);
      const text = brotliCompressSync(bytes).toString("base64");
      const entry = har({ ...json, "content-encoding": "br" }, { text, encoding: "base64" });
      expect(sameAs(answerBody(entry), String(bytes))).toBe(true);
    }
  });
});

const page = "<html>no</html>";
const items = '{"items":{}}';
const br = { ...json, "content-encoding": "br" };
const gzip = { ...json, "content-encoding": "gzip" };

describe("what was lost is not judged, and what was sent is", () => {
  const text = (kept: string): Body => ({ kind: "text", text: kept });
  const unknown: Body = { kind: "unknown" };
  const read: Body = { kind: "json", value: { items: {} } };
  const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString("base64");

  test.each<readonly [string, unknown, Body]>([
    ["plain text marked base64", har(json, { text: items, encoding: "base64" }), read],
    [
      "a number marked base64",
      har(json, { text: "1234", encoding: "base64" }),
      { kind: "json", value: 1234 },
    ],
    ["a page marked base64", har(json, { text: page, encoding: "base64", size: 15 }), text(page)],
    ["a page marked base64, perhaps cut", har(json, { text: page, encoding: "base64", size: 99 }), unknown],
    ["base64 cut within a byte", har(json, { text: base64(items).slice(0, 9), encoding: "base64" }), unknown],
    ["base64 cut", har(json, { text: base64('{"items'), encoding: "base64", size: 12 }), unknown],
    [
      "base64 shorter than the header says",
      har({ ...json, "content-length": "12" }, { text: base64('{"items'), encoding: "base64" }),
      unknown,
    ],
    [
      "base64 without a length, perhaps cut",
      line(json, { body: { base64_string: base64('{"items') } }),
      unknown,
    ],
    [
      "base64 without a length, wrong from the start",
      line(json, { body: { base64_string: base64(page) } }),
      text(page),
    ],
    [
      "text that is no UTF-8, coded",
      har(gzip, { text: base64(gzipSync(Buffer.from([0x22, 0xff, 0x22]))), encoding: "base64" }),
      { kind: "json", value: "\uFFFD" },
    ],
    ["base64 with a mark behind it", har(json, { text: `${base64(items)}…`, encoding: "base64" }), unknown],
    [
      "broken by the server, by its length",
      har({ ...json, "content-length": "7" }, { text: base64('{"items'), encoding: "base64", size: 12 }),
      text('{"items'),
    ],
    [
      "text shorter than what was on the wire",
      line({ ...json, "content-length": "12" }, { body: '{"it' }),
      unknown,
    ],
    [
      "bytes that are no UTF-8",
      har(json, { text: base64(Buffer.from([0x7b, 0xff])), encoding: "base64" }),
      text("{\uFFFD"),
    ],
    ["such bytes, taken for text", har(json, { text: "{\uFFFD\uFFFD" }), unknown],
    ["bytes without any header", har({}, { text: base64(gzipSync(items)), encoding: "base64" }), unknown],
    ["a page, coded", har(br, { text: base64(brotliCompressSync(page)), encoding: "base64" }), text(page)],
    ["a page, decoded", har(br, { text: page }), text(page)],
    ["a page, decoded and cut", har(br, { text: page, size: 99 }), unknown],
    ["nothing, coded", har(gzip, { text: base64(gzipSync("")), encoding: "base64" }), { kind: "empty" }],
    [
      "more than one coding holds",
      har(br, {
        text: base64(Buffer.concat([brotliCompressSync(items), Buffer.from("!!!!")])),
        encoding: "base64",
      }),
      unknown,
    ],
    [
      "a coding that is not there",
      har(gzip, { text: base64(brotliCompressSync(items)), encoding: "base64" }),
      unknown,
    ],
    [
      "one of two codings undone",
      har({ ...json, "content-encoding": "gzip, br" }, { text: base64(gzipSync(items)), encoding: "base64" }),
      read,
    ],
    ["hex", har(gzip, { text: gzipSync(items).toString("hex"), _isBinary: true }), read],
    ["hex pieces without a mark", line(gzip, { body: pieces(gzipSync(items), "hex") }), read],
    [
      "hex pieces, cut",
      har(gzip, { text: JSON.stringify(pieces(gzipSync(items), "hex")).slice(0, -8), _isBinary: true }),
      unknown,
    ],
    [
      "hex pieces, the last one cut",
      har(gzip, { text: JSON.stringify([gzipSync(items).toString("hex").slice(0, 40)]), _isBinary: true }),
      unknown,
    ],
    [
      "a plain list marked base64",
      har(json, { text: '["Fax","Pigeon"]', encoding: "base64", size: 16 }),
      { kind: "json", value: ["Fax", "Pigeon"] },
    ],
    ["base64 without a mark", line(json, { body: { encoding: "UTF-8", string: base64(items) } }), read],
    ["a list of texts in hex", line(json, { body: ["ab", "cd"] }), { kind: "json", value: ["ab", "cd"] }],
    ["such a list, decoded", har(gzip, { text: '["7b7d"]' }), { kind: "json", value: ["7b7d"] }],
    ["a text of one word", har(json, { text: "Unauthorized" }), text("Unauthorized")],
    [
      "the name of a file",
      line(json, { body: { encoding: "", file: "yes", string: "fixtures/1.json" } }),
      unknown,
    ],
    [
      "the name of a file, as a flag",
      line(json, { body: { encoding: "", file: true, string: "1.json" } }),
      unknown,
    ],
    ["an envelope with more keys", line(json, { body: { encoding: "UTF-8", string: items, note: 1 } }), read],
    ["an envelope of nothing", line(json, { body: { encoding: "UTF-8", string: null } }), unknown],
    ["an empty text in an envelope", line(json, { body: { encoding: "UTF-8", string: "" } }), unknown],
    [
      "an empty text of no length",
      line({ ...json, "content-length": "0" }, { body: { string: "" } }),
      { kind: "empty" },
    ],
    ["a length of nothing, by go-vcr", line(json, { body: "", content_length: 0 }), { kind: "empty" }],
    ["parsed by the recorder", har(json, { text: { items: {} } }), read],
    [
      "out of a cache",
      { request: asked, response: { status: 304, headers: json, body: "{}" } },
      { kind: "empty" },
    ],
    [
      "a text that is not JSON, in another type",
      har({ "content-type": "text/plain" }, { text: "bm8=" }),
      text("bm8="),
    ],
    ["such a text, cut", har({ "content-type": "text/plain" }, { text: "bm8=", size: 9 }), unknown],
  ])("%s", (_, entry, expected) => {
    expect(answerBody(entry)).toEqual(expected);
  });
});

describe("what a request carried", () => {
  const requestBody = (request: object): unknown => {
    const [recorded] = readValue({
      request: { ...asked, method: "POST", ...request },
      response: { status: 200 },
    });
    return recorded && requestBodyOf(recorded.body, recorded.headers);
  };
  const notKept = expect.any(String) as unknown;

  test.each<readonly [string, object, unknown]>([
    [
      "coded and packed",
      { headers: gzip, body: gzipSync("{}").toString("base64"), isBase64Encoded: true },
      {},
    ],
    ["plain text marked base64", { headers: json, body: { encoding: "base64", string: "{}" } }, {}],
    ["an empty text, with a media type", { headers: json, body: "" }, notKept],
    ["an empty text of no length", { headers: { ...json, "content-length": "0" }, body: "" }, undefined],
    ["nothing, with a length", { headers: { "content-length": "9" } }, notKept],
    ["nothing, in chunks", { headers: { "transfer-encoding": "chunked" } }, notKept],
    ["nothing", { headers: {} }, undefined],
    ["nothing of a GET with a media type", { method: "GET", headers: json }, undefined],
  ])("%s", (_, request, expected) => {
    expect(requestBody(request)).toEqual(expected);
  });
});

describe("decompression is bounded", () => {
  const bomb = brotliCompressSync(Buffer.alloc(17 * 1024 * 1024, 0x20));
  const kept = { kind: "bytes", bytes: bomb } as const;

  test("in a recording it is refused by its limit", () => {
    expect(() => bodyAsSent(kept, br)).toThrow("an entry whose body is larger than 16 MB when decompressed");
  });

  test("of live traffic the rest counts", () => {
    expect(knownBodyOf(kept, br)).toEqual({ kind: "unknown" });
  });

  test("codings without end are not undone", () => {
    const many = Array.from({ length: 6 }, () => "gzip");
    const bytes = many.reduce((coded: Buffer) => gzipSync(coded), Buffer.from("{}"));
    expect(bodyAsSent({ kind: "bytes", bytes }, { ...json, "content-encoding": many.join() })).toEqual({
      kind: "unknown",
    });
  });
});

describe("headers as recorders keep them", () => {
  const expected = { "content-type": "application/json", vary: "a, b" };
  test.each<readonly [string, unknown]>([
    [
      "objects",
      [
        { name: "Content-Type", value: "application/json" },
        { name: "Vary", value: "a" },
        { key: "vary", value: "b" },
      ],
    ],
    [
      "pairs",
      [
        ["Content-Type", "application/json"],
        ["Vary", ["a", "b"]],
      ],
    ],
    ["names and values by turns", ["Content-Type", "application/json", "Vary", "a", "vary", "b"]],
    ["names and lists by turns", ["Content-Type", "application/json", "Vary", ["a", "b"]]],
    ["lines", ["Content-Type: application/json", "Vary: a", "Vary:b "]],
    ["a text", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nVary: a, b\r\n"],
    ["texts", { "Content-Type": "application/json", Vary: "a, b" }],
    ["lists", { "Content-Type": ["application/json"], Vary: ["a", "b"] }],
    ["bytes", { "Content-Type": [Buffer.from("application/json")], Vary: Buffer.from("a, b") }],
    ["objects of texts", { "Content-Type": { equalTo: "application/json" }, Vary: { values: ["a", "b"] } }],
  ])("%s", (_, headers) => {
    expect(headerFields(headers)).toEqual(expected);
  });
});
