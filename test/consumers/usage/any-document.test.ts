import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject } from "../../../src/core/model/json-object.ts";
import type { ApiDocument } from "../../../src/documents/document.ts";
import { openApiOf } from "../../../src/documents/open-api-of.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import { analyzeUsage } from "../../../src/consumers/usage/analyze-usage.ts";
import { loadCompiler } from "../../../src/consumers/usage/load-compiler.ts";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { usageOf } from "../../../src/consumers/usage/usage-file.ts";
import { judgeDocuments, worst } from "../../../src/consumers/usage/verdict/judge-documents.ts";
import { printTypes } from "../../../src/generators/artefacts/types.ts";
import { isNightly } from "../../nightly.ts";
import { documentOf, type Json } from "../diff/documents.ts";
import { merged } from "./documents.ts";
import { mutationsOf } from "./mutations.ts";
import { createCompile } from "./oracle.ts";
import { shop, tillWith, typesBy } from "./shop.ts";

const usesIn = (folder: string, document: ApiDocument): readonly Use[] =>
  analyzeUsage(loadCompiler(folder), join(folder, "tsconfig.json"), new Map([["shop", document]]));

const verdictOf = (old: ApiDocument, now: ApiDocument, uses: readonly Use[]) =>
  worst(
    judgeDocuments({ old, new: now }, compareDocuments({ old, new: now }, { names: true }), [
      usageOf("till", uses),
    ]).flatMap(({ consumers }) => consumers.map(({ verdict }) => verdict)),
  );

const patched = (patch: Json): Json => {
  const document = merged(shop, patch);
  if (!isObject(document)) throw new Error("no document");
  return document;
};

/** Of every so many changes one is tried. */
const every = isNightly ? 1 : 23;

describe.each(Object.entries(typesBy))("a consumer with the types of %s", (_, typesOf) => {
  const old = documentOf(shop);

  test("is never called safe where it does not compile, nor concerned by what it does not call", async () => {
    const folder = tillWith(await typesOf(shop));
    const uses = usesIn(folder, old);
    const compile = createCompile(join(folder, "tsconfig.json"));
    const file = join(folder, "src/api.ts");
    expect(compile(file, await typesOf(shop))).toEqual([]);
    const found: string[] = [];
    for (const [index, { name, root }] of [...mutationsOf(shop)].entries()) {
      if (index % every !== 0) continue;
      const [error] = compile(file, await typesOf(root));
      const verdict = verdictOf(old, documentOf(root), uses);
      found.push(`${error === undefined ? "compiles" : "fails"}, ${verdict}`);
      expect([name, error !== undefined && verdict === "safe"]).toEqual([name, false]);
      // It calls /orders, and knows nothing of customers.
      const isOfOthers = /(?:Customer|\/customers|\/orders\/\{id\})/.test(name);
      expect([name, isOfOthers && verdict !== "safe"]).toEqual([name, false]);
    }
    const right = found.filter((one) => one === "compiles, safe" || one === "fails, breaks");
    expect(right.length / found.length).toBeGreaterThan(0.9);
    // Both answers of the compiler occur, or nothing is compared.
    expect(new Set(found).size).toBeGreaterThan(1);
  });
});

describe("what a consumer uses of a document", () => {
  test.each(Object.entries(typesBy))("is listed, with types of %s", async (_, typesOf) => {
    const uses = usesIn(tillWith(await typesOf(shop)), documentOf(shop));
    const named = uses.map(({ how, location }) => `${how} ${location}`);
    expect(named).toEqual(
      expect.arrayContaining([
        "call /paths/~1orders/get",
        "call /paths/~1orders/post",
        "read /components/schemas/Order/properties/total",
        "send /components/schemas/NewOrder/properties/item",
        "send /paths/~1orders/get/parameters/query/limit",
      ]),
    );
    expect(named.filter((one) => /Customer|customers/.test(one))).toEqual([]);
  });

  /** The same interface in Swagger 2.0, whose models and parameters are elsewhere. */
  const swagger = (total: Json): Json => ({
    swagger: "2.0",
    info: { title: "Corner Shop", version: "1" },
    basePath: "/v2",
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          parameters: [{ name: "limit", in: "query", type: "integer" }],
          produces: ["application/json"],
          responses: {
            "200": { description: "", schema: { type: "array", items: { $ref: "#/definitions/Order" } } },
            "404": { $ref: "#/responses/Problem" },
          },
        },
        post: {
          operationId: "placeOrder",
          consumes: ["application/json"],
          produces: ["application/json"],
          parameters: [
            { name: "order", in: "body", required: true, schema: { $ref: "#/definitions/NewOrder" } },
          ],
          responses: { "201": { description: "", schema: { $ref: "#/definitions/Order" } } },
        },
      },
    },
    responses: {
      Problem: {
        description: "",
        schema: {
          type: "object",
          required: ["code"],
          properties: { code: { type: "string" }, hint: { type: "string", "x-nullable": true } },
        },
      },
    },
    definitions: {
      Order: {
        type: "object",
        required: ["id", "status", "total"],
        properties: {
          id: { type: "integer" },
          status: { type: "string", enum: ["open", "paid"] },
          total,
          note: { type: "string" },
        },
      },
      NewOrder: { type: "object", required: ["item"], properties: { item: { type: "string" } } },
    },
  });

  test("is found in Swagger 2.0, too", async () => {
    const old = documentOf(swagger({ type: "string" }));
    const uses = usesIn(tillWith(await printTypes(openApiOf(old))), old);
    const verdictIf = (from: string, to: string) => {
      const before = JSON.stringify(swagger({ type: "string" }));
      expect(before).toContain(from);
      return verdictOf(old, readDocumentText("test.json", before.replace(from, to)), uses);
    };
    expect(verdictOf(old, documentOf(swagger({ type: "number" })), uses)).toBe("breaks");
    expect(verdictIf('"name":"limit"', '"name":"most"')).toBe("breaks");
    expect(verdictIf('"required":["item"]', '"required":["item","count"]')).toBe("breaks");
    // The code is put into a text, whatever it is.
    expect(verdictIf('"code":{"type":"string"}', '"code":{"type":"integer"}')).toBe("safe");
    expect(verdictIf('"note":', '"notes":')).toBe("safe");
  });

  test("is found in a document of several files", async () => {
    const models = (total: string): string =>
      JSON.stringify({
        Order: { type: "object", required: ["total"], properties: { total: { type: total } } },
      });
    const read = (total: string): ApiDocument =>
      readDocumentText(
        "api/openapi.json",
        JSON.stringify(
          patched({
            components: { schemas: { Order: null } },
            paths: { "/orders/{id}": null, "/customers/{id}": null },
          }),
        ).replaceAll("#/components/schemas/Order", "models.json#/Order"),
        { "api/models.json": models(total) },
      );
    const old = read("string");
    const code = `import type { paths } from "./api.ts";
type Orders = paths["/orders"]["get"]["responses"][200]["content"]["application/json"];
declare const fetch: (address: string) => Promise<{ json: () => Promise<Orders> }>;
export const totals = async () => (await (await fetch("https://shop.example.org/v2/orders")).json()).map((order) => order.total.trim());
`;
    const uses = usesIn(tillWith(await printTypes(openApiOf(old)), { "src/till.ts": code }), old);
    expect(verdictOf(old, read("integer"), uses)).toBe("breaks");
    expect(verdictOf(old, read("string"), uses)).toBe("safe");
  });
});
