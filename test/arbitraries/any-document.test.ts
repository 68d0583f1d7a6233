import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentArbitraries } from "../../src/arbitraries/document-arbitraries.ts";
import { nearMissOf } from "../../src/arbitraries/model-arbitrary.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { tries } from "../nightly.ts";

const documentOf = (schemas: object, paths: object = {}) =>
  readDocumentText(
    "openapi.json",
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Things", version: "1" },
      paths,
      components: { schemas },
    }),
  );

const text = { type: "string" };

/** What other generators of values stumble on. */
const schemas: Readonly<Record<string, object>> = {
  Tree: {
    type: "object",
    required: ["name", "children"],
    properties: {
      name: { type: "string", minLength: 1 },
      children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
      parent: { $ref: "#/components/schemas/Tree" },
    },
  },
  Each: { type: "string", format: "uuid" },
  Mail: { type: "string", format: "email" },
  Moment: { type: "string", format: "date-time" },
  Unknown: { type: "string", format: "house-style" },
  Step: { type: "integer", minimum: 7, maximum: 100, multipleOf: 7 },
  Share: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  Tags: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, uniqueItems: true, minItems: 2 },
  Either: { oneOf: [{ type: "integer" }, { type: "number", minimum: 1000 }] },
  Both: {
    allOf: [
      { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
      { type: "object", required: ["name"], properties: { name: text } },
    ],
  },
  Labels: { type: "object", additionalProperties: text, minProperties: 1 },
  Keyed: {
    type: "object",
    required: ["a-1"],
    properties: { "a-1": { type: "integer" } },
    propertyNames: { pattern: "^[a-z]-\\d$" },
  },
  Mixed: { type: ["string", "integer", "null"], enum: ["x", 1, null] },
  Fixed: { const: { kind: "fixed" } },
  Conditional: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", enum: ["a", "b"] }, size: { type: "integer" } },
    if: { properties: { kind: { const: "a" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["size"] },
  },
  Code: { type: "string", pattern: "^[A-Z]{2}-\\d{3}$" },
  Long: { type: "integer", format: "int64", minimum: -(2 ** 63), maximum: 2 ** 63 },
  Fraction: { type: "integer", minimum: 0.5, exclusiveMaximum: 3.5 },
  Cell: { type: "string", pattern: "\\d", minLength: 2, maxLength: 5 },
  Anything: {},
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "things", components: { schemas } });

const arbitraries = await documentArbitraries(documentOf(schemas));

describe.for(Object.keys(schemas))("%s", (name) => {
  const model = arbitraries.model(name);
  const validate = ajv.compile({ $ref: `things#/components/schemas/${name}` });

  test("values are allowed, and end", () =>
    fc.assert(
      fc.property(model.valid, (value) => {
        expect(validate(value)).toBe(true);
        expect(JSON.stringify(value).length).toBeLessThan(100_000);
      }),
      tries(30, 500),
    ));

  test.runIf(model.nearMisses.length > 0)("near misses are refused", () =>
    fc.assert(
      fc.property(nearMissOf(model), ({ value }) => {
        expect(validate(value)).toBe(false);
      }),
      tries(30, 500),
    ),
  );
});

test("a model that nothing fits is refused, not tried for ever", async () => {
  const nothing = {
    Text: {
      allOf: [
        { type: "string", minLength: 3 },
        { type: "string", maxLength: 2 },
      ],
    },
    Integer: { type: "integer", minimum: 3, maximum: 2 },
    Number: { type: "number", minimum: 3, maximum: 2 },
    Step: { type: "integer", minimum: 1, maximum: 6, multipleOf: 7 },
    List: { type: "array", items: {}, minItems: 3, maxItems: 2 },
    Never: { type: "object", required: ["a"], properties: { a: false } },
    Ahead: { type: "string", pattern: "^(?=.*\\d)[a-z\\d]{3}$" },
  };
  const found = await documentArbitraries(documentOf(nothing));
  for (const name of found.models)
    expect(() => found.model(name)).toThrow(`no value of ${name} can be made up`);
  expect(() => found.model("Nothing")).toThrow("there is no model Nothing");
  expect(() => found.request("x")).toThrow("there is no operation x");
});

test("a request has the parts of its operation: no property that only answers have, and a body in JSON", async () => {
  const body = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer", readOnly: true }, name: text },
    additionalProperties: false,
  };
  const things = documentOf(
    {},
    {
      "/things/{key}": {
        put: {
          operationId: "putThing",
          parameters: [
            { in: "path", name: "key", required: true, schema: text },
            { in: "query", name: "take", schema: { type: "integer", minimum: 1, maximum: 9 } },
            { in: "header", name: "X-Tenant", required: true, schema: { type: "string", minLength: 2 } },
          ],
          requestBody: {
            required: true,
            content: { "text/plain": { schema: text }, "application/json": { schema: body } },
          },
          responses: {},
        },
        get: {
          operationId: "getThing",
          parameters: [{ in: "path", name: "key", required: true, schema: text }],
          responses: {},
        },
      },
    },
  );
  const found = await documentArbitraries(things);
  expect(found.operations.toSorted()).toEqual(["getThing", "putThing"]);
  const { path, query, headers, body: sent, mediaType } = found.request("putThing");
  expect(mediaType).toBe("application/json");
  fc.assert(
    fc.property(path.valid, query.valid, headers.valid, sent.valid, (inPath, inQuery, inHeaders, value) => {
      expect(inPath["key"]).toMatch(/^[^/]+$/);
      expect(Number(inQuery["take"] ?? 1)).toBeGreaterThan(0);
      expect(String(inHeaders["X-Tenant"]).length).toBeGreaterThan(1);
      expect(Object.keys(value as object)).toEqual(["name"]);
    }),
    tries(20, 200),
  );
  expect(found.request("getThing").mediaType).toBeUndefined();
});

test("every operation of a shop has a request", async () => {
  const shop = await documentArbitraries(readDocumentText("shop.json", JSON.stringify(shopDocument)));
  for (const id of shop.operations) {
    const { path, query, body } = shop.request(id);
    expect(fc.sample(fc.tuple(path.valid, query.valid, body.valid), { numRuns: 3, seed: 1 })).toHaveLength(3);
  }
});

/** Models of which each holds several lists of the next one. */
const levels = (deep: number, wide: number): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Array.from({ length: deep + 1 }, (_, level) => [
      `L${level}`,
      {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: level === deep ? 1 : wide }, (_none, at) => [
            `p${at}`,
            level === deep
              ? { type: "integer" }
              : { type: "array", items: { $ref: `#/components/schemas/L${level + 1}` } },
          ]),
        ),
      },
    ]),
  );

test("models that hold lists of models that hold lists take no time that grows with every level", async () => {
  const { model } = await documentArbitraries(documentOf(levels(6, 8)));
  const { valid, nearMisses } = model("L0");
  expect(fc.sample(valid, 1)).toHaveLength(1);
  expect(nearMisses.length).toBeLessThanOrEqual(500);
}, 30_000);

test.each([
  [
    "a set of more values than there are",
    { type: "array", uniqueItems: true, minItems: 5, items: { type: "boolean" } },
  ],
  ["a text of half a gigabyte", { type: "string", minLength: 500_000_000 }],
  ["a list of a million", { type: "array", minItems: 1_000_000, items: text }],
])(
  "%s cannot be made up, which is said",
  async (_, schema) => {
    const { model } = await documentArbitraries(documentOf({ Never: schema }));
    expect(() => model("Never")).toThrow("no value of Never can be made up");
  },
  30_000,
);
