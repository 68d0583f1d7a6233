import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { fewOfEach } from "../../src/contracts/checks/few-of-each.ts";
import { createSchemaReading } from "../../src/contracts/checks/schema-view.ts";
import { reachOf } from "../../src/contracts/checks/effects.ts";
import { nounOf } from "../../src/contracts/checks/templates.ts";
import { makeValue } from "../../src/contracts/checks/make-value.ts";
import { canCarry, requestParts } from "../../src/contracts/checks/written.ts";
import { boundedPattern } from "../../src/contracts/bounded-pattern.ts";
import { showsSame } from "../../src/contracts/resources/same-value.ts";
import { matchesPattern } from "../../src/contracts/patterns.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";

const documentOf = (paths: object, more: object = {}) =>
  readDocumentText(
    "api.json",
    JSON.stringify({ openapi: "3.1.0", info: { title: "api", version: "1" }, paths, ...more }),
  );

describe("patterns of a document", () => {
  test("take no exponential time, and then allow everything", () => {
    const started = performance.now();
    const pattern = boundedPattern("^(a+)+$");
    expect(pattern.test("aaa")).toBe(true);
    expect(pattern.test("b")).toBe(false);
    expect(pattern.test(`${"a".repeat(60)}!`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test.each(["(?P<name>x)", "[", "\\"])("%s, which cannot be read, allows everything", (source) => {
    expect(boundedPattern(source).test("anything")).toBe(true);
  });

  test("written for either mode are read", () => {
    expect(boundedPattern("^\\p{L}+$").test("é")).toBe(true);
    expect(boundedPattern("^[\\w\\-]+$").test("a-b")).toBe(true);
    expect(boundedPattern("^[\\w\\-]+$").test("a b")).toBe(false);
  });
});

test.each([
  ["getOrder", "getorder", true],
  ["get*", "getOrder", true],
  ["*Order", "getOrder", true],
  ["g*t*r", "getOrder", true],
  ["a*a", "a", false],
  ["*", "", true],
  ["get", "getOrder", false],
  ["/orders/*", "/orders/{id}", true],
])("pattern %s and %s", (pattern, text, matches) => {
  expect(matchesPattern(pattern, text)).toBe(matches);
});

test("one of each kind is picked before a second one of any", () => {
  const items = ["`a` as null", "`b` as null", "`c` as null", "`a` below", "the body"].map((what) => ({
    what,
  }));
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 6 }), (seed, few) => {
      const chosen = fewOfEach(items, few, seed);
      expect(chosen).toHaveLength(Math.min(few, items.length));
      expect(items.filter((item) => chosen.includes(item))).toEqual(chosen);
      if (few === 3) expect(new Set(chosen.map(({ what }) => what.replace(/`.`/, ""))).size).toBe(3);
    }),
  );
});

test("the few are about as many names as there are kinds", () => {
  const items = ["a", "b", "c"].flatMap((name) =>
    ["null", "a number", "a list"].map((kind) => ({ what: `\`${name}\` as ${kind}` })),
  );
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const names = fewOfEach(items, 3, seed).map(({ what }) => what.slice(0, 3));
      expect(new Set(names).size).toBe(3);
    }),
  );
});

const body = { content: { "application/json": { schema: { type: "object" } } } };
const list = { content: { "application/json": { schema: { type: "array", items: {} } } } };
const answered = { responses: { "200": { description: "" } } };

test.each([
  ["get", "/settings", {}, "nothing"],
  ["post", "/orders", { requestBody: body }, "a new record"],
  ["post", "/orders/{id}/lines", { requestBody: body }, "one record"],
  ["put", "/orders/{id}", { requestBody: body }, "one record"],
  ["delete", "/orders/{id}", { operationId: "removeOrder" }, "one record"],
  ["delete", "/orders", {}, "several"],
  ["put", "/settings", { requestBody: body }, "several"],
  ["patch", "/profile", { requestBody: body }, "several"],
  ["post", "/orders/bulk", { requestBody: body }, "several"],
  ["post", "/orders", { requestBody: list }, "several"],
  ["post", "/admin/maintenance", { requestBody: body }, "several"],
  ["post", "/users/change-password", { requestBody: body }, "several"],
  ["put", "/users/{id}/password", { requestBody: body }, "several"],
  ["post", "/cache/clear", {}, "several"],
  ["post", "/things", { operationId: "resetEverything" }, "several"],
  ["post", "/orders/{id}/archive", {}, "several"],
] as const)("%s %s changes %s", (method, path, more, reach) => {
  const document = documentOf({ [path]: { [method]: { ...answered, ...more } } });
  const [operation] = document.operations;
  expect(operation && reachOf(operation, createSchemaReading(document))).toBe(reach);
});

