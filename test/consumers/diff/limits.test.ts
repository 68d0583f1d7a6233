import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import { diffDocuments } from "../../../src/consumers/usage/verdict/document-diff.ts";
import type { ApiDocument } from "../../../src/documents/document.ts";
import { documentOf, type Json, withResponse } from "./documents.ts";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Models that lead from one to the next; the last one holds the only text. */
const chained = (length: number, link: (next: Json, index: number) => unknown, type: string): ApiDocument => {
  const models = Array.from({ length }, (_, index) => [`M${index}`, link(ref(`M${index + 1}`), index)]);
  const last = [`M${length}`, { type: "object", properties: { deep: { type } } }];
  return documentOf(
    withResponse(ref("M0"), { components: { schemas: Object.fromEntries([...models, last]) } }),
  );
};

describe("models that lead to each other in many ways are compared once each", () => {
  test.each<[string, number, (next: Json, index: number) => unknown]>([
    [
      "diamonds of allOf",
      24,
      (next, index) => ({ allOf: [next, { allOf: [next] }, { minProperties: index }] }),
    ],
    ["a chain of allOf", 1000, (next, index) => ({ allOf: [next, { properties: { [`p${index}`]: {} } }] })],
    [
      "a chain of allOf whose models are closed",
      1500,
      (next) => ({ allOf: [next], properties: { deep: {} }, additionalProperties: false }),
    ],
    ["diamonds of properties", 24, (next) => ({ properties: { a: next, b: next } })],
    ["a chain of properties", 1000, (next) => ({ properties: { a: next } })],
    ["diamonds of anyOf", 24, (next) => ({ anyOf: [next, { allOf: [next, { required: ["a"] }] }] })],
    ["a chain of anyOf", 300, (next, index) => ({ anyOf: [next, { required: [`p${index}`] }] })],
    ["diamonds of oneOf", 24, (next) => ({ oneOf: [next, { items: next }] })],
    [
      "diamonds of properties in several parts",
      24,
      (next, index) => ({
        allOf: [{ properties: { a: next } }, { properties: { a: { allOf: [next], minProperties: index } } }],
      }),
    ],
  ])(
    "%s, %i deep",
    (_, length, link) => {
      const pair = { old: chained(length, link, "string"), new: chained(length, link, "integer") };
      expect(compareDocuments(pair)).toMatchObject([
        { kind: "response-type-changed", pointer: `/components/schemas/M${length}/properties/deep` },
      ]);
    },
    20_000,
  );
});

test("a chain of closed models that all have names of their own allows none of them, in little time", () => {
  const link = (next: Json, index: number): Json => ({
    allOf: [next],
    properties: { [`p${index}`]: { type: "string" } },
    additionalProperties: false,
  });
  const pair = { old: chained(2000, link, "string"), new: chained(2000, link, "integer") };
  // Without the last model's own property, nothing is left that could differ.
  expect(compareDocuments(pair)).toEqual([]);
}, 20_000);

test("one rename is one entry, however many models build upon it", () => {
  const document = (name: string): ApiDocument => {
    const Page = { type: "object", properties: { [name]: { type: "integer" } }, required: [name] };
    const pages = Array.from({ length: 6 }, (_, index) => [
      `Page${index}`,
      { allOf: [ref("Page"), { properties: { items: { type: "array", items: { type: "string" } } } }] },
    ]);
    return documentOf(
      withResponse(
        { properties: Object.fromEntries(pages.map(([page]) => [page, ref(String(page))])) },
        { components: { schemas: { Page, ...Object.fromEntries(pages) } } },
      ),
    );
  };
  expect(compareDocuments({ old: document("total"), new: document("count") })).toMatchObject([
    {
      kind: "response-required-property-renamed",
      pointer: "/components/schemas/Page/properties/total",
      message: "total → count",
      operations: ["putThing"],
    },
  ]);
});

test("a signal ends a comparison", async () => {
  const link = (next: Json): Json => ({ properties: { a: next } });
  const pair = {
    document: "a.json",
    old: chained(1200, link, "string"),
    new: chained(1200, link, "integer"),
  };
  await expect(diffDocuments([pair], AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  expect((await diffDocuments([pair], new AbortController().signal)).changes).toHaveLength(1);
});
