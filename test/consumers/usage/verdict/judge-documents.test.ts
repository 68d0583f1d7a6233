import { describe, expect, test } from "vitest";
import type { Use } from "../../../../src/consumers/usage/use.ts";
import type { Json } from "../../diff/documents.ts";
import { verdictOf } from "../documents.ts";

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

const locationOf = (text: string): string => {
  if (text.startsWith("/")) return text;
  const [model = "", property] = text.split(".");
  if (model.startsWith("listGifts")) return model.replace("listGifts", "/paths/~1api~1Gift~1list/get");
  return `/components/schemas/${model}${property === undefined ? "" : `/properties/${property}`}`;
};

/** A use as text: its way, where, and what it takes, gives or sends; values behind `=`. */
const useOf = (text: string): Use => {
  const [head = "", more] = text.split(/:/);
  const [how = "", location = ""] = head.split(" ");
  const words = more?.split(" ").filter((word) => word !== "") ?? [];
  const named = words.filter((word) => !word.startsWith("="));
  const values = words.filter((word) => word.startsWith("=")).map((word) => word.slice(1));
  const key = { read: "accepts", build: "gives", send: "sends" }[how];
  return {
    interface: "donation",
    at: ["src/a.ts:1"],
    location: locationOf(location),
    how,
    ...(more !== undefined && key !== undefined && { [key]: named }),
    ...(values.length > 0 && { values }),
  } as Use; // of the texts below
};

const verdict = (use: string, ...changed: Parameters<typeof document>): string =>
  verdictOf(document({}), document(...changed), [useOf(use)]);

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

