import { contract } from "../../../src/inputs/contract.ts";
import { describe, expect, test } from "vitest";
import { compareWithDocument } from "../../../src/consumers/pact/against-documents.ts";
import { parsePact } from "../../../src/consumers/pact/pact-file.ts";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import { judge } from "../../conformance/trial.ts";
import { variantOf } from "../../conformance/variants/variant.ts";
import { jsonOf } from "../../sandbox/ask.ts";
import { someOf } from "../../nightly.ts";
import { pactOf, reads } from "./kit.ts";

const wrongAt = async (
  name: BuiltinInterface,
  path: string,
  body: unknown,
  status = 200,
): Promise<readonly string[]> => {
  const response = { status, headers: { "Content-Type": "application/json" }, body };
  const pact = parsePact(pactOf([reads("one", path, { response })], name), "a.json");
  return (await compareWithDocument(contract, pact, name)).map(
    ({ code, message }) => `${code}: ${message.replace(/^.*spec file: /, "")}`,
  );
};

describe("what the documents leave open", () => {
  test.each<[BuiltinInterface, string, unknown, number?]>([
    ["donation", "/api/Donor/list", { items: [{ id: 1, firstName: "Ann" }], total: 1 }],
    ["donation", "/api/Donor/list", { items: [{ DonorAddresses: [{ city: "Bath" }] }], total: 1 }],
    ["donation", "/api/Gift/list", { items: [{ id: 1, amount: "12.00", donor: { id: 4 } }], total: 1 }],
    ["donation", "/api/Donor/list", {}],
    ["donation", "/api/Donor/list", {}, 400],
    ["volunteer", "/v1/users", { meta: { total: 3, page: 1 }, data: [{ id: 7, email: "a@b.example" }] }],
    ["volunteer", "/v1/users/7", { data: { id: 7, anything: [1] } }],
  ])("a pact of %s at %s may expect %j", async (name, path, body, status) => {
    expect(await wrongAt(name, path, body, status)).toEqual([]);
  });

  test.each<[BuiltinInterface, string, unknown, string, number?]>([
    ["donation", "/api/Donor/list", { items: [{ id: 1 }], total: "1" }, "must be integer"],
    ["donation", "/api/Donor/list", { items: [{ donorAddresses: "Bath" }] }, "must be array"],
    ["donation", "/api/Donor/list", { items: [7] }, "must be object"],
    ["donation", "/api/Donor/list", { itms: [] }, "must NOT have additional properties - itms"],
    ["donation", "/api/Donor/list", { title: 5 }, "must be string", 400],
    ["volunteer", "/v1/users", { meta: { total: "3" }, data: [{ id: 7 }] }, "must be integer"],
    ["crm", "/api/Contact/42", { contctType: "x" }, "must NOT have additional properties - contctType"],
  ])("a pact of %s at %s may not expect %j", async (name, path, body, message, status) => {
    expect(await wrongAt(name, path, body, status)).toContain(`response.body.incompatible: ${message}`);
  });
});

describe("a body is compared as what it says, however a pact writes it:", () => {
  const queryOf = async (body: unknown, headers: object, version: string): Promise<readonly string[]> => {
    const request = {
      method: "POST",
      path: "/api/Donor/query",
      headers: { Authorization: "Bearer x", ...headers },
      body,
    };
    const one = { type: "Synchronous/HTTP", description: "one", request, response: { status: 200 } };
    const pact = parsePact(
      pactOf([one], "donation", { metadata: { pactSpecification: { version } } }),
      "a.json",
    );
    return (await compareWithDocument(contract, pact, "donation")).map(
      ({ code, message }) => `${code} ${message}`,
    );
  };
  const json = { "Content-Type": "application/json" };
  const base64 = (text: string): string => Buffer.from(text).toString("base64");

  test.each<[string, unknown, object, string]>([
    ["text that is not compact", '{\n "queryType": 0, "take": 1 }', json, "3.0.0"],
    [
      "base64",
      { content: base64('{"queryType":0}'), contentType: "application/json", encoded: "base64" },
      json,
      "4.0",
    ],
    ["JSON", { content: '{"queryType": 0}', contentType: "application/json", encoded: "JSON" }, json, "4.0"],
    [
      "base64 whose type no header has",
      { content: base64('{"queryType":0}'), contentType: "application/json", encoded: "base64" },
      {},
      "4.0",
    ],
    ["headers of several lines", { queryType: 0 }, { ...json, "Accept-Language": ["nl", "en"] }, "3.0.0"],
  ])("%s", async (_, body, headers, version) => {
    expect(await queryOf(body, headers, version)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ["text", '{ "take": "1" }', "3.0.0"],
    [
      "base64",
      { content: base64('{"take":"1"}'), contentType: "application/json", encoded: "base64" },
      "4.0",
    ],
  ])("and contradicts as %s", async (_, body, version) => {
    expect(String(await queryOf(body, json, version))).toContain("request.body.incompatible");
  });
});

/** What the sandbox answered when checks asked it, as the interactions of pacts, a few for each operation and status. */
const answeredInteractions = async (name: BuiltinInterface): Promise<readonly object[]> => {
  const counts = new Map<string, number>();
  const interactions: object[] = [];
  const listening = variantOf(name)("listening", "nothing", {
    open: "",
    wrap: (next) => async (incoming) => {
      const { status, headers, body } = await next(incoming);
      const key = `${incoming.operation} ${status}`;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const type = headers.get("content-type");
      if (incoming.operation !== undefined && incoming.method === "GET" && count < 3)
        interactions.push({
          description: key,
          request: {
            method: incoming.method,
            path: incoming.url.pathname.replace(`/${name}`, ""),
            query: incoming.url.search.slice(1),
          },
          response: { status, headers: type === null ? {} : { "content-type": type }, body: jsonOf(body) },
        });
      return { status, headers, body };
    },
  });
  await judge({ variants: [listening], budget: 500 });
  return interactions;
};

test.each(someOf(interfaceNames, 3))(
  "no answer of the sandbox contradicts the document of %s",
  async (name) => {
    const interactions = await answeredInteractions(name);
    expect(interactions.length).toBeGreaterThan(10);
    const pact = parsePact(pactOf(interactions, name, { metadata: undefined }), "a.json");
    const contradictions = await compareWithDocument(contract, pact, name);
    expect(contradictions.filter(({ code }) => code.startsWith("response."))).toEqual([]);
  },
);