describe("made values", () => {
  const reading = createSchemaReading(documentOf({ "/x": { get: answered } }));
  const made = (schema: object, number = 1) =>
    makeValue({ type: "object", ...schema }, { reading, extent: "most", number });
  const moment = { type: "string", format: "date-time" };

  test("of a period: its end is not over, and after its beginning, whatever the number", () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const period = made({ properties: { startsAt: moment, endsAt: moment } }, number);
        const { startsAt = "", endsAt = "" } = period as Readonly<Record<string, string>>; // Of the schema above.
        expect(Date.parse(startsAt)).toBeLessThan(Date.parse(endsAt));
        expect(Date.parse(endsAt)).toBeGreaterThan(Date.now());
      }),
    );
  });

  test("name no record by an id that is optional", () => {
    const properties = { id: { type: "integer" }, name: { type: "string" } };
    expect(made({ properties })).toEqual({ name: expect.stringMatching(/^[a-z0-9]+$/) });
    expect(made({ properties, required: ["id"] })).toHaveProperty("id");
  });

  test("hold an entry where a schema allows any", () => {
    expect(made({ additionalProperties: { type: "integer" } })).toEqual({ tripact: expect.any(Number) });
    expect(made({})).toEqual({ tripact: expect.any(String) });
    expect(made({ additionalProperties: false })).toEqual({});
  });
});

test.each([
  ["a", true],
  ["a b", true],
  ["", false],
  [" a", false],
  ["a\u0000b", false],
  ["ä", false],
])("a header carries %j: %s", (value, carries) => {
  const document = documentOf({
    "/x": { get: { ...answered, parameters: [{ name: "P", in: "header", schema: {} }] } },
  });
  const [known] = document.operations[0]?.parameters ?? [];
  if (known === undefined) throw new Error("the operation has a parameter");
  expect(canCarry(known, value)).toBe(carries);
});

test.each([
  ["anna", "*****", true],
  ["anna", "a*****a", true],
  ["anna", "[REDACTED]", true],
  ["anna", "****", true],
  ["****", "*****", false],
  ["anna", "bert", false],
  ["anna", "*", false],
])("what was sent as %j may be shown as %j: %s", (sent, shown, isSame) => {
  expect(showsSame(sent, shown)).toBe(isSame);
});

const parameter = (more: object) => ({ name: "p", in: "query", schema: {}, ...more });

test.each([
  [parameter({}), "a b", { search: "p=a%20b" }],
  [parameter({}), [1, 2], { search: "p=1&p=2" }],
  [parameter({ explode: false }), [1, 2], { search: "p=1,2" }],
  [parameter({ style: "pipeDelimited", explode: false }), ["a", "b"], { search: "p=a|b" }],
  [parameter({ style: "spaceDelimited", explode: false }), ["a", "b"], { search: "p=a%20b" }],
  [parameter({}), { x: 1, y: 2 }, { search: "x=1&y=2" }],
  [parameter({ explode: false }), { x: 1 }, { search: "p=x,1" }],
  [parameter({ style: "deepObject" }), { x: 1 }, { search: "p%5Bx%5D=1" }],
  [
    { name: "p", in: "query", content: { "application/json": { schema: {} } } },
    { x: 1 },
    { search: "p=%7B%22x%22%3A1%7D" },
  ],
  [{ name: "P", in: "header", schema: {} }, [1, 2], { header: ["p", "1,2"] }],
  [{ name: "p", in: "header", explode: true, schema: {} }, { x: 1 }, { header: ["p", "x=1"] }],
  [{ name: "p", in: "cookie", schema: {} }, "a;b", { header: ["cookie", "p=a%3Bb"] }],
] as const)("%j carries %j", (stated, value, expected) => {
  const document = documentOf({ "/x": { get: { ...answered, parameters: [stated] } } });
  const [operation] = document.operations;
  if (operation === undefined) throw new Error("the document has an operation");
  const [known] = operation.parameters;
  const input = { parameters: new Map([[`${known?.in} ${known?.name}`, value]]) };
  const { search, headers = {} } = requestParts(operation, input, createSchemaReading(document));
  if ("search" in expected) expect(search).toBe(expected.search);
  else expect(Object.entries(headers)).toContainEqual([...expected.header]);
});

test.each([
  ["/shop/orders", "order"],
  ["/statuses", "status"],
  ["/addresses", "address"],
  ["/boxes", "box"],
  ["/branches", "branch"],
  ["/aliases", "alias"],
  ["/databases", "database"],
  ["/warehouses", "warehouse"],
  ["/causes", "cause"],
  ["/releases", "release"],
  ["/categories", "category"],
  ["/process", "process"],
])("a record of %s is a %s", (collection, noun) => {
  expect(nounOf(collection)).toBe(noun);
});
