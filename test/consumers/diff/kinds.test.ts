import { describe, expect, test } from "vitest";
import { changeKinds } from "../../../src/consumers/diff/kinds.ts";
import {
  bodyOf,
  type Json,
  kindsBetween,
  oppositeOf,
  withOperation,
  withRequest,
  withResponse,
} from "./documents.ts";

const with1 = (name: string): Json => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
});

const conditional = (consequence: Json): Json =>
  JSON.parse(`{"if":{"minLength":1},"then":${JSON.stringify(consequence)}}`) as Json; // as written above

/** From the first schema to the second there is one change, of this kind; back there is its opposite. */
const schemaExamples: readonly (readonly [kind: string, old: unknown, now: unknown])[] = [
  ["type-widened", { type: "integer" }, { type: "number" }],
  ["type-widened", { type: "string" }, { type: ["string", "integer"] }],
  ["type-widened", { type: "string" }, {}],
  ["type-changed", { type: "string" }, { type: "integer" }],
  ["null-allowed", { type: "string" }, { type: ["string", "null"] }],
  ["null-allowed", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "string" }, { type: "null" }] }],
  [
    "property-became-optional",
    { properties: { a: { type: "string" } }, required: ["a"] },
    { properties: { a: { type: "string" } } },
  ],
  ["property-added", { properties: {} }, { properties: { a: { type: "string" } } }],
  ["required-property-added", { properties: {} }, { properties: { a: {} }, required: ["a"] }],
  ["enum-value-added", { enum: ["a"] }, { enum: ["a", "b"] }],
  ["enum-lifted", { type: "string", enum: ["a"] }, { type: "string" }],
  ["objects-opened", { additionalProperties: false }, { additionalProperties: true }],
  ["type-widened", { type: "string" }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
  ["alternative-added", { oneOf: [with1("a")] }, { oneOf: [with1("a"), with1("b")] }],
  ["alternative-added", with1("a"), { anyOf: [with1("a"), with1("b")] }],
  [
    "discriminator-changed",
    { oneOf: [with1("a"), with1("b")], discriminator: { propertyName: "a" } },
    { oneOf: [with1("a"), with1("b")], discriminator: { propertyName: "b" } },
  ],
  ["property-renamed", { properties: { a: { type: "string" } } }, { properties: { b: { type: "string" } } }],
  ["required-property-renamed", with1("a"), with1("b")],
  ["repeated-items-allowed", { uniqueItems: true }, {}],
  ["minimum-loosened", { minimum: 1 }, { minimum: 0 }],
  ["maximum-loosened", { maximum: 1 }, { maximum: 2 }],
  ["exclusive-minimum-loosened", { exclusiveMinimum: 1 }, { exclusiveMinimum: 0 }],
  ["exclusive-maximum-loosened", { exclusiveMaximum: 1 }, {}],
  ["min-length-loosened", { minLength: 1 }, {}],
  ["max-length-loosened", { maxLength: 10 }, { maxLength: 20 }],
  ["min-items-loosened", { minItems: 2 }, { minItems: 1 }],
  ["max-items-loosened", { maxItems: 2 }, { maxItems: 3 }],
  ["min-properties-loosened", { minProperties: 1 }, {}],
  ["max-properties-loosened", { maxProperties: 1 }, {}],
  ["format-lifted", { format: "date" }, {}],
  ["format-changed", { format: "date" }, { format: "date-time" }],
  ["pattern-lifted", { pattern: "a" }, {}],
  ["pattern-changed", { pattern: "a" }, { pattern: "b" }],
  ["multiple-of-lifted", { multipleOf: 2 }, {}],
  ["multiple-of-changed", { multipleOf: 2 }, { multipleOf: 3 }],
  ["constant-lifted", { const: 1 }, {}],
  ["constant-changed", { const: 1 }, { const: 2 }],
  ["constraint-changed", { contentEncoding: "base64" }, {}],
  ["constraint-changed", { not: { minLength: 1 } }, { not: { minLength: 2 } }],
  ["constraint-changed", { anyOf: [with1("a"), with1("b")] }, { oneOf: [with1("a"), with1("b")] }],
  ["constraint-lifted", { not: { minLength: 1 } }, {}],
  ["constraint-lifted", { contains: { type: "string" } }, {}],
  ["constraint-lifted", { dependentRequired: { a: ["b"] } }, {}],
  ["constraint-lifted", conditional({ pattern: "a" }), {}],
  ["pattern-lifted", { propertyNames: { pattern: "a" } }, {}],
  ["pattern-lifted", conditional({ pattern: "a" }), { if: { minLength: 1 } }],
  ["default-changed", { default: 1 }, { default: 2 }],
  ["deprecated", {}, { deprecated: true }],
  ["read-only", {}, { readOnly: true }],
  ["write-only", {}, { writeOnly: true }],
];

