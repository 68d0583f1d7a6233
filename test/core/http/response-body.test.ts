import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBody, readAnswerBody } from "../../../src/core/http/response-body.ts";
import { measureJson } from "../../../src/core/model/json-limits.ts";

const readBytes = (bytes: Uint8Array, contentType?: string) => {
  const found = readAnswerBody(decodeBody(bytes), contentType);
  return found.kind === "failure" ? found : found.body;
};

const read = (text: string, contentType?: string) => readBytes(new TextEncoder().encode(text), contentType);

test("nothing is empty, whatever the header promises", () => {
  expect(read("", "application/json")).toEqual({ kind: "empty" });
});

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "application/problem+json",
  "text/json",
  "APPLICATION/JSON",
])("%s is read as JSON", (contentType) => {
  expect(read('"text"', contentType)).toEqual({ kind: "json", value: "text" });
});

test.each([
  ['{"a": 1}', { a: 1 }],
  ['\n [1, "two"]', [1, "two"]],
])("%j is JSON whatever the header says", (text, value) => {
  expect(read(text, "text/plain")).toEqual({ kind: "json", value });
  expect(read(text, "text/html")).toEqual({ kind: "json", value });
  expect(read(text)).toEqual({ kind: "json", value });
});

test("a scalar is JSON where nothing else is said, and text where text is said", () => {
  expect(read("null")).toEqual({ kind: "json", value: null });
  expect(read("null", "text/plain")).toEqual({ kind: "text", text: "null" });
});

test.each([
  ["Authorization denied", "text/plain"],
  ["{cut short", "application/json"],
  ["<html></html>", "application/json"],
  ["plain", undefined],
])("%j is text", (text, contentType) => {
  expect(read(text, contentType)).toEqual({ kind: "text", text });
});

test("a byte order mark is no part of the value", () => {
  expect(read('\uFEFF{"a": 1}', "application/json")).toEqual({ kind: "json", value: { a: 1 } });
  expect(read("\uFEFFdenied", "text/plain")).toEqual({ kind: "text", text: "denied" });
});

test("bytes that are no UTF-8 are text, not an exception", () => {
  expect(readBytes(new Uint8Array([0x1f, 0x8b, 0x08, 0xff]), "application/json").kind).toBe("text");
});

describe("any value", () => {
  test("comes back as it was sent", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
        const text = JSON.stringify(value);
        // With the digits of integers beyond 2^53, which `exact` holds.
        expect(read(text, "application/json")).toMatchObject({ kind: "json", value: JSON.parse(text) });
      }),
    );
  });
});

describe("JSON beyond what is read", () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);

  test.each([
    ["[".repeat(101) + "]".repeat(101), "malformed-response", "the body nests deeper than 100 levels"],
    ['{"a":'.repeat(100_000), "malformed-response", "the body nests deeper than 100 levels"],
    [`[${"1,".repeat(100_000)}1]`, "body-too-large", "the body holds more than 100000 values"],
  ])("is a failure of its own (%#)", (text, reason, message) => {
    expect(readAnswerBody(decodeBody(bytes(text)), "application/json")).toEqual({
      kind: "failure",
      reason,
      message,
    });
  });

  test("is not counted for brackets within texts", () => {
    const value = { a: '[{"'.repeat(200), b: "\\".repeat(3), c: ["]"] };
    expect(measureJson(JSON.stringify(value))).toEqual({ depth: 2, values: 5 });
    expect(readAnswerBody(decodeBody(bytes(JSON.stringify(value))), undefined)).toMatchObject({
      body: { kind: "json", value },
    });
  });
});

test("what is not UTF-8 is no JSON", () => {
  const latin1 = Buffer.from('{"name":"caf\xe9"}', "latin1");
  expect(readBytes(latin1, "application/json").kind).toBe("text");
});
