import { type Json, withOperation, withRequest, withResponse } from "./documents.ts";

type Place = (schema: unknown) => unknown;

const object = { type: "object" };

/** Schemas in schemas: each puts one where it matters. */
export const inSchemas: Readonly<Record<string, Place>> = {
  itself: (schema) => schema,
  "a property": (schema) => ({ ...object, properties: { a: schema } }),
  "a property called constructor": (schema) => ({ ...object, properties: { constructor: schema } }),
  "all other properties": (schema) => ({ ...object, additionalProperties: schema }),
  "properties by a pattern": (schema) => ({ ...object, patternProperties: { "^l": schema } }),
  "names of properties": (schema) => ({ ...object, propertyNames: schema }),
  "unevaluated properties": (schema) => ({ ...object, unevaluatedProperties: schema }),
  "a dependent schema": (schema) => ({ ...object, dependentSchemas: { a: { properties: { b: schema } } } }),
  items: (schema) => ({ type: "array", items: schema }),
  "a position": (schema) => ({ type: "array", prefixItems: [{ type: "null" }, schema] }),
  "contained items": (schema) => ({ type: "array", contains: schema }),
  "unevaluated items": (schema) => ({ type: "array", prefixItems: [{}], unevaluatedItems: schema }),
  "a part of allOf": (schema) => ({ allOf: [{ title: "A" }, schema] }),
  "a part of allOf in allOf": (schema) => ({ allOf: [{ allOf: [schema] }, { description: "more" }] }),
  "one of two parts with anyOf": (schema) => ({
    allOf: [
      { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { anyOf: [{ ...object, properties: { a: schema } }, { required: ["d"] }] },
    ],
  }),
  "an alternative of anyOf": (schema) => ({ anyOf: [schema, { ...object, required: ["other"] }] }),
  "an alternative of oneOf": (schema) => ({ oneOf: [{ ...object, required: ["other"] }, schema] }),
  "an alternative beside properties": (schema) => ({
    ...object,
    properties: { kind: { type: "string" } },
    oneOf: [{ properties: { a: schema } }, { required: ["other"] }],
  }),
  "anyOf beside oneOf": (schema) => ({
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
    anyOf: [{ properties: { c: schema } }, { required: ["d"] }],
  }),
  "an alternative to null": (schema) => ({ anyOf: [schema, { type: "null" }] }),
  "a negation": (schema) => ({ not: schema }),
  "a condition": (schema) => ({ if: { properties: { a: schema } }, else: { required: ["b"] } }),
  "what follows from a condition": (schema) =>
    JSON.parse(`{"if":{"required":["a"]},"then":{"properties":{"a":${JSON.stringify(schema)}}}}`) as Json, // as written
  "what follows otherwise": (schema) => ({ if: { required: ["a"] }, else: { properties: { a: schema } } }),
  "a text's content": (schema) => ({
    type: "string",
    contentMediaType: "application/json",
    contentSchema: schema,
  }),
};

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const operation = { responses: { "200": { description: "done" } } };
const answer = (rest: Json): Json => ({ responses: { "200": { description: "done", ...rest } } });
const body = (schema: unknown): Json => ({ content: { "application/json": { schema } } });
const parameter = (where: string, rest: Json): Json =>
  withOperation({
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" } },
      { name: "p", in: where, ...rest },
    ],
  });
const webhook = (rest: Json): Json => ({
  openapi: "3.1.0",
  webhooks: { made: { post: { ...operation, ...rest } } },
});
const callback = (rest: Json): Json =>
  withOperation({ callbacks: { done: { "{$request.body#/url}": { post: { ...operation, ...rest } } } } });
const models = (schemas: Json): Json => ({ components: { schemas } });

