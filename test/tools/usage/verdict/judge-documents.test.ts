import { describe, expect, test } from "vitest";
import { compareDocuments } from "../../../../src/tools/diff/compare-documents.ts";
import type { Use } from "../../../../src/tools/usage/use.ts";
import { usageOf } from "../../../../src/tools/usage/usage-file.ts";
import { judgeDocuments, worst } from "../../../../src/tools/usage/verdict/judge-documents.ts";
import { documentOf, type Json } from "../../diff/documents.ts";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });

const text = { type: "string" };
const usual = {
  Gift: {
    type: "object",
    properties: { amount: text, method: { ...text, enum: ["card", "bank"] }, day: ref("Day") },
    required: ["amount"],
  },
  Page: { type: "object", properties: { total: { type: "integer" } } },
  GiftPage: { allOf: [ref("Page"), { properties: { items: { type: "array", items: ref("Gift") } } }] },
  Query: { type: "object", properties: { take: { type: "integer" } } },
  Day: { type: "string" },
};

const document = (schemas: Json, operation: Json = {}, parameters: Json = {}): Json => ({
  openapi: "3.1.0",
  paths: {
    "/api/Gift/list": {
      get: {
        operationId: "listGifts",
        parameters: [
          { name: "take", in: "query", schema: { type: "integer" } },
          { $ref: "#/components/parameters/Skip" },
        ],
        responses: {
          "200": { description: "gifts", ...json(ref("GiftPage")) },
          "404": { description: "none" },
        },
        ...operation,
      },
    },
    "/api/Gift/query": {
      post: {
        operationId: "queryGifts",
        requestBody: json(ref("Query")),
        responses: { "200": { description: "gifts", ...json(ref("GiftPage")) } },
      },
    },
  },
  components: {
    schemas: { ...usual, ...schemas },
    parameters: { Skip: { name: "skip", in: "query", schema: { type: "integer" } }, ...parameters },
  },
});

const listGifts = "/paths/~1api~1Gift~1list/get";
const gift = "/components/schemas/Gift";

type Known = Omit<Use, "interface" | "at">;

const verdict = (use: Known, schemas: Json, operation: Json = {}, parameters: Json = {}): string => {
  const documents = {
    old: documentOf(document({})),
    new: documentOf(document(schemas, operation, parameters)),
  };
  const usage = usageOf("intake", [{ interface: "donation", at: ["src/a.ts:1"], ...use }]);
  const judged = judgeDocuments(documents, compareDocuments(documents), [usage]);
  return worst(judged.flatMap(({ consumers }) => consumers.map((one) => one.verdict)));
};

const giftWith = (properties: Json, more: Json = {}): Json => ({
  Gift: { ...usual.Gift, properties: { ...usual.Gift.properties, ...properties }, ...more },
});
const { amount: _, ...withoutAmount } = usual.Gift.properties;
const gone: Json = { Gift: { type: "object", properties: withoutAmount } };
const later = {
  responses: {
    "200": { description: "gifts", ...json(ref("GiftPage")) },
    "202": { description: "later" },
    "404": { description: "none" },
  },
};
const amount = `${gift}/properties/amount`;
const method = `${gift}/properties/method`;

