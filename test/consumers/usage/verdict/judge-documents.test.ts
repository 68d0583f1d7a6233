import { describe, expect, test } from "vitest";
import type { Use } from "../../../../src/consumers/usage/use.ts";
import type { Json } from "../../diff/documents.ts";
import { compareDocuments } from "../../../../src/consumers/diff/compare-documents.ts";
import { usageOf } from "../../../../src/consumers/usage/usage-file.ts";
import { judgeDocuments } from "../../../../src/consumers/usage/verdict/judge-documents.ts";
import { documentOf } from "../../diff/documents.ts";
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

describe("what several operations share concerns those who call one that changes", () => {
  const calls = (...operations: readonly string[]): readonly Use[] =>
    operations.map((operation) => useOf(`call ${operation}`));
  const list = "listGifts";
  const query = "/paths/~1api~1Gift~1query/post";
  /** Gifts are also sent, by an operation of their own. */
  const sending = (schemas: Json): Json => {
    const whole = document(schemas);
    const paths = Object(whole["paths"]);
    const put = { operationId: "putGift", requestBody: json(ref("Gift")), responses: {} };
    return { ...whole, paths: { ...paths, "/api/Gift": { put } } };
  };
  const put = "/paths/~1api~1Gift/put";
  const tighter = giftWith({ amount: { ...text, maxLength: 9 } });
  const judged = (changed: Json, ...uses: readonly Use[]): string =>
    verdictOf(sending({}), sending(changed), uses);
  const reads = useOf("read Gift.amount: string");
  const sends = useOf("send Gift.amount: string");

  test.each<[string, string, Json, readonly Use[]]>([
    ["a limit of what is sent, for who only reads it", "safe", tighter, [...calls(list), reads]],
    ["a limit of what is sent, for who sends it", "at risk", tighter, [...calls(put), sends]],
    ["a limit of what is sent, for who is not seen to call anything", "at risk", tighter, [reads]],
    [
      "a limit of what is sent, for who sends it by a call that is not seen",
      "at risk",
      tighter,
      [...calls(list), sends],
    ],
    [
      "a limit of what is sent, for who cannot be followed",
      "at risk",
      tighter,
      [...calls(list), useOf("whole Gift")],
    ],
    ["a field that goes, for who reads it", "breaks", gone, [...calls(list), reads]],
    [
      "a field that goes, for whose code names it and calls nothing of it",
      "breaks",
      gone,
      [...calls(put), reads],
    ],
  ])("%s: %s", (_, expected, changed, uses) => {
    expect(judged(changed, ...uses)).toBe(expected);
  });

  /** The kinds of change that concern a consumer. */
  const concerning = (changed: Json, ...uses: readonly Use[]): readonly string[] => {
    const versions = { old: documentOf(sending({})), new: documentOf(sending(changed)) };
    const changes = compareDocuments(versions, { names: true });
    return judgeDocuments(versions, changes, [usageOf("intake", uses)]).flatMap(({ change, consumers }) =>
      consumers.length === 0 ? [] : [change.kind],
    );
  };

  test.each<[string, string, readonly string[], Use]>([
    ["who calls it", "breaks", [list], reads],
    ["who calls another one that answers the same", "safe", [query], reads],
    ["whose code names the model and calls another one", "safe", [query], useOf("name Gift.amount: string")],
    ["whose code cannot be followed and calls another one", "safe", [query], useOf("whole Gift")],
    ["who calls none that answers the same", "at risk", [put], reads],
    ["who is not seen to call anything", "at risk", [], reads],
  ])("an answer of one operation that leaves a shared model, for %s: %s", (_, expected, called, use) => {
    const receipt = { type: "object", properties: { receipt: text } };
    const now = document({}, { responses: { "200": { description: "gifts", ...json(receipt) } } });
    const old = document({}, { responses: { "200": { description: "gifts", ...json(ref("Gift")) } } });
    expect(verdictOf(old, now, [...calls(...called), use])).toBe(expected);
  });

  test("a type that is sent and comes is one change for who only reads it", () => {
    expect(concerning(gone, ...calls(list), reads)).toEqual(["response-required-property-removed"]);
    expect(concerning(gone, ...calls(put), sends)).toEqual(["request-required-property-removed"]);
    expect(concerning(gone, reads)).toHaveLength(2);
  });

  test("traffic that only reads is concerned by answers alone, and code that cannot be followed by both", () => {
    const whole = useOf("whole Gift");
    expect(concerning(tighter, ...calls(list), { ...whole, at: [], seen: 2 })).toEqual([
      expect.stringMatching(/^response-/),
    ]);
    expect(concerning(tighter, ...calls(list), whole)).toHaveLength(2);
  });

  test.each<[string, readonly string[], string]>([
    ["who calls it", [list], "breaks"],
    ["who calls another one that shares it", [query], "safe"],
    ["who is not seen to call anything", [], "breaks"],
  ])("an answer of one operation that others share no more, for %s", (_, operations, expected) => {
    const problem: Json = {
      description: "refused",
      ...json({ type: "object", properties: { code: text } }),
    };
    const shared = (own: Json): Json => {
      const whole = document({}, { responses: { "400": own } });
      const paths = Object(whole["paths"]);
      const item = Object(paths["/api/Gift/query"]);
      return {
        ...whole,
        paths: {
          ...paths,
          "/api/Gift/query": {
            post: { ...item.post, responses: { "400": { $ref: "#/components/responses/Refused" } } },
          },
        },
        components: { ...Object(whole["components"]), responses: { Refused: problem } },
      };
    };
    const reading = useOf(
      "read /components/responses/Refused/content/application~1json/schema/properties/code",
    );
    const anew: Json = { description: "", ...json({ type: "object", properties: { reason: text } }) };
    expect(
      verdictOf(shared({ $ref: "#/components/responses/Refused" }), shared(anew), [
        ...calls(...operations),
        reading,
      ]),
    ).toBe(expected);
  });

  test.each<[string, string]>([
    ["read", "safe"],
    ["send", "breaks"],
  ])("a parameter that is new in front of one that code has to %s is another one", (how, expected) => {
    const anew = { name: "year", in: "query", required: true, schema: { type: "integer" } };
    const take = { name: "take", in: "query", schema: { type: "integer" } };
    const location = "listGifts/parameters/query/take";
    const { old, now } = { old: { parameters: [take] }, now: { parameters: [anew, take] } };
    // Who sends a parameter calls the operation, which needs another one now.
    const uses = [useOf(`${how} ${location}: number`), ...(how === "send" ? calls(list) : [])];
    expect(verdictOf(document({}, old), document({}, now), uses)).toBe(expected);
  });
});
