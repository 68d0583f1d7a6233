import { erased, isItemPath, placesIn } from "../contracts/checks/templates.ts";
import type { FurtherOperation } from "../contracts/resources/resource.ts";
import type { ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { bodySchema, type ServedKind } from "./kinds.ts";
import { mediaOf, successOf } from "./responses.ts";
import { itemSchema, type Schemas } from "./schemas.ts";
import { isPlainList } from "./show.ts";

/** What an operation does with the records of a kind. */
export type OperationRole =
  | {
      readonly does: "create" | "read" | "list" | "replace" | "update" | "remove" | "act";
      readonly kind: ServedKind;
    }
  /** Changes the record that its body names. */
  | { readonly does: "replace by body"; readonly kind: ServedKind }
  | { readonly does: "further"; readonly kind: ServedKind; readonly further: FurtherOperation }
  | { readonly does: "answer" };

/** Whether an answer is a list of the records of a kind. */
const listsKind = (schema: Schema | undefined, kind: ServedKind, schemas: Schemas): boolean => {
  const { reading } = schemas;
  const items = itemSchema(reading, schema);
  if (items !== undefined) return schemas.isSame(items, kind.schema);
  return (
    isPlainList(schema, schemas) &&
    Object.values(reading.view(schema).properties).some((property) =>
      schemas.isSame(itemSchema(reading, property), kind.schema),
    )
  );
};

/** What the resources say of an operation. */
const statedRole = ({ id }: ApiOperation, kinds: readonly ServedKind[]): OperationRole | undefined => {
  for (const kind of kinds) {
    const { create, read, list, update, replace, remove, serving } = kind.resource;
    const further = serving?.operations.find(({ callable }) => callable.id === id);
    if (further !== undefined) return { does: "further", kind, further };
    if (create?.callable.id === id) return { does: "create", kind };
    if (read?.id === id) return { does: "read", kind };
    if (list?.callable.id === id) return { does: "list", kind };
    if (update?.id === id) return { does: "update", kind };
    if (replace?.id === id) return { does: "replace", kind };
    if (remove?.callable.id === id) return { does: "remove", kind };
  }
  return undefined;
};

/** Whether an operation is about the records below the same parent as those of a kind. */
const isInScope = ({ path }: ApiOperation, kind: ServedKind): boolean => {
  const scope = placesIn(path);
  const places = placesIn(kind.path);
  return scope.length === places.length - 1 && scope.at(-1)?.template === places.at(-2)?.template;
};

/** A creation of each record of a list, at the collection or below it; of records that are below no others. */
const createsEach = (
  operation: ApiOperation,
  kinds: readonly ServedKind[],
  schemas: Schemas,
): OperationRole | undefined => {
  const template = erased(operation.path).replace(/\/$/, "");
  const items = itemSchema(schemas.reading, bodySchema(operation));
  if (operation.method !== "POST" || items === undefined) return undefined;
  const kind = kinds.find(
    ({ place: { collection }, resource, path, schema }) =>
      resource.create !== undefined &&
      placesIn(path).length === 1 &&
      `${template}/`.startsWith(`${collection}/`) &&
      (schemas.isSame(items, schema) ||
        schemas.isSame(items, bodySchema(resource.create.callable.operation))),
  );
  const { id } = operation;
  const callable = { operation, id, name: id, reach: "several" } as const;
  return (
    kind && { does: "further", kind, further: { callable, does: "create", by: {}, values: {}, items: "" } }
  );
};

/** What an operation does: as its resource says, or as its path and its schemas suggest. */
export const roleOf = (
  operation: ApiOperation,
  kinds: readonly ServedKind[],
  schemas: Schemas,
): OperationRole => {
  const stated = statedRole(operation, kinds) ?? createsEach(operation, kinds, schemas);
  if (stated !== undefined) return stated;
  const { method, path } = operation;
  const template = erased(path).replace(/\/$/, "");
  const item = kinds.find((kind) => kind.template === template);
  if (item !== undefined && isItemPath(path)) {
    if (method === "DELETE") return { does: "remove", kind: item };
    if (method === "PATCH") return { does: "update", kind: item };
    if (method === "PUT") return { does: "replace", kind: item };
    return { does: method === "GET" ? "read" : "act", kind: item };
  }
  const media = mediaOf(successOf(operation).response);
  if (method === "GET") {
    const listed = kinds.find(
      (kind) =>
        isInScope(operation, kind) && kind.schema !== undefined && listsKind(media?.schema, kind, schemas),
    );
    if (listed !== undefined) return { does: "list", kind: listed };
  }
  const collection = kinds.find((kind) => kind.place.collection === template);
  if (
    method === "PUT" &&
    collection !== undefined &&
    schemas.isSame(bodySchema(operation), collection.schema)
  )
    return { does: "replace by body", kind: collection };
  const owner = kinds
    .filter((kind) => template.startsWith(`${kind.template}/`))
    .toSorted((one, other) => other.template.length - one.template.length)[0];
  return owner === undefined || method === "GET" ? { does: "answer" } : { does: "act", kind: owner };
};
