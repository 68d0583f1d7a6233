import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { printTypes } from "../../../src/generators/artefacts/types.ts";
import { openApiOf } from "../../../src/documents/open-api-of.ts";
import { type Json, documentOf } from "../diff/documents.ts";
import { typesOf } from "./documents.ts";
import { smallProject } from "./small-project.ts";

const ref = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` });
const model = (name: string): Json => ref("schemas", name);
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
const answers = (schema: Json): Json => ({ description: "done", ...json(schema) });

const text = { type: "string" };
const integer = { type: "integer" };
const textOrNull = { type: ["string", "null"] };
const id = { name: "id", in: "path", required: true, schema: integer };

/** A document that is not ours: it shares parameters, bodies and answers, and not every operation has an id. */
export const shop: Json = {
  openapi: "3.1.0",
  info: { title: "Corner Shop", version: "1" },
  servers: [{ url: "https://shop.example.org/v2" }],
  paths: {
    "/orders": {
      parameters: [ref("parameters", "Limit")],
      get: {
        operationId: "listOrders",
        responses: { "200": ref("responses", "Orders"), "404": ref("responses", "Problem") },
      },
      post: {
        operationId: "placeOrder",
        requestBody: ref("requestBodies", "Order"),
        responses: { "201": answers(model("Order")), default: ref("responses", "Problem") },
      },
    },
    "/orders/{id}": {
      get: {
        parameters: [id],
        responses: { "200": answers(model("Order")), "404": ref("responses", "Problem") },
      },
    },
    "/customers/{id}": {
      get: {
        operationId: "getCustomer",
        parameters: [id],
        responses: { "200": answers(model("Customer")) },
      },
      delete: {
        operationId: "deleteCustomer",
        parameters: [id],
        responses: { "204": { description: "gone" } },
      },
    },
  },
  components: {
    parameters: { Limit: { name: "limit", in: "query", schema: integer } },
    requestBodies: { Order: { required: true, ...json(model("NewOrder")) } },
    responses: {
      Orders: answers({ type: "array", items: model("Order") }),
      Problem: answers({
        type: "object",
        required: ["code"],
        properties: { code: text, hint: textOrNull },
      }),
    },
    schemas: {
      Order: {
        type: "object",
        required: ["id", "status", "total"],
        properties: {
          id: integer,
          status: { ...text, enum: ["open", "paid"] },
          total: text,
          note: textOrNull,
        },
      },
      NewOrder: { type: "object", required: ["item"], properties: { item: text, count: integer } },
      Customer: { type: "object", required: ["id", "name"], properties: { id: integer, name: text } },
    },
  },
};

/** A consumer of the shop: it lists and places orders, and nothing else. */
export const till = `import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";
type Order = components["schemas"]["Order"];
const client = createClient<paths>({ baseUrl: "https://shop.example.org/v2" });
export const totals = async (): Promise<string[]> => {
  const { data, error } = await client.GET("/orders", { params: { query: { limit: 5 } } });
  if (error !== undefined) throw new Error(\`\${error.code}: \${error.hint ?? ""}\`);
  return data.map((order) => order.total.trim());
};
export const place = async (item: string): Promise<number> => {
  const { data } = await client.POST("/orders", { body: { item } });
  if (data === undefined) throw new Error("not placed");
  return data.id;
};
export const label = ({ status }: Order): string => {
  switch (status) {
    case "open":
      return "offen";
    case "paid":
      return "bezahlt";
  }
};
`;

/** How the types of a document are made. */
export const typesBy = {
  "tripact generate": (root: Json) => printTypes(openApiOf(documentOf(root))),
  "openapi-typescript": (root: Json) => typesOf(root),
} as const;

/** The folder of the consumer, with its types of a document. */
export const tillWith = (types: string, more: Readonly<Record<string, string>> = {}): string => {
  const folder = smallProject({
    "src/contract.ts": "export {};",
    "src/api.ts": types,
    "src/till.ts": till,
    ...more,
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
};
