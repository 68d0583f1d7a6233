import { posix } from "node:path";
import type { LocatedDocument } from "../source-document.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject } from "../../core/model/json-object.ts";
import { printable } from "../../core/output/escape.ts";
import type { ApiDocument, DialectVersion, ApiNote, ApiOperation, SourcePlace } from "../document.ts";
import { note, type ReadingContext } from "./context.ts";
import { endlessReferences } from "./cycles.ts";
import { entries, extensionsOf, fail, inside, type SourceNode, placeOf, rootOf, nodeText } from "./node.ts";
import { operationsIn } from "./operations.ts";
import { createResolver, type DocumentFiles } from "./references.ts";
import { createSchemaReader } from "./schemas.ts";
import { securitySchemesOf } from "./security.ts";
import { serversOf } from "./servers.ts";

/** @throws UsageError for what states no version */
const dialectOf = (root: SourceNode): DialectVersion => {
  const swagger = inside(root, "swagger");
  if (swagger !== undefined)
    return String(swagger.value).startsWith("2")
      ? "2.0"
      : fail(swagger, `Swagger ${printable(String(swagger.value))} is not read`, "convert it to OpenAPI 3.1");
  const stated = inside(root, "openapi");
  if (stated === undefined || !isObject(root.value))
    return fail(root, "is not an OpenAPI document", "its root needs the key openapi: 3.1.0");
  const [, minor] = /^3\.(\d+)/.exec(String(stated.value)) ?? [];
  if (minor === undefined)
    return fail(stated, `OpenAPI ${printable(String(stated.value))} is not read`, "2.0 and 3.x are");
  return minor === "0" ? "3.0" : minor === "1" ? "3.1" : "3.2";
};

const namedSchemas = (
  root: SourceNode,
  dialect: DialectVersion,
): readonly (readonly [string, SourceNode])[] => {
  const components = inside(root, "components");
  return entries(
    dialect === "2.0" ? inside(root, "definitions") : components && inside(components, "schemas"),
  );
};

/** Operations with ids of their own: an id that is there twice gets a number. */
const withUniqueIds = (reading: ReadingContext, groups: readonly (readonly ApiOperation[])[]) => {
  const taken = new Set(groups.flat().flatMap(({ statedId }) => statedId ?? []));
  const seen = new Set<string>();
  const uniqueId = (operation: ApiOperation): string => {
    const { id, statedId, at } = operation;
    if (statedId !== undefined && seen.has(id))
      reading.notes.push({
        about: "id",
        message: `operationId ${id} is used twice`,
        at: { ...at, pointer: childPointer(at.pointer, "operationId") },
      });
    let unique = id;
    for (let count = 2; seen.has(unique) || (unique !== statedId && taken.has(unique)); count += 1)
      unique = `${id}_${count}`;
    seen.add(unique);
    return unique;
  };
  const unique = (operation: ApiOperation): ApiOperation => ({
    ...operation,
    id: uniqueId(operation),
    callbacks: operation.callbacks.map((callback) => ({
      ...callback,
      operations: callback.operations.map(unique),
    })),
  });
  return groups.map((operations) => operations.map(unique));
};

/** References that nothing ends are taken out: what they would say is said already. */
const cutEndless = (reading: ReadingContext, models: ApiDocument["models"]): void => {
  for (const holder of endlessReferences(models)) {
    const place = reading.schemas.placeOf(holder);
    if (place !== undefined)
      reading.notes.push({
        about: "cycle",
        message: `reference ${String(holder["$ref"])} is a cycle`,
        at: { ...place, pointer: childPointer(place.pointer, "$ref") },
        hint: "let the cycle pass through a property or an item",
      });
    // The reader made this object.
    delete (holder as Record<string, unknown>)["$ref"];
  }
};

/** Reads a document whose files are open; the first one is its own. @throws UsageError */
export const normalDocument = (path: string, files: DocumentFiles): ApiDocument => {
  const document = files.get(posix.normalize(path));
  if (document === undefined) throw new Error(`${path} is not among the files`);
  const root = rootOf(document);
  const dialect = dialectOf(root);
  const resolver = createResolver(files);
  const schemas = createSchemaReader(dialect, resolver);
  const notes: ApiNote[] = [];
  const reading: ReadingContext = { dialect, root, resolver, schemas, notes };
  for (const [name, node] of namedSchemas(root, dialect)) schemas.name(name, node);
  const [operations = [], webhooks = []] = withUniqueIds(reading, [
    operationsIn(reading, "paths"),
    operationsIn(reading, "webhooks"),
  ]);
  const models = schemas.finish();
  cutEndless(reading, models);
  const info = inside(root, "info") ?? root;
  if (operations.length === 0 && webhooks.length === 0 && models.size === 0)
    note(reading, root, { about: "document", message: "the document has no operation" });
  const sourceOf = (file: string): LocatedDocument => files.get(posix.normalize(file)) ?? document;
  return {
    file: path,
    root: document.root,
    dialect,
    at: placeOf(root),
    title: nodeText(info, "title") ?? "",
    version: nodeText(info, "version") ?? "",
    description: nodeText(info, "description") ?? "",
    extensions: extensionsOf(root),
    servers: serversOf(reading),
    operations,
    webhooks,
    models,
    securitySchemes: securitySchemesOf(reading),
    notes,
    placeOf: schemas.placeOf,
    location: ({ file, pointer }: SourcePlace) => sourceOf(file).location(pointer),
    line: ({ file, pointer }: SourcePlace) => sourceOf(file).line(pointer),
  };
};
