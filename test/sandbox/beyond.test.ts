import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { beyondNames, type BeyondName } from "../../src/builtin/beyond.ts";
import type { components as Control } from "../../src/builtin/generated/types/control.ts";
import type { components as Crm, operations } from "../../src/builtin/generated/types/crm-beyond.ts";
import { type JsonObject, own } from "../../src/core/model/json-object.ts";
import * as documents from "../../src/sandbox/reference/documents.ts";
import { bench } from "./support.ts";

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonObject }>> }>
  >;
}

interface Documented {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

// Redocly holds the documents to OpenAPI, whose shape these types repeat.
const operationsOf = (document: JsonObject): readonly Documented[] =>
  Object.entries(document["paths"] as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const read = new Map(beyondNames.map((name) => [name, documents.beyondDocument(name)]));

const beyondDocument = (name: BeyondName): JsonObject => read.get(name) ?? {};

const served = beyondNames.filter((name) => name !== "control");

interface Preparation {
  /** What is there before. */
  readonly first?: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly query?: string;
  /** Of parameters in the path; 1 without. */
  readonly values?: Readonly<Record<string, string>>;
}

const email = "ida.sample@example.org";
const people = [
  { firstName: "Ida", lastName: "Sample", contactMethods: [{ type: "Home Email", value: email }] },
];
const sample = { contactType: "Household", name: "Sample", referenceSource: "Web", referenceId: "w-1" };
const created = { method: "POST", path: "/api/Contact", body: { ...sample, contactIndividuals: people } };
const transaction = { transactionSource: "Web", transactionId: "t-9" };
const fields = { fields: [] };

/** Operations that find something only after it was created, or by more than an id. */
const preparations: Readonly<Record<string, Preparation>> = {
  setWebhookActive: { query: "?active=false" },
  findContact: { first: created, query: `?email=${email}` },
  findIndividual: { first: created, query: `?email=${email}` },
  getContactByReferenceSource: { first: created, values: { referenceSource: "Web", referenceId: "w-1" } },
  createNoteFromEmail: { first: created },
  updateContactCollection: { first: { method: "POST", path: "/api/Contact/1/Collection/1", body: fields } },
  updateIndividualCollection: {
    first: { method: "POST", path: "/api/ContactIndividual/1/Collection/1", body: fields },
  },
  getGiftByTransaction: {
    first: { method: "POST", path: "/api/Gift", body: { contactId: 1, amount: 1, ...transaction } },
    values: transaction,
  },
  getProjectByCode: {
    first: { method: "POST", path: "/api/Project", body: { name: "W", projectCode: "W-1" } },
    values: { code: "W-1" },
  },
  getSegmentByCode: { values: { code: "SPRING" } },
  removeGroupContact: { first: { method: "PUT", path: "/api/OrganizationGroup/1/contacts/1", body: {} } },
};

describe("what is served beyond the specification", () => {
  const examples = served.flatMap((name) =>
    operationsOf(beyondDocument(name)).map((one) => ({ name, id: one.operation.operationId, ...one })),
  );

  it.each(examples)("takes the example of $id and answers as documented", async (example) => {
    const { name, id, method, path, operation } = example;
    const base = documents.interfaceOf(name) ?? "crm";
    const { ask, credential } = bench();
    const token = credential(base, base === "crm" ? "apiKey" : "token");
    const { first, query = "", values = {} } = own(preparations, id) ?? {};
    if (first !== undefined)
      await ask(`/crm${first.path}`, { method: first.method, token, body: first.body });
    const body = operation.requestBody?.content["application/json"]?.example;
    const inPath = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? "1");
    const asked = `/${base}${inPath}${query}`;
    const { status, json } = await ask(asked, { method, token, ...(body === undefined ? {} : { body }) });
    const answer = operation.responses[String(status)];
    expect([status, Object.keys(operation.responses)[0]]).toEqual([status, String(status)]);
    const schema = answer?.content?.["application/json"]?.schema;
    expect(schema === undefined).toBe(status === 204);
    if (schema !== undefined) expect(misfits(name, schema, json)).toEqual([]);
  });
});

const misfits = (name: BeyondName, schema: JsonObject, value: unknown): readonly unknown[] => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  for (const format of ["decimal-string", "utc-date-time"]) ajv.addFormat(format, true); // checks hold them
  ajv.validate({ ...schema, components: beyondDocument(name)["components"] }, value);
  return ajv.errors ?? [];
};

describe("the control interface", () => {
  it("answers reads as documented, with deliveries and text messages", async () => {
    const { ask, credential } = bench({ control: true });
    const note = { contactId: 1, type: "Call", private: false } satisfies Crm["schemas"]["NewContactNote"];
    await ask("/crm/api/ContactNote", { token: credential("crm", "apiKey"), body: note });
    const reads = operationsOf(beyondDocument("control")).filter(({ method }) => method === "GET");
    expect(reads.length).toBeGreaterThan(5);
    for (const { path, operation } of reads) {
      const { status, json } = await ask(`/control${path === "/" ? "" : path}`);
      const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
      expect([path, status, misfits("control", schema, json)]).toEqual([path, 200, []]);
    }
  });

  it("has a type for what it takes", async () => {
    const { ask } = bench({ control: true });
    const move: Control["schemas"]["ClockMove"] = { advanceMs: 1000 };
    expect((await ask("/control/clock", { body: move })).status).toBe(200);
  });
});

describe("a program with the types of what is served beyond the specification", () => {
  type Page = operations["searchContacts"]["responses"]["200"]["content"]["application/json"];
  type Webhook = operations["createWebhook"]["responses"]["200"]["content"]["application/json"];

  it("lists contacts, posts a note and subscribes a webhook", async () => {
    const { ask, credential } = bench();
    const token = credential("crm", "apiKey");
    // What the document says of the answers, which the test above holds.
    const page = (await ask("/crm/api/Contact?take=2", { token })).json as Page;
    const [first] = page.list;
    expect([page.list.length, typeof first?.name]).toEqual([2, "string"]);
    const note: Crm["schemas"]["NewContactNote"] = {
      contactId: first?.id ?? 0,
      type: "Call",
      note: "Hello.",
    };
    expect((await ask("/crm/api/ContactNote", { token, body: note })).at("/note")).toBe("Hello.");
    const input: Crm["schemas"]["WebhookInput"] = { payloadUrl: "https://a.example/hook", giftCreate: true };
    const webhook = (await ask("/crm/api/Webhook", { token, body: input })).json as Webhook;
    expect([webhook.payloadUrl, webhook.giftCreate]).toEqual(["https://a.example/hook", true]);
  });
});
