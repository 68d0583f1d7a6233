import { readFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { type BuiltinInterface, interfaceNames } from "../../../src/builtin/interface-name.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { isObject, type JsonObject } from "../../../src/core/model/json-object.ts";
import { compareDocuments } from "../../../src/consumers/diff/compare-documents.ts";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { usageOf } from "../../../src/consumers/usage/usage-file.ts";
import type { UseVerdict } from "../../../src/consumers/usage/verdict/judge-change.ts";
import { judgeDocuments, worst } from "../../../src/consumers/usage/verdict/judge-documents.ts";
import { documentOf } from "../diff/documents.ts";

/** A JSON merge patch (RFC 7396): null takes a key away. */
export const merged = (value: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [key, inner] of Object.entries(patch)) {
    if (inner === null) delete result[key];
    else result[key] = merged(result[key], inner);
  }
  return result;
};

const text = { type: "string" };
const integer = { type: "integer" };
const textOrNull = { type: ["string", "null"] };
const oneOf = (...values: readonly string[]): JsonObject => ({ ...text, enum: values });
const model = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  additionalProperties: null,
  properties,
  required,
});
const schemas = (patch: JsonObject): JsonObject => ({ components: { schemas: patch } });

/**
 * What the specification leaves open, filled in as some provider might: lists of values, and the fields of donors, gifts
 * and users. Without them most kinds of change would have nothing to change.
 */
const patches: Readonly<Record<BuiltinInterface, JsonObject>> = {
  crm: schemas({
    Contact: { properties: { contactType: oneOf("Household", "Organization", "Foundation") } },
    ContactNoteRequest: { properties: { type: oneOf("Call", "Visit", "Mail") } },
    Reminder: { properties: { taskStatus: oneOf("Open", "Done") } },
  }),
  donation: schemas({
    Page: { properties: { items: null }, required: ["total"] },
    Donor: model(
      {
        id: integer,
        displayName: text,
        email: textOrNull,
        lastGiftDate: textOrNull,
        status: oneOf("active", "lapsed", "prospect"),
        DonorAddresses: { $ref: "#/components/schemas/DonorParts" },
      },
      ["id", "status"],
    ),
    Gift: model(
      {
        id: integer,
        donorId: integer,
        amount: text,
        method: oneOf("card", "bank", "refund"),
        note: textOrNull,
      },
      ["id", "donorId", "amount", "method", "note"],
    ),
  }),
  volunteer: schemas({
    User: model({ id: integer, name: text, email: textOrNull, role: oneOf("admin", "leader", "member") }, [
      "id",
      "name",
      "role",
    ]),
    UserRequest: model({ name: text, email: text }, ["name"]),
    UserPage: model(
      {
        meta: { $ref: "#/components/schemas/PageMeta" },
        data: { type: "array", items: { $ref: "#/components/schemas/User" } },
      },
      ["meta"],
    ),
  }),
};

const read = (name: BuiltinInterface): unknown =>
  readDocumentText(`${name}.yaml`, readFileSync(`specs/${name}.yaml`, "utf8")).root;

export const richDocuments: ReadonlyMap<BuiltinInterface, JsonObject> = new Map(
  interfaceNames.map((name) => {
    const document = merged(read(name), patches[name]);
    if (!isObject(document)) throw new Error(`${name}.yaml is no object`);
    return [name, document];
  }),
);

/** The types of a document, as `tripact generate` makes them. */
export const typesOf = async (root: JsonObject): Promise<string> =>
  // The document is one of ours, or one of ours with one change.
  astToString(
    await openapiTS(structuredClone(root) as unknown as OpenAPI3, {
      silent: true,
      emptyObjectsUnknown: true,
    }),
  );

/** What the change from one document to another means for a consumer that uses this. */
export const verdictOf = (old: JsonObject, now: JsonObject, uses: readonly Use[]): UseVerdict => {
  const documents = { old: documentOf(old), new: documentOf(now) };
  const judged = judgeDocuments(documents, compareDocuments(documents, { names: true }), [
    usageOf("intake", uses),
  ]);
  return worst(judged.flatMap(({ consumers }) => consumers.map(({ verdict }) => verdict)));
};