describe("what a change means for a use", () => {
  test.each<[string, string, Json, string]>([
    ["a field that is read goes", "read Gift.amount: null", gone, "breaks"],
    ["a field that is copied only where it is there goes", "read Gift.amount: gone", gone, "safe"],
    [
      "an object becomes another one, and goes where every property may be missing",
      "read Gift: gone absent",
      { Gift: { type: "object", properties: { sum: text } } },
      "breaks",
    ],
    [
      "an object becomes another one, and any object will do",
      "read Gift: gone absent object",
      { Gift: { type: "object", properties: { sum: text } } },
      "safe",
    ],
    [
      "an object keeps one of its properties, and goes where every property may be missing",
      "read Gift: gone absent",
      { Gift: { type: "object", properties: { sum: text, method: usual.Gift.properties.method } } },
      "safe",
    ],
    ["a field that nobody reads goes", "read Gift.method", gone, "safe"],
    ["a type over all keys loses one", "keys Gift", gone, "breaks"],
    ["a model that is printed loses a field", "whole Gift", gone, "at risk"],
    ["a model that holds it is printed", "whole GiftPage", gone, "at risk"],
    [
      "a field may be null",
      "read Gift.amount: absent",
      giftWith({ amount: { type: ["string", "null"] } }),
      "breaks",
    ],
    [
      "a field may be null, and that is handled",
      "read Gift.amount: null",
      giftWith({ amount: { type: ["string", "null"] } }),
      "safe",
    ],
    ["a field may be absent", "read Gift.amount: null", giftWith({}, { required: [] }), "breaks"],
    [
      "a field must be there",
      "build Gift: amount",
      giftWith({}, { required: ["amount", "method"] }),
      "breaks",
    ],
    [
      "a field must be there, and is given",
      "build Gift: amount method",
      giftWith({}, { required: ["amount", "method"] }),
      "safe",
    ],
    [
      "a field comes, and a switch over all keys is not ready",
      "keys Gift",
      giftWith({ anew: text }),
      "breaks",
    ],
    [
      "a field comes under a name that was read as unknown",
      "read Gift.anew: number",
      giftWith({ anew: text }),
      "breaks",
    ],
    ["a field comes", "read Gift.amount", giftWith({ anew: text }), "safe"],
    [
      "a value comes, and a switch is exhaustive",
      "read Gift.method",
      giftWith({ method: { ...text, enum: ["card", "bank", "cash"] } }),
      "breaks",
    ],
    [
      "a value comes, and any text is fine",
      "read Gift.method: string",
      giftWith({ method: { ...text, enum: ["card", "bank", "cash"] } }),
      "safe",
    ],
    [
      "a value goes that is compared",
      "compare Gift.method: =bank",
      giftWith({ method: { ...text, enum: ["card"] } }),
      "breaks",
    ],
    [
      "a value goes that is not compared",
      "compare Gift.method: =card",
      giftWith({ method: { ...text, enum: ["card"] } }),
      "safe",
    ],
    [
      "a value goes that is sent",
      "send Gift.method: string =bank",
      giftWith({ method: { ...text, enum: ["card"] } }),
      "breaks",
    ],
    [
      "a type changes to what is taken",
      "read Gift.amount: number",
      giftWith({ amount: { type: "number" } }),
      "safe",
    ],
    ["a named type changes behind a field", "read Gift.day", { Day: { type: "integer" } }, "breaks"],
    [
      "a field of a model behind allOf changes",
      "read Page.total",
      { Page: { type: "object", properties: { total: { type: "string" } } } },
      "breaks",
    ],
    [
      "an integer becomes a number",
      "read Page.total",
      { Page: { type: "object", properties: { total: { type: "number" } } } },
      "at risk",
    ],
    [
      "a limit of a field that is sent gets tighter",
      "send Query.take: number",
      { Query: { type: "object", properties: { take: { type: "integer", maximum: 9 } } } },
      "at risk",
    ],
    [
      "a limit of a field that is not sent gets tighter",
      "build Query:",
      { Query: { type: "object", properties: { take: { type: "integer", maximum: 9 } } } },
      "safe",
    ],
  ])("%s", (_, use, schemas, expected) => {
    expect(verdict(use, schemas)).toBe(expected);
  });

  test.each<[string, string, Json, string]>([
    [
      "an operation gets another id, and is named by it",
      "name listGifts",
      { operationId: "listAllGifts" },
      "breaks",
    ],
    [
      "an operation gets another id, and is called by its path",
      "call listGifts",
      { operationId: "listAllGifts" },
      "safe",
    ],
    ["a parameter that is sent goes", "send listGifts/parameters/query/take", { parameters: [] }, "breaks"],
    [
      "a parameter changes its type",
      "send listGifts/parameters/query/take: number",
      { parameters: [{ name: "take", in: "query", schema: text }] },
      "breaks",
    ],
    [
      "a parameter must be given",
      "call listGifts",
      { parameters: [{ name: "take", in: "query", required: true, schema: { type: "integer" } }] },
      "breaks",
    ],
    ["one more way to succeed, called without types", "call listGifts", later, "at risk"],
    ["one more way to succeed", "read listGifts/responses", later, "breaks"],
    ["an operation is one of all that a type looks at", "keys /paths", later, "at risk"],
    [
      "the body of an answer goes",
      "call listGifts",
      { responses: { "200": { description: "none" }, "404": { description: "none" } } },
      "breaks",
    ],
    [
      "one more way to fail",
      "call listGifts",
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
      "name listGifts/responses/404",
      { responses: { "200": { description: "gifts", ...json(ref("GiftPage")) } } },
      "breaks",
    ],
    [
      "another operation is called",
      "call /paths/~1api~1Gift~1query/post",
      { responses: { "204": { description: "nothing" } } },
      "safe",
    ],
  ])("%s", (_, use, operation, expected) => {
    expect(verdict(use, {}, operation)).toBe(expected);
  });

  const call = "call listGifts";

  test.each<[string, string, Json, string]>([
    ["gets another name, and is sent", "send listGifts/parameters/query/skip", { name: "from" }, "breaks"],
    ["gets another name, and is read", "read listGifts/parameters/query/skip", { name: "from" }, "breaks"],
    ["gets another name, and is not sent", call, { name: "from" }, "safe"],
    ["gets another type", "send listGifts/parameters/query/skip: number", { schema: text }, "breaks"],
    ["gets the type that is sent", "send listGifts/parameters/query/skip: string", { schema: text }, "safe"],
    ["must be given", call, { required: true }, "breaks"],
    ["must be given, and is", "send listGifts/parameters/query/skip: number", { required: true }, "safe"],
    [
      "must be given, and another one is",
      "build listGifts/parameters/query: take",
      { required: true },
      "breaks",
    ],
  ])("a parameter that operations share %s", (_, use, change, expected) => {
    const parameter = { name: "skip", in: "query", schema: { type: "integer" }, ...change };
    expect(verdict(use, {}, {}, { Skip: parameter })).toBe(expected);
  });
});