const parameter = (rest: Json): Json => ({
  parameters: [
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "Take", in: "query", schema: { type: "integer" }, ...rest },
  ],
});

const response = (rest: Json): Json => ({ responses: { "200": { description: "done", ...rest } } });

const header = (rest: Json): Json =>
  response({ headers: { "X-A": { schema: { type: "string" }, ...rest } } });

const both: Json = { description: "done" };

const withWebhook = (operation: Json = {}): Json => ({
  openapi: "3.1.0",
  webhooks: { made: { post: { responses: { "200": both }, ...operation } } },
});

const callback = (operation: Json): Json =>
  withOperation({
    callbacks: { done: { "{$request.body#/url}": { post: { responses: {}, ...operation } } } },
  });

const grants = (scopes: Json, url = "https://a.example.org/"): Json => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: url, scopes } },
});

const moved: Json = {
  openapi: "3.1.0",
  paths: { "/items/{id}": Object.values(withOperation()["paths"] as Json)[0] },
};

const secured = (security: unknown, scheme: unknown = grants({ read: "", write: "" })): Json =>
  withOperation(
    { security },
    { components: { securitySchemes: { a: scheme, b: { type: "http", scheme: "bearer" } } } },
  );

const serverAt = (values: readonly string[]): Json =>
  withOperation(
    {},
    { servers: [{ url: "https://{at}.example.org", variables: { at: { default: "a", enum: values } } }] },
  );

const parts = (encoding: Json): Json => ({
  content: {
    "multipart/form-data": { schema: { properties: { a: { type: "string" } } }, encoding: { a: encoding } },
  },
});

const mapped = (mapping: Json): Json =>
  withResponse(
    {
      oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
      discriminator: { propertyName: "kind", mapping },
    },
    { components: { schemas: { A: with1("a"), B: with1("b") } } },
  );

const link = (links: Json): Json => response({ links });

