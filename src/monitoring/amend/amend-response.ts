import { type Document, isMap } from "yaml";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { Drift } from "../../core/model/drift.ts";
import { type Node, nodeAt } from "./schema-node.ts";

type Json = Readonly<Record<string, unknown>>;

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** An object that has fields of these types. */
const object = (fields: Readonly<Record<string, string>>): Json => ({
  type: "object",
  required: Object.keys(fields),
  properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])),
});

/** The content of an answer by the form of its body; undefined if there is none. */
const contentOf = (form: string): Json | undefined => {
  switch (form) {
    case "empty":
      return undefined;
    case "text":
      return { "text/plain": { schema: { type: "string" } } };
    case "html":
      return { "text/html": { schema: { type: "string" } } };
    case "problem":
      return { "application/problem+json": { schema: object({ title: "string", status: "integer" }) } };
    case "json-array":
      return json({ type: "array" });
    case "json-object":
      return json({ type: "object" });
    case "error-envelope":
      return json(object({ error: "object" }));
    case "oauth-error":
      return json(object({ error: "string" }));
    case "message":
    case "message-with-model-state":
      return json(object({ message: "string" }));
    default:
      return json({});
  }
};

const responseAt = (document: Document, operation: readonly string[], status: number): Node | undefined =>
  [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((key) => nodeAt(document, [...operation, "responses", key]))
    .find((node) => node !== undefined);

const removeOperation = (document: Document, path: string, method: string): void => {
  document.deleteIn(["paths", path, method]);
  const left = document.getIn(["paths", path], true);
  const methods = ["get", "put", "post", "delete", "patch", "head", "options"];
  if (isMap(left) && !methods.some((one) => left.has(one))) document.deleteIn(["paths", path]);
};

const addStatus = (document: Document, operation: readonly string[], change: Drift): void => {
  const { now, firstSeen } = change;
  const path = [...operation, "responses", now];
  if (document.getIn(path) === undefined)
    document.setIn(path, document.createNode({ description: `Answered since ${firstSeen.slice(0, 10)}.` }));
};

/** Writes a change of an operation's answer as a whole, or returns why it cannot. */
export const amendResponse = (
  document: Document,
  change: Drift,
  documentation: Documentation,
): string | undefined => {
  const found = documentation.operation(change.operation);
  if (found === undefined) return `${change.message} An OpenAPI document has no place for it.`;
  const operation = ["paths", found.path, found.method.toLowerCase()];
  switch (change.kind) {
    case "operation-removed":
      return void removeOperation(document, found.path, found.method.toLowerCase());
    case "status-changed":
      return void addStatus(document, operation, change);
    case "error-form-changed":
    case "type-changed": {
      const response = responseAt(document, operation, change.status ?? 200);
      if (response === undefined) return `${change.message} The document describes no such answer of it.`;
      const content = contentOf(change.now);
      if (content === undefined) response.delete("content");
      else response.set("content", document.createNode(content));
      return undefined;
    }
    default:
      return `${change.message} An OpenAPI document has no place for it.`;
  }
};
