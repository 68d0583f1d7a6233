import { describe, expect, test } from "vitest";
import { createAddresses } from "../../../src/consumers/usage/addresses.ts";
import { documentOf, type Json } from "../diff/documents.ts";

const operation: Json = { responses: { "200": { description: "done" } } };

const document = documentOf({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.org/v2/" }, { url: "/api" }],
  paths: Object.fromEntries(
    ["/", "/{tenant}", "/orders", "/orders/{id}", "/orders/{id}/lines", "/orders/latest"].map((path) => [
      path,
      { get: operation },
    ]),
  ),
});

const addresses = createAddresses(new Map([["shop", document]]));

const pathOf = (address: string): string | undefined => addresses.at(address).operations[0]?.operation.path;

describe("the operation that an address in code calls", () => {
  test.each([
    ["/orders", "/orders"],
    ["/orders/", "/orders"],
    ["/orders?limit=5#top", "/orders"],
    ["https://shop.example.org/v2/orders", "/orders"],
    ["https://other.example.org/prefix/orders", "/orders"],
    ["{}/orders", "/orders"],
    ["/v2/orders", "/orders"],
    ["/api/orders", "/orders"],
    ["/v3/orders", undefined],
    ["/orders/{}", "/orders/{id}"],
    ["/orders/{id}", "/orders/{id}"],
    ["/orders/7", "/orders/{id}"],
    ["/orders/latest", "/orders/latest"],
    ["{}/orders/7/lines", "/orders/{id}/lines"],
    ["/orders/7/rows", undefined],
    ["orders", undefined],
    ["my/orders", undefined],
    ["/reorders", undefined],
    ["https://shop.example.org", "/"],
  ])("%s is %s", (address, path) => {
    expect(pathOf(address)).toBe(path);
  });

  test("may be vague: what has no word of its own needs a method beside it", () => {
    expect(addresses.at("/")).toMatchObject({ isVague: true, operations: [{}] });
    expect(addresses.at("/{}")).toMatchObject({ isVague: true, operations: [{}] });
    expect(addresses.at("/orders").isVague).toBe(false);
  });

  test("is in no text without the beginning of a path", () => {
    const own = createAddresses(
      new Map([["shop", documentOf({ openapi: "3.1.0", paths: { "/orders/{id}": { get: operation } } })]]),
    );
    expect(own.mayBeIn("client.get(`/orders/${id}`)")).toBe(true);
    expect(own.mayBeIn("client.get(`/customers/${id}`)")).toBe(false);
  });
});
