import { createCredentials } from "../../../src/contracts/checks/credentials.ts";
import type { Api } from "../../../src/contracts/checks/api.ts";
import { reachOf } from "../../../src/contracts/checks/effects.ts";
import { createRunRecords } from "../../../src/contracts/checks/run-records.ts";
import { createSchemaReading } from "../../../src/contracts/checks/schema-view.ts";
import { inferredResources } from "../../../src/contracts/resources/inferred.ts";
import type { Scene } from "../../../src/contracts/resources/relation.ts";
import type { Tag } from "../../../src/contracts/resources/tag.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { readDocumentText } from "../../../src/documents/read-document.ts";
import { answer, call, exchangeWith } from "../../core/run/kit.ts";

/** The first resource that the paths of a document suggest, outside a run. */
export const sceneOf = (paths: object): Scene => {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "api", version: "1" }, paths });
  const document = readDocumentText("api.json", text);
  const reading = createSchemaReading(document);
  const api: Api = {
    name: "api",
    document,
    reading,
    callables: document.operations.map((operation) => ({
      operation,
      id: operation.id,
      name: operation.id,
      reach: reachOf(operation, reading),
    })),
    records: createRunRecords(document, {}),
    declared: new Map(),
    credentials: createCredentials("api", document, () => false, []),
    writes: true,
    effort: 12,
    fits: () => true,
  };
  const resources = inferredResources(api, new Set());
  const [resource] = resources;
  if (resource === undefined) throw new Error("the document has no records");
  return { api, resource, resources };
};

/** An answer to a request of a plan. */
export const answered = (operation: string, tag: Tag, status: number, body?: unknown): Exchange<Tag> => {
  const { path: _, ...asked } = call(operation, { operation });
  return { ...exchangeWith({ operation, outcome: answer(status, body) }), call: { ...asked, tag } };
};
