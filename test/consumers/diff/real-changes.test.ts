import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import { documentOf, type Json } from "./documents.ts";
import { inDocuments, inSchemas } from "./schema-places.ts";

const string = { type: "string" };
const object = { type: "object" };

/** Changes of a schema that a program can notice, each to be seen in both directions. */
const changes: readonly (readonly [old: Json | boolean, now: Json | boolean])[] = [
  [string, { type: "integer" }],
  [{ type: "integer" }, { type: "number" }],
  [string, { type: ["string", "null"] }],
  [string, { type: ["string", "boolean"] }],
  [string, {}],
  [string, { anyOf: [string, { type: "boolean" }] }],
  [string, { oneOf: [string, { type: "null" }] }],
  [string, object],
  [{ type: "array" }, object],
  [
    { ...string, enum: ["a"] },
    { ...string, enum: ["a", "b"] },
  ],
  [{ ...string, enum: ["a"] }, string],
  [
    { ...string, const: "a" },
    { ...string, const: "b" },
  ],
  [{ ...string, const: "a" }, string],
  [
    { type: ["string", "null"], enum: ["a", null] },
    { type: ["string", "null"], enum: ["a"] },
  ],
  [
    { ...string, format: "date" },
    { ...string, format: "date-time" },
  ],
  [{ ...string, format: "uuid" }, string],
  [
    { ...string, pattern: "^a" },
    { ...string, pattern: "^b" },
  ],
  [{ ...string, pattern: "^a" }, string],
  [{ ...string, minLength: 1 }, string],
  [
    { ...string, maxLength: 9 },
    { ...string, maxLength: 8 },
  ],
  [{ ...string, contentEncoding: "base64" }, string],
  [
    { ...string, contentMediaType: "image/png" },
    { ...string, contentMediaType: "image/gif" },
  ],
  [
    { type: "integer", minimum: 0 },
    { type: "integer", minimum: 1 },
  ],
  [
    { type: "number", minimum: 0 },
    { type: "number", exclusiveMinimum: 0 },
  ],
  [{ type: "number", maximum: 9 }, { type: "number" }],
  [
    { type: "number", exclusiveMaximum: 9 },
    { type: "number", exclusiveMaximum: 8 },
  ],
  [
    { type: "number", multipleOf: 2 },
    { type: "number", multipleOf: 3 },
  ],
  [{ type: "number", multipleOf: 2 }, { type: "number" }],
  [
    { type: "array", items: string },
    { type: "array", items: { type: "integer" } },
  ],
  [{ type: "array", items: string }, { type: "array" }],
  [{ type: "array", minItems: 1 }, { type: "array" }],
  [
    { type: "array", maxItems: 3 },
    { type: "array", maxItems: 2 },
  ],
  [{ type: "array", uniqueItems: true }, { type: "array" }],
  [
    { type: "array", prefixItems: [string] },
    { type: "array", prefixItems: [{ type: "integer" }] },
  ],
  [
    { type: "array", prefixItems: [string], items: false },
    { type: "array", prefixItems: [string] },
  ],
  [{ type: "array", contains: string }, { type: "array" }],
  [
    { type: "array", contains: string, minContains: 2 },
    { type: "array", contains: string },
  ],
  [{ ...object, properties: { b: string } }, object],
  [
    { ...object, properties: { b: string } },
    { ...object, properties: { b: string }, required: ["b"] },
  ],
  [
    { ...object, properties: { b: string } },
    { ...object, properties: { c: string } },
  ],
  [
    { ...object, properties: { b: string, c: string } },
    { ...object, properties: { b: string, c: { type: "integer" } } },
  ],
  [
    { ...object, properties: { b: { properties: { c: string } } } },
    { ...object, properties: { b: {} } },
  ],
  [object, { ...object, properties: { toString: string } }],
  [object, { ...object, required: ["valueOf"] }],
  [object, { ...object, additionalProperties: false }],
  [object, { ...object, additionalProperties: string }],
  [object, { ...object, unevaluatedProperties: false }],
  [object, { ...object, patternProperties: { "^x": string } }],
  [object, { ...object, propertyNames: { maxLength: 3 } }],
  [object, { ...object, minProperties: 1 }],
  [object, { ...object, maxProperties: 1 }],
  [object, { ...object, dependentRequired: { a: ["b"] } }],
  [object, { ...object, dependentSchemas: { a: { required: ["b"] } } }],
  [
    { ...object, allOf: [{ properties: { b: string } }, { additionalProperties: false }] },
    { ...object, properties: { b: string }, additionalProperties: false },
  ],
  [{ ...object, properties: { b: string } }, { allOf: [object, { properties: { b: { type: "boolean" } } }] }],
  [
    { anyOf: [{ ...object, required: ["b"] }, string] },
    { anyOf: [{ ...object, required: ["b"] }, string, { type: "boolean" }] },
  ],
  [
    { anyOf: [{ required: ["b"] }, { required: ["c"] }] },
    { oneOf: [{ required: ["b"] }, { required: ["c"] }] },
  ],
  [{ anyOf: [{ required: ["b"] }, { required: ["c"] }] }, {}],
  [
    { oneOf: [{ required: ["b"] }, { required: ["c"] }] },
    { oneOf: [{ required: ["b"] }, { required: ["d"] }] },
  ],
  [{ allOf: [{ minLength: 1 }, { minLength: 2 }] }, { minLength: 1 }],
  [{ not: { required: ["b"] } }, {}],
  [{ not: { required: ["b"] } }, { not: { required: ["c"] } }],
  [{ if: { required: ["b"] }, else: { required: ["c"] } }, {}],
  [
    { if: { required: ["b"] }, else: { required: ["c"] } },
    { if: { required: ["b"] }, else: { required: ["d"] } },
  ],
  [true, false],
  [{ ...string, "x-unknown": [], unheardOf: 1 }, string],
];

/** Where a schema must be text, or where null is allowed anyway, not every change means something. */
const meansNothing = (place: string, [old, now]: (typeof changes)[number]): boolean => {
  const text = JSON.stringify([old, now]);
  if (place === "an alternative to null") return /null/.test(text) || text === "[true,false]";
  return false;
};

/** Whether a change is silent, one way or the other. */
const isSilent = (document: (schema: unknown) => Json, [old, now]: (typeof changes)[number]): boolean => {
  const [one, other] = [documentOf(document(old)), documentOf(document(now))];
  return [
    { old: one, new: other },
    { old: other, new: one },
  ].some((pair) => compareDocuments(pair).length === 0);
};

describe("a real change is an entry, whichever way round", () => {
  test.each(Object.entries(inDocuments))("in %s", (_, document) => {
    expect(changes.filter((change) => isSilent(document, change))).toEqual([]);
  });

  test.each(Object.entries(inSchemas))("in %s of a body", (place, inner) => {
    const silent = ["a request", "a model"].flatMap((where) =>
      changes.filter(
        (change) =>
          !meansNothing(place, change) &&
          isSilent((schema) => inDocuments[where]?.(inner(schema)) ?? {}, change),
      ),
    );
    expect(silent).toEqual([]);
  });

  test("at any depth: a place in a place in a place", () => {
    const names = Object.keys(inSchemas);
    const silent = names.flatMap((outer) =>
      names.filter((inner) =>
        isSilent(
          (schema) =>
            inDocuments["a response"]?.(
              inSchemas[outer]?.(inSchemas[inner]?.({ properties: { z: schema } })),
            ) ?? {},
          [string, { type: "integer" }],
        ),
      ),
    );
    expect(silent).toEqual([]);
  });
});
