import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import type { ApiDocument } from "../../../src/documents/document.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { documentOf, type Json } from "./documents.ts";
import { asOldDocument, asYaml, type Draw, documentRules, inFiles, schemaRules } from "./rewritings.ts";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    type: fc.constantFrom("string", "integer", "boolean", ["string", "null"], ["integer", "null"]),
  }),
  fc.record({
    type: fc.constant("string"),
    enum: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
  }),
  fc.record({ type: fc.constant(["string", "null"]), enum: fc.constant(["a", null]) }),
  fc.record({ type: fc.constant("string"), const: fc.constantFrom("a", "b") }),
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ type: fc.constant("number"), exclusiveMinimum: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ type: fc.constant("string"), maxLength: fc.nat(9), format: fc.constantFrom("date", "uuid") }),
  fc.constant(ref("Pet")),
  fc.constant(ref("Tree")),
);

const { node: schema } = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "constructor"), tie("node"), {
          noNullPrototype: true,
        }),
        required: fc.uniqueArray(fc.constantFrom("a", "b"), { minLength: 1 }),
        additionalProperties: fc.oneof(fc.constant(false), tie("node")),
      },
      { requiredKeys: ["type", "properties"] },
    ),
    fc.record({ type: fc.constant("array"), items: tie("node") }),
    fc.record({ allOf: fc.array(tie("node"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie("node"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("node"), { minLength: 2, maxLength: 3 }) }),
  ),
}));

const parts = fc.record({
  request: schema,
  answer: schema,
  other: schema,
  query: leaf,
  header: leaf,
  pet: schema,
});

type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const documentWith = ({ request, answer, other, query, header, pet }: Parts, models: Json = {}): Json => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://a.example.org" }],
  security: [{ key: [] }, { oauth: ["write", "read"] }],
  paths: {
    "/pets/{id}": {
      put: {
        operationId: "putPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "all", in: "cookie", schema: { prefixItems: [ref("Pet"), ref("Tree")] } },
          { name: "q", in: "query", schema: query },
          { name: "X-Q", in: "header", content: { "application/json": { schema: header } } },
        ],
        requestBody: { content: { "application/json": { schema: request } } },
        responses: {
          "2XX": {
            description: "",
            headers: { "X-A": { schema: header } },
            content: { "application/json": { schema: answer } },
          },
          default: { description: "", content: { "application/problem+json": { schema: other } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: { type: "object", properties: { self: ref("Pet"), pet } },
      Tree: { type: "array", items: ref("Tree") },
      ...models,
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      oauth: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "/t", scopes: { read: "", write: "" } } },
      },
    },
  },
});

const document: fc.Arbitrary<Json> = parts.map((one) => documentWith(one));

/** Draws from a list of numbers, again and again. */
const drawFrom = (seeds: readonly number[]): Draw => {
  let at = 0;
  return (below) => {
    at += 1;
    return ((seeds[at % seeds.length] ?? 0) + at * 7) % below;
  };
};

const seeds = fc.array(fc.nat(9973), { minLength: 20, maxLength: 60 });

const runs = Number(process.env["TRIPACT_FC_RUNS"] ?? 30);

/** Both ways round. */
const expectNoEntry = (old: ApiDocument, now: ApiDocument): void => {
  expect(compareDocuments({ old, new: now })).toEqual([]);
  expect(compareDocuments({ old: now, new: old })).toEqual([]);
};

