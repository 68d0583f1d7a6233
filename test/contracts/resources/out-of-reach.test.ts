import { expect, test } from "vitest";
import { documentContract } from "../../../src/contracts/document-contract.ts";
import type { Contract } from "../../../src/core/model/contract.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";

const schema = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
const ok = (name: string) => ({ "200": { description: "", ...schema(name) } });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const model = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};

const read = { operationId: "getOrder", parameters: [id], responses: ok("Order") };
const create = { operationId: "createOrder", requestBody: schema("Order"), responses: ok("Order") };
const orders = { "/orders/{id}": { get: read }, "/orders": { post: create } };

interface Given {
  readonly paths: object;
  readonly security?: object;
  readonly writes?: boolean;
  readonly resources?: object;
}

const contractOf = ({ paths, security = {}, writes = true, resources }: Given): Promise<Contract> =>
  documentContract(
    [
      {
        name: "shop",
        document: readDocumentText(
          "api.json",
          JSON.stringify({
            openapi: "3.1.0",
            info: { title: "Shop", version: "1" },
            ...security,
            paths,
            components: {
              schemas: { Order: model },
              securitySchemes: { key: { type: "http", scheme: "bearer" } },
            },
          }),
        ),
        baseUrl: "http://127.0.0.1:1",
        values: {},
        credentials: {},
        resources,
        exclude: [],
        include: [],
        severity: {},
        headers: [],
        has: () => false,
      },
    ],
    {
      config: () => {
        throw new Error("is not read here");
      },
      writes,
      maxRequests: undefined,
    },
  );

const reachOf = async (given: Given) => {
  const { described } = await contractOf(given);
  return (described["shop"]?.outOfReach?.() ?? []).map(({ resources, key }) => [
    resources.join(" "),
    key.path.join("."),
    key.value,
  ]);
};

test.each<[string, Given, readonly unknown[]]>([
  ["nothing lacks", { paths: orders }, []],
  [
    "writes are off: one key reaches several",
    {
      paths: {
        ...orders,
        "/carts/{id}": { get: { ...read, operationId: "getCart" } },
        "/carts": { post: { ...create, operationId: "addCart" } },
      },
      writes: false,
    },
    [["order cart", "safety.writes", true]],
  ],
  [
    "a creation by another path",
    { paths: { "/orders/{id}": { get: read }, "/checkout": { post: create } } },
    [["order", "interfaces.shop.resources.order.create", { operation: "createOrder" }]],
  ],
  [
    "a creation that may change more than a record",
    {
      paths: {
        "/orders/{id}": { get: read },
        "/orders": { post: { ...create, operationId: "importOrders" } },
      },
    },
    [["order", "interfaces.shop.include", ["importOrders"]]],
  ],
  [
    "no creation and no list",
    { paths: { "/orders/{id}": { get: read } } },
    [["order", "interfaces.shop.values.id", undefined]],
  ],
  [
    "no credential",
    { paths: orders, security: { security: [{ key: [] }] } },
    [["order", "interfaces.shop.credentials.key", undefined]],
  ],
])("%s", async (_, given, expected) => {
  expect(await reachOf(given)).toEqual(expected);
});

test("a key reaches the facts that it says, and then nothing lacks", async () => {
  const paths = { "/orders/{id}": { get: read }, "/checkout": { post: create } };
  const { described, facts } = await contractOf({ paths });
  const [found] = described["shop"]?.outOfReach?.() ?? [];
  const resources = { order: { create: found?.key.value, read: "getOrder" } };
  const declared = await contractOf({ paths, resources });
  const added = declared.facts.filter(({ id: fact }) => !facts.some((one) => one.id === fact));
  expect(added.map(({ id: fact }) => fact)).toEqual(found?.key.facts);
  expect(declared.described["shop"]?.outOfReach?.()).toEqual([]);
});
