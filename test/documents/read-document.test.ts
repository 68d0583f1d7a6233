import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import type { ApiDocument } from "../../src/documents/document.ts";
import { readDocument, readDocumentText } from "../../src/documents/read-document.ts";

type Json = Readonly<Record<string, unknown>>;

const read = (document: Json): ApiDocument =>
  readDocumentText(
    "a.json",
    JSON.stringify(
      { ...(document["swagger"] === undefined && { openapi: "3.1.0" }), ...document },
      undefined,
      1,
    ),
  );

const schemaOf = (schema: unknown, openapi = "3.1.0"): unknown =>
  read({ openapi, components: { schemas: { A: schema, B: {} } } }).models.get("A")?.schema;

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

const { signal } = new AbortController();

const messageOf = async (reading: () => unknown): Promise<string> => {
  try {
    await reading();
  } catch (error) {
    if (error instanceof UsageError) return error.line;
    throw error;
  }
  return "read";
};

describe("one dialect of schemas", () => {
  test.each([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      { nullable: true, allOf: [{}], title: "t" },
      { title: "t", anyOf: [{ allOf: [{}] }, { type: "null" }] },
    ],
    [{ nullable: true }, {}],
    [{ nullable: false, type: "string" }, { type: "string" }],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    [{ maximum: 2, exclusiveMaximum: false }, { maximum: 2 }],
    [
      { $ref: "#/components/schemas/B", maxLength: 3, description: "ignored" },
      { $ref: "#/components/schemas/B" },
    ],
    [
      { properties: { $ref: { type: "file" } } },
      { properties: { $ref: { type: "string", format: "binary" } } },
    ],
    // A list of schemas has no meaning there.
    [{ type: "array", items: [{ type: "string" }, { type: "array" }] }, { type: "array" }],
  ])("3.0: %j is %j", (old, now) => {
    expect(schemaOf(old, "3.0.3")).toEqual(now);
  });

  test.each([
    [
      { $ref: "#/components/schemas/B", maxLength: 3 },
      { $ref: "#/components/schemas/B", maxLength: 3 },
    ],
    [
      { items: [{}, true], additionalItems: false },
      { prefixItems: [{}, true], items: false },
    ],
    [{ exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
  ])("3.1: %j is %j", (old, now) => {
    expect(schemaOf(old)).toEqual(now);
  });

  test("names that every object has are names like any other", () => {
    const text = `{"openapi":"3.1.0","components":{"schemas":{"__proto__":{"type":"string"},"A":{"properties":{"constructor":{},"__proto__":{"$ref":"#/components/schemas/__proto__"}}}}}}`;
    const { models } = readDocumentText("a.json", text);
    expect([...models.keys()]).toEqual(["__proto__", "A"]);
    expect(JSON.stringify(models.get("A")?.schema)).toBe(
      '{"properties":{"constructor":{},"__proto__":{"$ref":"#/components/schemas/__proto__"}}}',
    );
  });

  test("a reference to any place becomes a model, and a recursion stays one", () => {
    const { models } = read({
      paths: {
        "/a": {
          get: {
            responses: {
              200: {
                description: "",
                content: {
                  "application/json": {
                    schema: {
                      properties: {
                        self: {
                          $ref: "#/paths/~1a/get/responses/200/content/application~1json/schema",
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
    const [[name, model] = ["", undefined]] = models;
    expect(model).toMatchObject({
      isNamed: false,
      schema: { properties: { self: { $ref: `#/components/schemas/${name}` } } },
    });
  });

  test("a reference that nothing ends says nothing, and is noted", () => {
    const { models, notes, location } = read({
      components: {
        schemas: {
          Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }] },
          Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: "object" }] },
        },
      },
    });
    expect(models.get("Cat")?.schema).toEqual({ allOf: [{}, { type: "object" }] });
    expect(notes.map(({ message, at }) => `${location(at)} ${message}`)).toEqual([
      "a.json:15:7 reference #/components/schemas/Pet is a cycle",
    ]);
  });
});

describe("operations", () => {
  const inherited = {
    servers: [{ url: "https://a.example.org" }],
    security: [{ key: [] }],
    paths: {
      "/a/{id}": {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "q", in: "query", schema: { type: "integer" } },
        ],
        get: {
          parameters: [
            { name: "q", in: "query", schema: { type: "string" } },
            { name: "X-A", in: "header" },
            { name: "Accept", in: "header" },
          ],
          responses: {
            "2xx": { description: "", headers: { "X-B": {} }, content: { "Text/Plain; Charset=UTF-8": {} } },
            default: { description: "" },
          },
        },
      },
    },
  };

  test("inherit, override and have their defaults", () => {
    const [operation] = read(inherited).operations;
    expect(operation).toMatchObject({
      id: "get_a_id",
      statedId: undefined,
      method: "GET",
      path: "/a/{id}",
      servers: [{ url: "https://a.example.org" }],
      security: [{ schemes: [{ name: "key", scopes: [] }] }],
      responses: [
        {
          status: "2XX",
          headers: [{ name: "x-b", style: "simple", explode: false }],
          content: [{ mediaType: "text/plain;charset=utf-8" }],
        },
        { status: "default" },
      ],
    });
    expect(
      operation?.parameters.map(({ name, in: where, style, explode }) => [name, where, style, explode]),
    ).toEqual([
      ["id", "path", "simple", false],
      ["q", "query", "form", true],
      ["x-a", "header", "simple", false],
    ]);
    expect(operation?.parameters[1]?.schema).toEqual({ type: "string" });
  });

  test("are found in webhooks, callbacks, additional methods and references to path items", () => {
    const responses = { 200: { description: "" } };
    const { operations, webhooks } = read({
      openapi: "3.2.0",
      paths: {
        "/a": {
          query: { responses, callbacks: { done: { "{$request.body#/url}": { post: { responses } } } } },
          additionalOperations: { COPY: { responses } },
        },
        "/b": { $ref: "#/components/pathItems/B" },
        "x-c": 1,
      },
      webhooks: { made: { post: { responses } } },
      components: { pathItems: { B: { get: { operationId: "getB", responses } } } },
    });
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "QUERY /a",
      "COPY /a",
      "GET /b",
    ]);
    expect(operations[0]?.callbacks).toMatchObject([
      { name: "done", expression: "{$request.body#/url}", operations: [{ method: "POST" }] },
    ]);
    expect(webhooks).toMatchObject([{ method: "POST", path: "made" }]);
    expect(operations[2]?.at).toEqual({ file: "a.json", pointer: "/components/pathItems/B/get" });
  });

  test("have ids of their own, and parameters that fit their path", () => {
    const operation = { operationId: "get", responses: {} };
    const { operations, notes } = read({
      paths: {
        "/a": { get: operation, post: operation },
        "/b/{id}": { get: { parameters: [{ name: "other", in: "path" }] } },
      },
    });
    expect(operations.map(({ id }) => id)).toEqual(["get", "get_2", "get_b_id"]);
    expect(operations[2]?.parameters).toMatchObject([{ name: "id", in: "path", required: true }]);
    expect(notes.map(({ message }) => message)).toEqual([
      "path parameter id is not described",
      "path parameter other is not in /b/{id}",
      "operationId get is used twice",
    ]);
  });

  test("have no example that stands in another file", () => {
    const elsewhere = { $ref: "examples/a.json" };
    const content = {
      "a/a": { example: elsewhere },
      "a/b": { example: { ...elsewhere, a: 1 } },
      "a/c": { examples: { one: { value: elsewhere }, two: { value: 2 } } },
    };
    const [operation] = read({
      paths: { "/a": { post: { requestBody: { content }, responses: {} } } },
    }).operations;
    expect(operation?.requestBody?.content.map(({ examples }) => examples.map(({ value }) => value))).toEqual(
      [[], [{ ...elsewhere, a: 1 }], [2]],
    );
  });

  test("of Swagger 2.0 have bodies, forms and servers like all others", () => {
    const document = read({
      swagger: "2.0",
      host: "a.example.org",
      basePath: "/v1",
      schemes: ["https"],
      consumes: ["application/json"],
      produces: ["application/json"],
      securityDefinitions: {
        user: { type: "basic" },
        oauth: { type: "oauth2", flow: "application", tokenUrl: "/t", scopes: { read: "" } },
      },
      definitions: { Pet: { type: "object", discriminator: "kind" } },
      paths: {
        "/pets": {
          post: {
            parameters: [
              { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
              { name: "tags", in: "query", type: "array", items: { type: "string" } },
            ],
            responses: { 200: { description: "", schema: { $ref: "#/definitions/Pet" } } },
          },
          put: {
            consumes: ["multipart/form-data"],
            parameters: [{ name: "photo", in: "formData", type: "file", required: true }],
            responses: { default: { description: "" } },
          },
        },
      },
    });
    const pet = { $ref: "#/components/schemas/Pet" };
    expect(document.operations).toMatchObject([
      {
        parameters: [
          {
            name: "tags",
            style: "form",
            explode: false,
            schema: { type: "array", items: { type: "string" } },
          },
        ],
        requestBody: { required: true, content: [{ mediaType: "application/json", schema: pet }] },
        responses: [{ status: "200", content: [{ mediaType: "application/json", schema: pet }] }],
      },
      {
        requestBody: {
          content: [
            {
              mediaType: "multipart/form-data",
              schema: { properties: { photo: { type: "string", format: "binary" } }, required: ["photo"] },
            },
          ],
        },
      },
    ]);
    expect(document.servers).toMatchObject([{ url: "https://a.example.org/v1" }]);
    expect(document.models.get("Pet")?.schema).toMatchObject({ discriminator: { propertyName: "kind" } });
    expect(document.securitySchemes.get("user")).toMatchObject({ type: "http", scheme: "basic" });
    expect([...(document.securitySchemes.get("oauth")?.flows ?? [])]).toMatchObject([
      ["clientCredentials", { scopes: ["read"] }],
    ]);
  });
});

describe("several files", () => {
  const main = (reference: string): string =>
    `openapi: 3.1.0\ncomponents:\n  schemas:\n    A:\n      $ref: ${JSON.stringify(reference)}\n`;

  test("are read from the document's folder, each relative to itself", async () => {
    const cwd = folderWith({
      "api/main.yaml": main("parts/pets.json#/Pet"),
      "api/parts/pets.json": JSON.stringify({ Pet: { items: { $ref: "../tag.yaml" } } }),
      "api/tag.yaml": "type: string\n",
    });
    const { models, location, placeOf } = await readDocument("api/main.yaml", { cwd, signal });
    expect([...models.values()].map(({ name, schema }) => [name, schema])).toEqual([
      ["A", { $ref: "#/components/schemas/Pet" }],
      ["Pet", { items: { $ref: "#/components/schemas/tag" } }],
      ["tag", { type: "string" }],
    ]);
    const place = placeOf(models.get("Pet")?.schema ?? true);
    expect(place && location(place)).toBe("api/parts/pets.json:1:2");
  });

  test.each([
    ["../secret.yaml", "points outside the document's folder"],
    ["/etc/passwd", "points outside the document's folder"],
    ["https://example.org/a.yaml", "points outside the document"],
    ["//example.org/a.yaml", "points outside the document"],
    ["file:///etc/passwd", "points outside the document"],
    ["link.yaml", "points outside the document's folder"],
    ["none.yaml", "file not found"],
    ["#/components/schemas/Aa", "points to nothing (did you mean A?)"],
    ["#/components/schemas/A", "is a cycle"],
  ])("%s is refused with its place, or said", async (reference, message) => {
    const cwd = folderWith({ "api/main.yaml": main(reference), "secret.yaml": "type: string\n" });
    symlinkSync(join(cwd, "secret.yaml"), join(cwd, "api/link.yaml"));
    const line = await messageOf(async () => {
      const { notes } = await readDocument("api/main.yaml", { cwd, signal });
      throw new UsageError(notes.map((note) => note.message).join(), { location: "api/main.yaml:5:7" });
    });
    expect(line).toMatch(/^api\/main\.yaml:5:7/);
    expect(line).toContain(message);
  });

  test("a text in hand refers to nothing outside, unless it is given", async () => {
    expect(await messageOf(() => readDocumentText("main.yaml", main("a.yaml")))).toMatch(
      /^main\.yaml:5:7: reference a\.yaml points outside the document, to a file that was not read/,
    );
    expect(
      readDocumentText("main.yaml", main("a.yaml"), { "a.yaml": "type: string" }).models.get("a")?.schema,
    ).toEqual({ type: "string" });
  });
});

describe("what is no document", () => {
  test.each([
    ["{}", "a.json:1:1: is not an OpenAPI document"],
    ['{\n "openapi": "4.0"}', "a.json:2:2: OpenAPI 4.0 is not read"],
    ['{"swagger":"1.2"}', "a.json:1:2: Swagger 1.2 is not read"],
    ['{"openapi":"3.1.0","openapi":"3.1.0"}', "a.json:1:20: not valid JSON: the key openapi is there twice"],
    ['{"openapi":"3.1.0",\n}', "a.json:2:1: not valid JSON: expected a key in double quotes"],
    ['{"openapi":"3.1.0"', "a.json:1:19: not valid JSON: expected a comma or } here"],
    ['{"openapi":tru}', "a.json:1:12: not valid JSON: no JSON value begins here"],
    ['{"openapi":"3.1.0","paths":{"/a":[]}}', "a.json:1:29: a path item must be an object"],
  ])("%s", async (text, message) => {
    expect(await messageOf(() => readDocumentText("a.json", text))).toContain(message);
  });
});
