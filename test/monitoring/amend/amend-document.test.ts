import { describe, expect, test } from "vitest";
import { type Document, isMap, parseDocument, type YAMLMap } from "yaml";
import { documentation } from "../../../src/builtin/documents.ts";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import { openapiStyle, openapiText } from "../../../src/builtin/openapi-text.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import type { Drift } from "../../../src/core/model/drift.ts";
import { type AmendedText, amendDocument } from "../../../src/monitoring/amend/amend-document.ts";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";

const change = (more: Partial<Drift>): Drift => ({
  fingerprint: "0123456789ab",
  target: { interface: "crm", address: "https://crm.example.org", organization: "default" },
  kind: "null-appeared",
  impact: "breaking",
  severity: "error",
  operation: "getContact",
  status: 200,
  variant: "",
  pointer: "/informalName",
  message: "`/informalName` changed.",
  before: "string",
  now: "null",
  seenBefore: { count: 0, of: 50 },
  seenSince: { count: 40, of: 40 },
  chance: 1e-6,
  confidence: "confirmed",
  state: "standing",
  firstSeen: "2025-01-06T02:00:00.000Z",
  lastSeen: "2025-01-06T02:00:00.000Z",
  nights: 1,
  ...more,
});

/** The operations that change here, and those that share something with them. */
const shown: Readonly<Record<BuiltinInterface, RegExp>> = {
  crm: /"operationId":"getContact(?:ByReference)?"/,
  donation: /"operationId":"(?:list(?:Donors|Premiums|Projects)|query(?!Campaigns|Segments)\w+)"/,
  volunteer: /"operationId":"(?:listUsers|getUser)"/,
};

const mapAt = (document: Document, path: readonly string[]): YAMLMap => {
  const map = document.getIn(path);
  if (!isMap(map)) throw new Error(`no map at ${path.join("/")}`);
  return map;
};

/** The part of a document that is about these operations: the whole is read and written much more slowly. */
const partOf = (name: BuiltinInterface): string => {
  const document = parseDocument(openapiText(name));
  const paths = mapAt(document, ["paths"]);
  paths.items = paths.items.filter(({ value }) => shown[name].test(JSON.stringify(value)));
  for (let length = Infinity, text = String(document); text.length < length; text = String(document)) {
    length = text.length;
    for (const section of ["schemas", "responses", "parameters", "headers"].filter((one) =>
      document.hasIn(["components", one]),
    )) {
      const map = mapAt(document, ["components", section]);
      map.items = map.items.filter(({ key }) => text.includes(`#/components/${section}/${String(key)}"`));
    }
  }
  return document.toString(openapiStyle).replace(/ +$/gm, "");
};

const texts = new Map(interfaceNames.map((name) => [name, partOf(name)]));

const textOf = (name: BuiltinInterface): string => texts.get(name) ?? "";

const amendedOnce = new Map<string, AmendedText>();

const amended = (changes: readonly Partial<Drift>[], name: BuiltinInterface = "crm"): AmendedText => {
  const key = JSON.stringify([name, changes]);
  const found =
    amendedOnce.get(key) ?? amendDocument(textOf(name), changes.map(change), documentation, openapiStyle);
  amendedOnce.set(key, found);
  return found;
};

const originals = new Map(interfaceNames.map((name) => [name, readDocumentText("old.yaml", textOf(name))]));