/** Documents with a schema: each puts one where it travels. */
export const inDocuments: Readonly<Record<string, (schema: unknown) => Json>> = {
  "a request": (schema) => withRequest(schema),
  "a response": (schema) => withResponse(schema),
  "a response of 2XX": (schema) =>
    withOperation({ responses: { "2xx": { description: "", ...body(schema) } } }),
  "a response by default": (schema) =>
    withOperation({ responses: { default: { description: "", ...body(schema) } } }),
  "a response of the components": (schema) =>
    withOperation(
      { responses: { "200": { $ref: "#/components/responses/A" } } },
      { components: { responses: { A: { description: "", ...body(schema) } } } },
    ),
  "a form's part": (schema) =>
    withOperation({
      requestBody: {
        content: { "multipart/form-data": { schema: { type: "object", properties: { a: schema } } } },
      },
    }),
  "an item of a sequence": (schema) => ({
    ...withOperation(answer({ content: { "application/jsonl": { itemSchema: schema } } })),
    openapi: "3.2.0",
  }),
  "a header": (schema) => withOperation(answer({ headers: { "X-A": { schema } } })),
  "a header by its content": (schema) => withOperation(answer({ headers: { "X-A": body(schema) } })),
  "a header of a part": (schema) =>
    withOperation({
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: { type: "object", properties: { a: {} } },
            encoding: { a: { headers: { "X-A": { schema } } } },
          },
        },
      },
    }),
  "a query parameter": (schema) => parameter("query", { schema }),
  "a header parameter": (schema) => parameter("header", { schema }),
  "a cookie": (schema) => parameter("cookie", { schema }),
  "a parameter by its content": (schema) => parameter("query", body(schema)),
  "a path parameter": (schema) =>
    withOperation({ parameters: [{ name: "id", in: "path", required: true, schema }] }),
  "a parameter of the path item": (schema) => ({
    openapi: "3.1.0",
    paths: { "/a": { parameters: [{ name: "p", in: "query", schema }], get: operation } },
  }),
  "a webhook's body": (schema) => webhook({ requestBody: body(schema) }),
  "a webhook's answer": (schema) => webhook(answer(body(schema))),
  "a webhook's header": (schema) => webhook({ parameters: [{ name: "X-A", in: "header", schema }] }),
  "a callback's body": (schema) => callback({ requestBody: body(schema) }),
  "a callback's answer": (schema) => callback(answer(body(schema))),
  "a query operation": (schema) => ({
    openapi: "3.2.0",
    paths: { "/a": { query: { ...operation, requestBody: body(schema) } } },
  }),
  "an additional operation": (schema) => ({
    openapi: "3.2.0",
    paths: { "/a": { additionalOperations: { COPY: { ...operation, requestBody: body(schema) } } } },
  }),
  "a path item of the components": (schema) => ({
    openapi: "3.1.0",
    paths: { "/a": { $ref: "#/components/pathItems/A" } },
    components: { pathItems: { A: { get: { ...operation, requestBody: body(schema) } } } },
  }),
  "a model": (schema) => withResponse(ref("A"), models({ A: schema })),
  "a model of a model": (schema) =>
    withRequest(ref("A"), models({ A: { properties: { b: ref("B") } }, B: { items: ref("C") }, C: schema })),
  "a model with a reference to itself": (schema) =>
    withResponse(ref("A"), models({ A: { properties: { self: ref("A"), b: schema } } })),
  "a model with a slash in its name": (schema) =>
    withResponse({ $ref: "#/components/schemas/a~1b%20c" }, models({ "a/b c": schema })),
  "a model of a discriminator's mapping": (schema) =>
    withResponse(
      {
        type: "object",
        discriminator: { propertyName: "kind", mapping: { a: "A" } },
        oneOf: [ref("A"), ref("B")],
      },
      models({ A: { ...object, properties: { a: schema } }, B: { ...object, required: ["b"] } }),
    ),
  "a model that builds upon one with a discriminator": (schema) =>
    withResponse(
      ref("Base"),
      models({
        Base: {
          ...object,
          discriminator: { propertyName: "kind" },
          properties: { kind: { type: "string" } },
        },
        A: { allOf: [ref("Base"), { properties: { a: schema } }] },
      }),
    ),
  "a model that nobody uses": (schema) => withOperation({}, models({ A: schema })),
  "a schema that another one refers to": (schema) =>
    withOperation({
      requestBody: body(schema),
      responses: {
        "200": {
          description: "",
          ...body({
            properties: {
              a: { $ref: "#/paths/~1things~1{id}/put/requestBody/content/application~1json/schema" },
            },
          }),
        },
      },
    }),
};