/** The same of what is no schema. */
const documentExamples: readonly (readonly [kind: string, old: Json, now: Json])[] = [
  ["operation-added", { openapi: "3.1.0", paths: {} }, withOperation()],
  ["operation-renamed", withOperation(), withOperation({ operationId: "replaceThing" })],
  ["operation-deprecated", withOperation(), withOperation({ deprecated: true })],
  ["operation-effect-changed", withOperation(), withOperation({ "x-effect": "read" })],
  [
    "security-added",
    withOperation({ security: [{ a: [] }] }),
    withOperation({ security: [{ a: [] }, { b: [] }] }),
  ],
  ["security-imposed", withOperation(), withOperation({ security: [{ a: [] }] })],
  ["parameter-added", withOperation(), withOperation(parameter({}))],
  ["required-parameter-added", withOperation(), withOperation(parameter({ required: true }))],
  ["parameter-became-required", withOperation(parameter({})), withOperation(parameter({ required: true }))],
  [
    "parameter-serialization-changed",
    withOperation(parameter({})),
    withOperation(parameter({ explode: false })),
  ],
  ["parameter-deprecated", withOperation(parameter({})), withOperation(parameter({ deprecated: true }))],
  ["request-body-added", withOperation(), withOperation({ requestBody: bodyOf({}) })],
  [
    "required-request-body-added",
    withOperation(),
    withOperation({ requestBody: { ...bodyOf({}), required: true } }),
  ],
  [
    "request-body-became-required",
    withOperation({ requestBody: bodyOf({}) }),
    withOperation({ requestBody: { ...bodyOf({}), required: true } }),
  ],
  [
    "request-media-type-added",
    withOperation({ requestBody: { content: { "text/plain": {} } } }),
    withOperation({ requestBody: { content: { "text/plain": {}, "text/csv": {} } } }),
  ],
  [
    "response-media-type-added",
    withOperation(response({ content: { "text/plain": {} } })),
    withOperation(response({ content: { "text/plain": {}, "text/csv": {} } })),
  ],
  ...(["request", "response"] as const).flatMap((direction): [string, Json, Json][] => {
    const inCharset = (charset: string): Json => {
      const body = { content: { [`text/plain${charset}`]: {} } };
      return withOperation(direction === "request" ? { requestBody: body } : response(body));
    };
    return [
      [`${direction}-charset-imposed`, inCharset(""), inCharset("; charset=utf-8")],
      [`${direction}-charset-changed`, inCharset(";charset=latin1"), inCharset(";charset=utf-8")],
    ];
  }),
  ["response-body-added", withOperation(), withOperation(response(bodyOf({})))],
  ["success-status-added", withOperation(), withOperation({ responses: { "200": both, "204": both } })],
  ["error-status-added", withOperation(), withOperation({ responses: { "200": both, "404": both } })],
  ["success-status-added", withOperation(), withOperation({ responses: { "2XX": both } })],
  ["response-header-added", withOperation(), withOperation(header({}))],
  ["response-header-became-required", withOperation(header({})), withOperation(header({ required: true }))],
  ["response-header-deprecated", withOperation(header({})), withOperation(header({ deprecated: true }))],
  [
    "response-header-serialization-changed",
    withOperation(header({})),
    withOperation(header({ explode: true })),
  ],
  [
    "response-header-renamed",
    withOperation(header({})),
    withOperation(response({ headers: { "X-B": { schema: { type: "string" } } } })),
  ],
  ["parameter-renamed", withOperation(parameter({})), withOperation(parameter({ name: "Top" }))],
  ["operation-moved", withOperation(), moved],
  ["webhook-added", { openapi: "3.1.0" }, withWebhook()],
  [
    "webhook-moved",
    withWebhook({ operationId: "tell" }),
    { openapi: "3.1.0", webhooks: { built: { post: { operationId: "tell", responses: { "200": both } } } } },
  ],
  ["webhook-status-added", withWebhook(), withWebhook({ responses: { "200": both, "202": both } })],
  ["response-header-added", withWebhook(), withWebhook({ parameters: [{ name: "X-A", in: "header" }] })],
  ["request-body-added", withWebhook(), withWebhook({ responses: { "200": { ...both, ...bodyOf({}) } } })],
  [
    "response-body-became-required",
    withWebhook({ requestBody: bodyOf({}) }),
    withWebhook({ requestBody: { ...bodyOf({}), required: true } }),
  ],
  ["callback-added", withOperation(), callback({})],
  [
    "response-type-changed",
    callback({ requestBody: bodyOf({ type: "string" }) }),
    callback({ requestBody: bodyOf({ type: "integer" }) }),
  ],
  ["security-scope-added", secured([{ a: ["read"] }]), secured([{ a: ["read", "write"] }])],
  [
    "security-scheme-changed",
    secured([{ a: ["read"] }]),
    secured([{ a: ["read"] }], grants({ read: "", write: "" }, "https://b.example.org/")),
  ],
  ["offered-scope-added", secured([], grants({})), secured([], grants({ read: "" }))],
  ["link-added", withOperation(), withOperation(link({ next: { operationId: "putThing" } }))],
  [
    "link-changed",
    withOperation(link({ next: { operationId: "putThing", parameters: { id: 1 } } })),
    withOperation(link({ next: { operationId: "putThing", parameters: { id: 2 } } })),
  ],
  ["response-discriminator-changed", mapped({ a: "A", b: "B" }), mapped({ a: "A", c: "B" })],
  ["server-variable-changed", serverAt(["a"]), serverAt(["a", "b"])],
  [
    "request-encoding-changed",
    withOperation({ requestBody: parts({}) }),
    withOperation({ requestBody: parts({ contentType: "text/csv" }) }),
  ],
  [
    "response-encoding-changed",
    withOperation(response(parts({}))),
    withOperation(response(parts({ contentType: "text/csv" }))),
  ],
  ["model-added", withOperation(), withOperation({}, { components: { schemas: { A: {} } } })],
  ["server-added", withOperation(), withOperation({}, { servers: [{ url: "https://a.example.org" }] })],
  ["fact-attached", withOperation(), withOperation({ "x-facts": ["DON-03"] })],
  ["question-opened", withOperation(), withOperation({ "x-unknown": ["U-01"] })],
];

const examples: readonly (readonly [kind: string, old: Json, now: Json])[] = [
  ...documentExamples,
  ...schemaExamples.flatMap(([kind, old, now]) => [
    [`request-${kind}`, withRequest(old), withRequest(now)] as const,
    [`response-${kind}`, withResponse(old), withResponse(now)] as const,
  ]),
];

describe("kinds of change", () => {
  test.each(examples)("%s is reported, and its opposite the other way round", (kind, old, now) => {
    expect(kindsBetween(old, now)).toEqual([kind]);
    expect(kindsBetween(now, old)).toEqual([oppositeOf(kind)]);
  });

  test("every kind has an example", () => {
    const shown = new Set(examples.flatMap(([kind]) => [kind, oppositeOf(kind)]));
    expect([...changeKinds.keys()].filter((kind) => !shown.has(kind))).toEqual([]);
    expect(changeKinds.size).toBeGreaterThanOrEqual(190);
  });

  test("what breaks nobody one way may break somebody the other way, and only then is it a real change", () => {
    // A wider answer hurts who reads it; a narrower one hurts who gives it.
    expect(changeKinds.get("response-null-allowed")).toMatchObject({
      consumers: "breaking",
      providers: "additive",
    });
    expect(changeKinds.get("request-null-allowed")).toMatchObject({
      consumers: "additive",
      providers: "breaking",
    });
    expect(changeKinds.get("response-null-refused")).toMatchObject({ providers: "breaking" });
  });
});
