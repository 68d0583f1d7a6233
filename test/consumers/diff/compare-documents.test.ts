import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import {
  changesBetween,
  documentOf,
  type Json,
  kindsBetween,
  oppositeOf,
  withOperation,
  withRequest,
  withResponse,
} from "./documents.ts";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const models = (schemas: Json): Json => ({ components: { schemas } });

describe("comparing documents", () => {
  test("a document is equal to itself", () => {
    for (const name of ["crm", "donation", "volunteer"]) {
      const path = `specs/${name}.yaml`;
      const document = readDocumentText(path, readFileSync(path, "utf8"));
      expect(compareDocuments({ old: document, new: document })).toEqual([]);
    }
  });

  test("a change in a named model is reported once, with every operation that uses it", () => {
    const document = (type: string): Json => ({
      openapi: "3.1.0",
      paths: {
        "/a": { get: { operationId: "getA", responses: withModel("Outer") } },
        "/b": { get: { operationId: "getB", responses: withModel("Inner") } },
        "/c": { get: { operationId: "getC", responses: {} } },
      },
      ...models({
        Outer: { properties: { inner: ref("Inner") } },
        Inner: { properties: { name: { type } } },
      }),
    });
    const withModel = (name: string): Json => ({
      "200": { description: "", content: { "application/json": { schema: ref(name) } } },
    });
    expect(changesBetween(document("string"), document("integer"))).toEqual([
      {
        kind: "response-type-changed",
        consumers: "breaking",
        providers: "breaking",
        pointer: "/components/schemas/Inner/properties/name",
        operations: ["getA", "getB"],
        message: 'type ["string"] → ["integer"]',
        before: ["string"],
        after: ["integer"],
      },
    ]);
  });

  test("a model that holds itself ends", () => {
    const tree = (type: string): Json =>
      models({ Tree: { properties: { value: { type }, children: { items: ref("Tree") } } } });
    expect(
      kindsBetween(withResponse(ref("Tree"), tree("string")), withResponse(ref("Tree"), tree("integer"))),
    ).toEqual(["response-type-changed"]);
  });

  test("writing a model out, or giving it a name, changes nothing that travels", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const named = withResponse(ref("A"), models({ A: schema }));
    expect(kindsBetween(withResponse(schema), named)).toEqual([]);
    const pair = { old: documentOf(withResponse(schema)), new: documentOf(named) };
    expect(compareDocuments(pair, { names: true })).toMatchObject([{ kind: "model-added" }]);
    expect(kindsBetween(withResponse(schema), withResponse({ allOf: [{ type: "object" }, schema] }))).toEqual(
      [],
    );
  });

  test("a path parameter's name is nobody's business, a shared parameter is compared where it is used", () => {
    const other = (parameter: unknown, parameters: Json): Json => ({
      ...withOperation({ parameters: [parameter] }),
      components: { parameters },
    });
    const shared = (type: string): Json =>
      other(
        { $ref: "#/components/parameters/Id" },
        {
          Id: { name: "id", in: "path", required: true, schema: { type } },
        },
      );
    expect(changesBetween(shared("integer"), shared("string"))).toMatchObject([
      { kind: "request-type-changed", operations: ["putThing"] },
    ]);
  });

  test("texts for people are no change", () => {
    expect(
      kindsBetween(
        withRequest({ description: "a", examples: [1] }),
        withRequest({ description: "b", title: "c" }),
      ),
    ).toEqual([]);
  });

  const schema: fc.Arbitrary<Json> = fc.letrec<{ node: Json; leaf: Json }>((tie) => ({
    leaf: fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("string", "integer", "number", "boolean"),
          fc.uniqueArray(fc.constantFrom("string", "integer", "null"), { minLength: 1 }),
        ),
        enum: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
        maxLength: fc.nat(5),
        minimum: fc.nat(5),
        format: fc.constantFrom("date", "uuid"),
        nullable: fc.boolean(),
        deprecated: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    node: fc.oneof(
      { maxDepth: 3 },
      tie("leaf"),
      fc.record(
        {
          properties: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("node"), { noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom("a", "b")),
          additionalProperties: fc.oneof(fc.boolean(), tie("leaf")),
        },
        { requiredKeys: ["properties"] },
      ),
      fc.record({ items: tie("node") }),
      fc.constant(ref("Model")),
    ),
  })).node;

  test("swapping the versions turns every change into its opposite", () => {
    fc.assert(
      fc.property(schema, schema, schema, schema, (before, after, oldModel, newModel) => {
        const leaf = (one: Json): Json =>
          JSON.parse(
            JSON.stringify(one).replaceAll("#/components/schemas/Model", "#/components/schemas/Leaf"),
          ) as Json; // a copy of JSON
        const all = (model: Json): Json => models({ Model: leaf(model), Leaf: { type: "string" } });
        const [old, now] = [withResponse(before, all(oldModel)), withResponse(after, all(newModel))];
        const forth = kindsBetween(old, now).map((kind) => oppositeOf(kind));
        // Changes at one location are one change, and what is at one in a version may be at several in the other.
        expect(new Set(kindsBetween(now, old))).toEqual(new Set(forth));
        expect(kindsBetween(now, now)).toEqual([]);
      }),
      { numRuns: Number(process.env["TRIPACT_FC_RUNS"] ?? 80) },
    );
  });
});