const originalOf = (name: BuiltinInterface) => {
  const found = originals.get(name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** Lines that an amendment took from a document and put into it. */
const edits = (changes: readonly Partial<Drift>[], name: BuiltinInterface = "crm") => {
  const lines = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
  const before = lines(textOf(name));
  const after = lines(amended(changes, name).text);
  const left = [...after];
  const removed = before.filter((line) => {
    const at = left.indexOf(line);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  return { removed, added: left };
};

/** What `tripact diff` says of it. */
const differences = (changes: readonly Partial<Drift>[], name: BuiltinInterface = "crm") =>
  compareDocuments({
    old: originalOf(name),
    new: readDocumentText("new.yaml", amended(changes, name).text),
  }).map(({ kind, message }) => `${kind} ${message}`);

const gone = { kind: "field-removed", pointer: "/informalName", now: "absent" } as const;
const fresh = { kind: "field-added", pointer: "/shortName", now: "string", shape: "string" } as const;

describe("a change that is written into a document", () => {
  test.each(interfaceNames)("leaves the rest of %s as it was", (name) => {
    const text = openapiText(name);
    expect(amendDocument(text, [], documentation, openapiStyle).text).toBe(text);
  });

  test("leaves braces as they are beside it, too", () => {
    const text = textOf("crm").replace(/^openapi:.*$/m, "$&\nx-own: { a: [{ b: c }] }");
    const written = amendDocument(text, [change(gone)], documentation, openapiStyle).text;
    const lines = new Set(text.split("\n"));
    expect(written).not.toBe(text);
    expect(written.split("\n").filter((line) => !lines.has(line))).toEqual([]);
  });

  test("a renamed field keeps its place, its schema and its comments", () => {
    expect(edits([gone, fresh])).toEqual({ removed: ["informalName:"], added: ["shortName:"] });
    // Twice is once: several operations show it.
    expect(
      edits([
        gone,
        fresh,
        { ...gone, operation: "getContactByReference" },
        { ...fresh, operation: "getContactByReference" },
      ]),
    ).toEqual({ removed: ["informalName:"], added: ["shortName:"] });
  });

  test("a field that is gone, or new", () => {
    expect(differences([gone])).toEqual(["response-property-removed informalName"]);
    expect(differences([{ ...fresh, shape: "array of object {id}" }])).toEqual([
      "response-property-added shortName",
    ]);
    expect(edits([{ ...fresh, shape: "string (utc-date-time)" }]).added).toEqual([
      "shortName:",
      "format: date-time",
      "type: string",
    ]);
  });

  test("another type, a null, another form, another value", () => {
    const amount = { pointer: "/anniversaryYear", before: "integer" };
    expect(edits([{ ...amount, kind: "type-changed", now: "string" }]).added).toEqual([
      'type: [string, "null"]',
    ]);
    const some = { seenSince: { count: 4, of: 40 } };
    expect(edits([{ ...amount, ...some, kind: "type-changed", now: "string" }]).added).toEqual([
      'type: [integer, "null", string]',
    ]);
    expect(edits([{ pointer: "/contactType" }]).added).toEqual(['type: [string, "null"]']);
    const birthDate = { kind: "format-changed", now: "date", pointer: "/lastGiftDate" } as const;
    expect(edits([birthDate])).toEqual({
      removed: ['$ref: "#/components/schemas/UtcDateTime"'],
      added: ["format: date", "type: string"],
    });
  });

  test("an undescribed field is described from then on", () => {
    const donor = { operation: "listDonors", pointer: "/items/*/giftCount" };
    const { removed, added } = edits(
      [{ ...donor, kind: "type-changed", before: "integer", now: "string" }],
      "donation",
    );
    expect(removed).toEqual([]);
    expect(added).toEqual(["giftCount:", "type: string"]);
    const user = { ...fresh, operation: "listUsers", pointer: "/data/*/nickname" };
    expect(differences([user], "volunteer")).toEqual(["response-property-added data"]);
  });

  const total = {
    operation: "queryRecurringGifts",
    pointer: "/total",
    kind: "type-changed",
    before: "integer",
    now: "string",
  } as const;

  /** Operations of which `tripact diff` tells. */
  const operationsOf = (changes: readonly Partial<Drift>[]): readonly string[] => [
    ...new Set(
      compareDocuments({
        old: originalOf("donation"),
        new: readDocumentText("n", amended(changes, "donation").text),
      }).flatMap(({ operations }) => operations),
    ),
  ];

  test("a change in one operation of those with a model is its own", () => {
    const { text, unseen } = amended([total], "donation");
    expect(unseen).toEqual([]);
    const { root } = readDocumentText("d.yaml", text);
    expect(root).toMatchObject({
      components: {
        schemas: {
          Page: { properties: { total: { type: "integer" } } },
          RecurringGiftPage: {
            allOf: [
              { required: ["items", "total"], properties: { total: { type: "string" } } },
              { properties: { items: { type: "array" } } },
            ],
          },
        },
      },
    });
    expect(operationsOf([total])).toEqual(["queryRecurringGifts"]);
  });

  test("a field of another name, or a new one, is that operation's own, too", () => {
    const renamed = [
      { ...total, kind: "field-removed", now: "absent" },
      { ...total, kind: "field-added", pointer: "/count", now: "integer", shape: "integer" },
    ] as const;
    expect(differences(renamed, "donation")).toEqual(["response-required-property-renamed total → count"]);
    expect(operationsOf(renamed)).toEqual(["queryRecurringGifts"]);
    expect(operationsOf(renamed.slice(1))).toEqual(["queryRecurringGifts"]);
  });

  test("what operations show that have no narrower model in common is said of the others", () => {
    const { text, unseen } = amended([total, { ...total, operation: "queryDonors" }], "donation");
    expect(readDocumentText("d.yaml", text).root).toMatchObject({
      components: { schemas: { Page: { properties: { total: { type: "string" } } } } },
    });
    expect(unseen).toHaveLength(1);
    expect(unseen[0]).toContain("queryGifts");
    expect(unseen[0]).not.toMatch(/queryDonors|queryRecurringGifts/);
    expect(amended([gone]).unseen).toEqual([
      "`/informalName` changed. Contact is also in getContactByReference, which have not shown it.",
    ]);
  });

  test("a body that several operations leave open is described for its own alone", () => {
    const premium = { ...fresh, operation: "listPremiums", pointer: "/items/*/color" };
    const { text } = amended([premium], "donation");
    const { root } = readDocumentText("d.yaml", text);
    expect(JSON.stringify(root).match(/"color"/g)).toHaveLength(1);
    expect(compareDocuments({ old: originalOf("donation"), new: readDocumentText("n", text) })).toMatchObject(
      [{ operations: ["listPremiums"] }, { operations: ["listPremiums"] }],
    );
  });

  test("an operation that is gone, another status, another form of errors", () => {
    const whole = { operation: "listPremiums", pointer: "" };
    expect(differences([{ ...whole, kind: "operation-removed", now: "404" }], "donation")).toEqual([
      "operation-removed listPremiums",
    ]);
    const { status: _, ...moved } = change({
      kind: "status-changed",
      pointer: "",
      before: "200",
      now: "204",
    });
    expect(differences([moved])).toEqual(["success-status-added 204"]);
    expect(differences([{ kind: "error-form-changed", pointer: "", status: 404, now: "problem" }])).toContain(
      "response-media-type-added application/problem+json",
    );
  });

  test("what cannot be written is said of each, and nothing is", () => {
    const changes: readonly Partial<Drift>[] = [
      { kind: "header-appeared", operation: "*", pointer: "", now: "x-new" },
      { kind: "rate-changed", operation: "*", pointer: "", now: "x-ratelimit-limit: 7" },
      { kind: "latency-changed", pointer: "", now: "mostly 1 s to 3 s" },
      { kind: "value-added", pointer: "/contactType", now: "another value" },
      { kind: "null-appeared", operation: "getNothing" },
    ];
    const named = changes.map((one) => ({ ...one, message: `This is ${one.kind}.` }));
    const { text, notes } = amended(named);
    expect(notes).toEqual(named.map(({ message }) => expect.stringContaining(message)));
    expect(text).toBe(textOf("crm"));
  });
});
