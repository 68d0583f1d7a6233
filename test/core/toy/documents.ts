import { createFieldNames } from "../../../src/core/privacy/field-names.ts";
import type { Contract } from "../../../src/core/model/contract.ts";
import type { Operation } from "../../../src/core/model/operation.ts";

const common = { interface: "library", security: "none", unknowns: [] } as const;
const response = (validator: string) => ({ mediaTypes: ["application/json"], validator });

const operations: Readonly<Record<string, Operation>> = {
  readBook: {
    ...common,
    id: "readBook",
    method: "GET",
    path: "/v3/books/{bookId}",
    summary: "Read a book",
    effect: "read",
    parameters: [{ name: "bookId", in: "path", type: "integer", required: true }],
    responses: { "200": response("readBook.200") },
    facts: ["LIB-01"],
  },
  replaceBook: {
    ...common,
    id: "replaceBook",
    method: "PUT",
    path: "/v3/books/{bookId}",
    summary: "Replace a book",
    effect: "write",
    security: "bearer",
    parameters: [{ name: "bookId", in: "path", type: "integer", required: true }],
    requestBody: { mediaType: "application/json", required: true, validator: "replaceBook.request" },
    responses: { "200": response("readBook.200") },
    facts: ["LIB-02"],
  },
};

/** The documents of a platform of two operations, as far as recordings, drift and reports need them. */
const parts = {
  interfaces: ["library"],
  operations,
  documentedBodies: {
    "readBook.200": {
      types: ["object"],
      required: ["id", "heading"],
      fields: {
        id: { types: ["integer"] },
        heading: { types: ["string"] },
        shelf: { types: ["string"], values: ["Poetry", "Travel"], closed: true },
      },
    },
  },
  modelInstances: { "readBook.200": { Book: [""] } },
  described: {
    library: {
      title: "Library interface",
      mainCredential: "library.credentials.token",
      versionPrefix: "/v3",
      errorForms: ["problem"],
    },
  },
  publicTerms: {
    fieldWords: ["shelf", "heading"],
    pathWords: ["authors"],
    values: ["Out of print"],
    plainNumbers: ["offset"],
    fieldReferences: ["orderby"],
    credentialMoments: [],
  },
  facts: [
    { id: "LIB-01", see: "passive", statement: "A book has a heading.", places: [] },
    { id: "LIB-02", see: "write", statement: "A book is replaced.", places: [] },
    { id: "ALL-01", see: "passive", statement: "Bodies are JSON.", places: [] },
  ],
  factGroups: { LIB: "library", ALL: "general" },
} as const satisfies Partial<Contract>;

export const documents = { ...parts, fieldNames: createFieldNames(parts) };
