import { expect, test } from "vitest";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { usageOf } from "../../../src/consumers/usage/usage-file.ts";
import { interfaceOfPaths, usagesOf } from "../../../src/consumers/usage/which-document.ts";
import { documentOf, type Json } from "../diff/documents.ts";

const documentWith = (paths: readonly string[], models: readonly string[]) => {
  const operation: Json = { responses: { "200": { description: "done" } } };
  return documentOf({
    openapi: "3.1.0",
    paths: Object.fromEntries(paths.map((path) => [path, { get: operation }])),
    components: { schemas: Object.fromEntries(models.map((name) => [name, { type: "object" }])) },
  });
};

const orders = documentWith(["/orders", "/orders/{id}", "/health"], ["Order", "Problem"]);
const people = documentWith(["/people", "/health"], ["Person", "Problem"]);
const versions = {
  orders: { old: orders, new: orders },
  people: { old: people, new: people },
};

const use = (name: string, location: string): Use => ({
  interface: name,
  location,
  how: "read",
  at: ["a.ts:1"],
});

const usesOf = (uses: readonly Use[], interfaces: readonly [string?, string?] = []) => {
  const [first, second] = interfaces;
  const both = [
    { ...versions.orders, ...(first === undefined ? {} : { interface: first }) },
    { ...versions.people, ...(second === undefined ? {} : { interface: second }) },
  ] as const;
  const { about } = usagesOf(both, [usageOf("shop", uses)]);
  return both.map((one) => about(one).flatMap((usage) => usage.uses.map(({ location }) => location)));
};

test("a file of types is of the document that has most of its paths", () => {
  const documents = new Map([
    ["orders", orders],
    ["people", people],
  ]);
  expect(interfaceOfPaths(["/orders/{number}", "/health"], documents)).toBe("orders");
  expect(interfaceOfPaths(["/people", "/health"], documents)).toBe("people");
  expect(interfaceOfPaths(["/orders", "/a", "/b"], documents)).toBeUndefined();
  expect(interfaceOfPaths([], documents)).toBeUndefined();
});

test("uses are of the document that has most of them, whatever their interface is called", () => {
  const order = "/components/schemas/Order/properties/id";
  const problem = "/components/schemas/Problem/properties/code";
  expect(usesOf([use("a", order), use("a", problem)])).toEqual([[order, problem], []]);
  expect(usesOf([use("a", order), use("b", "/paths/~1people/get")])).toEqual([
    [order],
    ["/paths/~1people/get"],
  ]);
  expect(usesOf([use("a", "/components/schemas/Other")])).toEqual([[], []]);
});

test("an interface that no document describes is named", () => {
  const uses = [
    use("a", "/components/schemas/Other"),
    use("b", "/components/schemas/Order"),
    use("c", "/paths/~1x/get"),
  ];
  const { unmatched } = usagesOf([versions.orders, versions.people], [usageOf("shop", uses)]);
  expect(unmatched).toEqual(new Map([["shop", ["a", "c"]]]));
});

test("uses that every document has are of each, unless one has the interface's name", () => {
  const problem = "/components/schemas/Problem/properties/code";
  expect(usesOf([use("people", problem)])).toEqual([[problem], [problem]]);
  expect(usesOf([use("people", problem)], ["orders", "people"])).toEqual([[], [problem]]);
  expect(usesOf([use("a", "/paths")])).toEqual([["/paths"], ["/paths"]]);
});