describe("a change that only rewrites is no entry", () => {
  test("any rules of the normal form, several at once", () => {
    const names = Object.keys(documentRules);
    fc.assert(
      fc.property(
        document,
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
        seeds,
        (old, rules, numbers) => {
          const draw = drawFrom(numbers);
          // What it overrides is reached by nobody, and no other rule may make it more.
          const inOrder = rules.toSorted(
            (one, other) => Number(one.includes("wins over")) - Number(other.includes("wins over")),
          );
          const now = inOrder.reduce((one, rule) => documentRules[rule]?.(one, draw) ?? one, old);
          expectNoEntry(documentOf(old), documentOf(now));
        },
      ),
      // The same documents in every usual run; more runs draw others.
      { numRuns: runs * 3, ...(process.env["TRIPACT_FC_RUNS"] === undefined ? { seed: 1 } : {}) },
    );
  });

  test.each(Object.entries(documentRules))("%s", (_, rule) => {
    fc.assert(
      fc.property(document, seeds, (old, numbers) => {
        expectNoEntry(documentOf(old), documentOf(rule(old, drawFrom(numbers))));
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  test.each(Object.entries(schemaRules))("a schema: %s", (_, rule) => {
    fc.assert(
      fc.property(parts, schema, seeds, (whole, part, numbers) => {
        const added: Record<string, unknown> = {};
        const now = rule(part, drawFrom(numbers), (named) => {
          added["Made"] = named;
          return ref("Made");
        });
        const withPart = (one: unknown, more: Json): ApiDocument =>
          documentOf(documentWith({ ...whole, answer: ref("Part") }, { ...more, Part: one }));
        expectNoEntry(withPart(part, {}), withPart(now ?? part, added));
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  });

  test("a schema that is said twice, choices included", () => {
    fc.assert(
      fc.property(parts, schema, (whole, part) => {
        const withPart = (one: unknown): ApiDocument =>
          documentOf(documentWith({ ...whole, answer: ref("Part") }, { Part: one }));
        expectNoEntry(withPart(part), withPart({ allOf: [part, { allOf: [part] }] }));
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  });

  const values = { anyOf: [{ const: "a" }, { type: "string", enum: ["b"] }] };
  const integers = { type: "integer", minimum: 2 };
  const nullable = { type: ["string", "null"], enum: ["a", null] };

  test.each<[string, Json, Json, Json?]>([
    [
      "values that a choice within the choice lists",
      { anyOf: [values, integers] },
      { anyOf: [{ enum: ["b", "a"] }, integers] },
    ],
    [
      "types that a named choice within the choice lists",
      { anyOf: [{ type: ["string", "boolean"] }, integers] },
      { anyOf: [ref("Made"), integers] },
      { Made: { anyOf: [{ type: "boolean" }, { type: "string" }] } },
    ],
    [
      "null in a choice within the choice",
      { anyOf: [{ anyOf: [integers, nullable] }, { type: "array" }] },
      { anyOf: [{ allOf: [ref("Made")] }, { type: "array" }] },
      { Made: { anyOf: [{ oneOf: [{ type: "null" }, { const: "a" }] }, integers] } },
    ],
    [
      "null that another part of allOf refuses",
      { allOf: [{ oneOf: [integers, ref("Tree")] }, nullable] },
      { anyOf: [{ allOf: [{ oneOf: [integers, ref("Tree")] }, nullable] }] },
    ],
    [
      "null as all that is left of two types",
      { allOf: [nullable, { type: ["integer", "null"] }] },
      { anyOf: [{ type: "null" }] },
    ],
    [
      "a choice beside null alone, which it allows",
      { allOf: [{ anyOf: [nullable, { type: "array" }, ref("Pet")] }, { type: "null" }] },
      { type: "null" },
    ],
    [
      "keywords of other types in a choice",
      { anyOf: [{ type: "integer" }, { type: "string" }] },
      {
        anyOf: [
          { type: "integer", maxLength: 3, properties: { a: {} } },
          { type: "string", minItems: 1 },
        ],
      },
    ],
    [
      "keywords that say nothing by what they hold",
      { anyOf: [integers, { const: "a" }, { const: "b" }] },
      {
        anyOf: [
          { ...integers, items: { minItems: 0 } },
          { const: "a", additionalProperties: { items: ref("Anything") } },
          { const: "b", properties: {}, items: { oneOf: [{ anyOf: [{}, false] }] } },
        ],
      },
      { Anything: { allOf: [{}, { items: ref("Anything") }] } },
    ],
  ])("%s", (_, one, other, made = {}) => {
    const whole = { query: {}, header: {}, request: {}, other: {}, pet: {} };
    const withAnswer = (answer: Json): ApiDocument =>
      documentOf(documentWith({ ...whole, answer }, { Made: {}, Anything: {}, ...made }));
    expectNoEntry(withAnswer(one), withAnswer(other));
  });

  test.each<[string, Json, Json]>([
    ["a value", { anyOf: [values, integers] }, { anyOf: [{ enum: ["a", "c"] }, integers] }],
    ["null", { anyOf: [values, integers] }, { anyOf: [values, integers, { type: "null" }] }],
    [
      "a type",
      { anyOf: [{ type: "string" }, integers] },
      { anyOf: [{ type: ["string", "boolean"] }, integers] },
    ],
    ["what items are", { type: "array", items: {} }, { type: "array", items: { items: { minItems: 1 } } }],
  ])("%s that changes is an entry all the same", (_, one, other) => {
    const whole = { query: {}, header: {}, request: {}, other: {}, pet: {} };
    const withAnswer = (answer: Json): ApiDocument => documentOf(documentWith({ ...whole, answer }));
    const [old, now] = [withAnswer(one), withAnswer(other)];
    expect(compareDocuments({ old, new: now })).not.toEqual([]);
    expect(compareDocuments({ old: now, new: old })).not.toEqual([]);
  });

  test("YAML with anchors and merge keys", () => {
    fc.assert(
      fc.property(document, (old) => expectNoEntry(documentOf(old), readDocumentText("a.yaml", asYaml(old)))),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  test("several files", () => {
    fc.assert(
      fc.property(document, (old) => {
        const { text, files } = inFiles(old);
        expectNoEntry(documentOf(old), readDocumentText("a.json", text, files));
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });

  test("OpenAPI 3.0", () => {
    fc.assert(
      fc.property(document, (old) => expectNoEntry(documentOf(old), documentOf(asOldDocument(old)))),
      { numRuns: runs },
    );
  });
});