describe("what a change means for a use", () => {
  test.each<[string, Known, Json, string]>([
    ["a field that is read goes", { location: amount, how: "read", accepts: ["null"] }, gone, "breaks"],
    [
      "a field that is copied only where it is there goes",
      { location: amount, how: "read", accepts: ["gone"] },
      gone,
      "safe",
    ],
    [
      "an object becomes another one, and goes where every property may be missing",
      { location: gift, how: "read", accepts: ["gone", "absent"] },
      { Gift: { type: "object", properties: { sum: text } } },
      "breaks",
    ],
    [
      "an object becomes another one, and any object will do",
      { location: gift, how: "read", accepts: ["gone", "absent", "object"] },
      { Gift: { type: "object", properties: { sum: text } } },
      "safe",
    ],
    [
      "an object keeps one of its properties, and goes where every property may be missing",
      { location: gift, how: "read", accepts: ["gone", "absent"] },
      { Gift: { type: "object", properties: { sum: text, method: usual.Gift.properties.method } } },
      "safe",
    ],
    ["a field that nobody reads goes", { location: method, how: "read" }, gone, "safe"],
    ["a type over all keys loses one", { location: gift, how: "keys" }, gone, "breaks"],
    ["a model that is printed loses a field", { location: gift, how: "whole" }, gone, "at risk"],
    [
      "a model that holds it is printed",
      { location: "/components/schemas/GiftPage", how: "whole" },
      gone,
      "at risk",
    ],
    [
      "a field may be null",
      { location: amount, how: "read", accepts: ["absent"] },
      giftWith({ amount: { type: ["string", "null"] } }),
      "breaks",
    ],
    [
      "a field may be null, and that is handled",
      { location: amount, how: "read", accepts: ["null"] },
      giftWith({ amount: { type: ["string", "null"] } }),
      "safe",
    ],
    [
      "a field may be absent",
      { location: amount, how: "read", accepts: ["null"] },
      giftWith({}, { required: [] }),
      "breaks",
    ],
    [
      "a field must be there",
      { location: gift, how: "build", gives: ["amount"] },
      giftWith({}, { required: ["amount", "method"] }),
      "breaks",
    ],
    [
      "a field must be there, and is given",
      { location: gift, how: "build", gives: ["amount", "method"] },
      giftWith({}, { required: ["amount", "method"] }),
      "safe",
    ],
    [
      "a field comes, and a switch over all keys is not ready",
      { location: gift, how: "keys" },
      giftWith({ anew: text }),
      "breaks",
    ],
    [
      "a field comes under a name that was read as unknown",
      { location: `${gift}/properties/anew`, how: "read", accepts: ["number"] },
      giftWith({ anew: text }),
      "breaks",
    ],
    ["a field comes", { location: amount, how: "read" }, giftWith({ anew: text }), "safe"],
    [
      "a value comes, and a switch is exhaustive",
      { location: method, how: "read" },
      giftWith({ method: { ...text, enum: ["card", "bank", "cash"] } }),
      "breaks",
    ],
    [
      "a value comes, and any text is fine",
      { location: method, how: "read", accepts: ["string"] },
      giftWith({ method: { ...text, enum: ["card", "bank", "cash"] } }),
      "safe",
    ],
    [
      "a value goes that is compared",
      { location: method, how: "compare", values: ["bank"] },
      giftWith({ method: { ...text, enum: ["card"] } }),
      "breaks",
    ],
    [
      "a value goes that is not compared",
      { location: method, how: "compare", values: ["card"] },
      giftWith({ method: { ...text, enum: ["card"] } }),
      "safe",
    ],
    [
      "a value goes that is sent",
      { location: method, how: "send", sends: ["string"], values: ["bank"] },
      giftWith({ method: { ...text, enum: ["card"] } }),
      "breaks",
    ],
    [
      "a type changes to what is taken",
      { location: amount, how: "read", accepts: ["number"] },
      giftWith({ amount: { type: "number" } }),
      "safe",
    ],
    [
      "a named type changes behind a field",
      { location: `${gift}/properties/day`, how: "read" },
      { Day: { type: "integer" } },
      "breaks",
    ],
    [
      "a field of a model behind allOf changes",
      { location: "/components/schemas/Page/properties/total", how: "read" },
      { Page: { type: "object", properties: { total: { type: "string" } } } },
      "breaks",
    ],
    [
      "an integer becomes a number",
      { location: "/components/schemas/Page/properties/total", how: "read" },
      { Page: { type: "object", properties: { total: { type: "number" } } } },
      "at risk",
    ],
    [
      "a limit of a field that is sent gets tighter",
      { location: "/components/schemas/Query/properties/take", how: "send", sends: ["number"] },
      { Query: { type: "object", properties: { take: { type: "integer", maximum: 9 } } } },
      "at risk",
    ],
    [
      "a limit of a field that is not sent gets tighter",
      { location: "/components/schemas/Query", how: "build", gives: [] },
      { Query: { type: "object", properties: { take: { type: "integer", maximum: 9 } } } },
      "safe",
    ],
  ])("%s", (_, use, schemas, expected) => {
    expect(verdict(use, schemas)).toBe(expected);
  });

  test.each<[string, Known, Json, string]>([
    [
      "an operation gets another id, and is named by it",
      { location: listGifts, how: "name" },
      { operationId: "listAllGifts" },
      "breaks",
    ],
    [
      "an operation gets another id, and is called by its path",
      { location: listGifts, how: "call" },
      { operationId: "listAllGifts" },
      "safe",
    ],
    [
      "a parameter that is sent goes",
      { location: `${listGifts}/parameters/query/take`, how: "send" },
      { parameters: [] },
      "breaks",
    ],
    [
      "a parameter changes its type",
      { location: `${listGifts}/parameters/query/take`, how: "send", sends: ["number"] },
      { parameters: [{ name: "take", in: "query", schema: text }] },
      "breaks",
    ],
    [
      "a parameter must be given",
      { location: listGifts, how: "call" },
      { parameters: [{ name: "take", in: "query", required: true, schema: { type: "integer" } }] },
      "breaks",
    ],
    ["one more way to succeed, called without types", { location: listGifts, how: "call" }, later, "at risk"],
    ["one more way to succeed", { location: `${listGifts}/responses`, how: "read" }, later, "breaks"],
    [
      "an operation is one of all that a type looks at",
      { location: "/paths", how: "keys" },
      later,
      "at risk",
    ],
    [
      "the body of an answer goes",
      { location: listGifts, how: "call" },
      { responses: { "200": { description: "none" }, "404": { description: "none" } } },
      "breaks",
    ],
    [
      "one more way to fail",
      { location: listGifts, how: "call" },
      {
        responses: {
          "200": { description: "gifts", ...json(ref("GiftPage")) },
          "404": { description: "none" },
          "409": { description: "busy" },
        },
      },
      "at risk",
    ],
    [
      "a status that is named goes",
      { location: `${listGifts}/responses/404`, how: "name" },
      { responses: { "200": { description: "gifts", ...json(ref("GiftPage")) } } },
      "breaks",
    ],
    [
      "another operation is called",
      { location: "/paths/~1api~1Gift~1query/post", how: "call" },
      { responses: { "204": { description: "nothing" } } },
      "safe",
    ],
  ])("%s", (_, use, operation, expected) => {
    expect(verdict(use, {}, operation)).toBe(expected);
  });

  const skip = `${listGifts}/parameters/query/skip`;
  const call = { location: listGifts, how: "call" } as const;

  test.each<[string, Known, Json, string]>([
    ["gets another name, and is sent", { location: skip, how: "send" }, { name: "from" }, "breaks"],
    ["gets another name, and is read", { location: skip, how: "read" }, { name: "from" }, "breaks"],
    ["gets another name, and is not sent", call, { name: "from" }, "safe"],
    ["gets another type", { location: skip, how: "send", sends: ["number"] }, { schema: text }, "breaks"],
    [
      "gets the type that is sent",
      { location: skip, how: "send", sends: ["string"] },
      { schema: text },
      "safe",
    ],
    ["must be given", call, { required: true }, "breaks"],
    ["must be given, and is", { location: skip, how: "send", sends: ["number"] }, { required: true }, "safe"],
    [
      "must be given, and another one is",
      { location: `${listGifts}/parameters/query`, how: "build", gives: ["take"] },
      { required: true },
      "breaks",
    ],
  ])("a parameter that operations share %s", (_, use, change, expected) => {
    const parameter = { name: "skip", in: "query", schema: { type: "integer" }, ...change };
    expect(verdict(use, {}, {}, { Skip: parameter })).toBe(expected);
  });
});
