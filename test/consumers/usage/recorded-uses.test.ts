import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSourceDocument } from "../../../src/documents/source-document.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { isObject, type JsonObject } from "../../../src/core/model/json-object.ts";
import { readRecordedUses } from "../../../src/consumers/usage/read-recorded-uses.ts";
import { createRecordedUses, withRecorded } from "../../../src/consumers/usage/recorded-uses.ts";
import { operationMatcher, pathWords } from "../../../src/builtin/documents.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { documentsOf } from "../../../src/inputs/interface-documents.ts";
import { createFindOperation } from "../../../src/traffic/recordings/find-operation.ts";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { merged, verdictOf } from "./documents.ts";

const documents = await documentsOf(contract);

const exchange = (
  operation: string,
  request: Pick<Exchange["request"], "method" | "url"> & { readonly body?: unknown },
  status = 200,
): Exchange => ({
  interface: "donation",
  operation,
  request: {
    headers: { "content-type": "application/json" },
    authorization: "Bearer $CREDENTIAL",
    ...request,
  },
  outcome: { kind: "response", status, headers: {}, body: { kind: "unknown" }, elapsedMs: 1 },
});

const query = (body: unknown): Exchange =>
  exchange("queryDonors", { method: "POST", url: "https://d.example/api/Donor/query", body });

const list = (search: string): Exchange =>
  exchange("listGifts", { method: "GET", url: `https://d.example/api/Gift/list${search}` });

const traffic = [
  query({ queryType: 0, take: 2, groups: [{ conjunct: 1, conditions: [] }], ourOwn: "Ann" }),
  query({ queryType: 3, take: null }),
  list("?Take=3&Descending=true&Filter=Ann"),
];

const usesOf = (exchanges: readonly Exchange[], shown: readonly Use[] = []): readonly Use[] => {
  const uses = createRecordedUses(documents);
  for (const one of exchanges) uses.see(one);
  return uses.beside(shown);
};

const at = (uses: readonly Use[], how: Use["how"], location: string): Use | undefined =>
  uses.find((use) => use.how === how && use.location === location);

const request = "/components/schemas/QueryRequest";
const operation = "/paths/~1api~1Donor~1query/post";
const gifts = "/paths/~1api~1Gift~1list/get";

test("what interactions of a cassette share is sent by each", async () => {
  const text = `sent: &sent { string: '{"take":2}' }
interactions:
- request: { method: POST, uri: "https://d.example/api/Donor/query", headers: { Content-Type: [application/json] }, body: *sent }
  response: { status: 200, headers: {}, body: {} }
`;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  };
  const recording = { file: "c.yaml", form: "yaml", format: "cassette", chunks } as const;
  const interfaces = {
    documents,
    find: createFindOperation(operationMatcher),
    pathWords,
    interfaces: contract.interfaces,
  };
  const uses = await readRecordedUses([recording], interfaces, [], new AbortController().signal);
  expect(at(uses, "send", `${request}/properties/take`)?.sends).toEqual(["number"]);
});

describe("what a recording shows", () => {
  const uses = usesOf(traffic);

  test("is called and sent, with its types and how often it was seen", () => {
    expect(at(uses, "call", operation)).toMatchObject({ seen: 2, at: [] });
    expect(at(uses, "build", request)?.gives).toEqual(["queryType", "take"]);
    expect(at(uses, "send", `${request}/properties/queryType`)).toMatchObject({ sends: ["number"], seen: 2 });
    expect(at(uses, "send", `${request}/properties/take`)?.sends).toEqual(["null", "number"]);
    expect(at(uses, "send", `${request}/properties/groups`)).toMatchObject({
      sends: ["absent", "array"],
      seen: 1,
    });
    expect(at(uses, "send", "/components/schemas/QueryGroup/properties/conjunct")?.values).toEqual([1]);
    expect(at(uses, "send", `${gifts}/parameters/query/Take`)?.sends).toEqual(["number"]);
    expect(at(uses, "send", `${gifts}/parameters/query/Descending`)?.sends).toEqual(["boolean"]);
    expect(at(uses, "send", `${gifts}/parameters/query/Skip`)).toBeUndefined();
  });

  test("holds no value and no name that the OpenAPI documents do not have", () => {
    expect(JSON.stringify(uses)).not.toMatch(/Ann|ourOwn/);
  });

  test("uses answers whole, since nothing shows what is read of them", () => {
    expect(at(uses, "whole", "/components/schemas/DonorPage")?.seen).toBe(2);
    expect(at(uses, "whole", "/components/schemas/GiftPage")?.seen).toBe(1);
  });

  test("leaves out what code shows, and the answers of calls that it shows", () => {
    const shown: readonly Use[] = [
      { interface: "donation", location: operation, how: "call", at: ["a.ts:1"] },
      { interface: "donation", location: `${request}/properties/take`, how: "send", at: ["a.ts:2"] },
      {
        interface: "donation",
        location: "/components/schemas/GiftPage/properties/items",
        how: "read",
        at: ["a.ts:3"],
      },
    ];
    const beside = usesOf(traffic, shown);
    for (const [how, location] of [
      ["call", operation],
      ["send", `${request}/properties/take`],
      ["whole", "/components/schemas/DonorPage"],
      ["whole", "/components/schemas/GiftPage"],
    ] as const)
      expect([location, at(beside, how, location)]).toEqual([location, undefined]);
    expect(at(beside, "send", `${request}/properties/queryType`)?.seen).toBe(2);
  });

  test("stays in the file until code shows it", () => {
    const shown: readonly Use[] = [{ interface: "donation", location: gifts, how: "call", at: ["a.ts:1"] }];
    const kept = withRecorded(shown, uses);
    expect(kept).toHaveLength(uses.length);
    expect(at(kept, "call", gifts)).toEqual(shown[0]);
    // What code showed before is not kept.
    expect(withRecorded([], shown)).toEqual([]);
  });
});

const own = readSourceDocument("donation.yaml", readFileSync("specs/donation.yaml", "utf8")).root;
const patched = (patch: object): JsonObject => {
  const document = merged(own, patch);
  if (!isObject(document)) throw new Error("no document");
  return document;
};
const schemas = (patch: object): JsonObject => patched({ components: { schemas: patch } });

test.each<[string, JsonObject, string]>([
  ["a property that it sends goes", schemas({ QueryRequest: { properties: { take: null } } }), "breaks"],
  ["another one changes", schemas({ QueryRequest: { properties: { skip: { type: "string" } } } }), "safe"],
  [
    "a property is required that it does not always give",
    schemas({ QueryRequest: { required: ["queryType", "groups"] } }),
    "breaks",
  ],
  [
    "a property is required that it always gives",
    schemas({ QueryRequest: { required: ["queryType", "take"] } }),
    "safe",
  ],
  ["a value goes that it sends", schemas({ Conjunct: { enum: [0] } }), "breaks"],
  ["a value goes that it does not send", schemas({ Conjunct: { enum: [1] } }), "safe"],
  ["an operation that it calls goes", patched({ paths: { "/api/Gift/list": null } }), "breaks"],
  ["one that it does not call goes", patched({ paths: { "/api/Project/list": null } }), "safe"],
  [
    "an answer that it gets changes",
    schemas({ Donor: { properties: { DonorAddresses: { type: "string" } } } }),
    "at risk",
  ],
])("when %s, the verdict is %s", (_, changed, verdict) => {
  expect(verdictOf(patched({}), changed, usesOf(traffic))).toBe(verdict);
});
