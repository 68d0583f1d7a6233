import { type Api, type Callable, validatorKeys } from "../contracts/checks/api.ts";
import { reachOf } from "../contracts/checks/effects.ts";
import { bodyContent, isJsonType, schemaOf, writableTypes } from "../contracts/checks/input.ts";
import { erased, isItemPath, nounOf, type PathPlace, placesIn } from "../contracts/checks/templates.ts";
import { declaredResources } from "../contracts/resources/declared.ts";
import { inferredResources } from "../contracts/resources/inferred.ts";
import { recordPlace, wrappers } from "../contracts/resources/record-view.ts";
import type { ApiResource, FurtherOperation } from "../contracts/resources/resource.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { mediaOf, successOf } from "./responses.ts";
import { unreadResources } from "./unread-resources.ts";
import { itemSchema, type Schemas } from "./schemas.ts";

/** Records of one kind, as an operation creates, reads, lists and changes them. */
export interface ServedKind {
  /** The template of its items: `/orders/{}/lines/{}`. */
  readonly template: string;
  readonly resource: ApiResource;
  /** The parameter that holds the id. */
  readonly place: PathPlace;
  /** Its path in the document, with the names of its parameters. */
  readonly path: string;
  /** What a record looks like in answers. */
  readonly schema: Schema | undefined;
  /** The validator of the answer that shows one, and what wraps the record there. */
  readonly validator: string;
  readonly wrapper: string | undefined;
  /** The property that holds the id; undefined if answers do not show it. */
  readonly idProperty: string | undefined;
  /** The schema of the id, as a property or else as a parameter. */
  readonly idSchema: Schema | undefined;
  /** Whether a text or a number can be the id in a path. */
  readonly canBeId: (id: string | number) => boolean;
  /** Whether answers may show properties that no schema names. */
  readonly isOpen: boolean;
  /** Properties that answers show as decimal texts, whichever form they were sent in. */
  readonly decimals: ReadonlySet<string>;
  /** Whether whoever creates a record may name it. */
  readonly isNamedByClient: boolean;
}

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

const idNames = (place: PathPlace): readonly string[] => {
  const noun = nounOf(place.collection);
  const tail = /(?:name|key|slug|code|uuid|email)$/i.exec(place.name)?.[0].toLowerCase();
  const tails = tail === undefined ? [] : [tail];
  return [
    place.name,
    ...tails,
    "id",
    "_id",
    "uuid",
    "guid",
    `${noun}Id`,
    `${noun}ID`,
    `${noun}_id`,
    "key",
    "slug",
    "name",
  ];
};

/** The property of a record that holds its id. */
const idPropertyOf = (place: PathPlace, names: readonly string[]): string | undefined => {
  for (const wanted of idNames(place)) {
    const found =
      names.find((name) => name === wanted) ??
      names.find((name) => name.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The property of an answer that holds the record, if the answer itself is none. */
const wrapperOf = (
  resource: ApiResource,
  place: PathPlace,
  answer: Schema | undefined,
  { reading }: Schemas,
): string | undefined => {
  const { properties } = reading.view(answer);
  if (idPropertyOf(place, Object.keys(properties)) !== undefined) return undefined;
  const holdsRecord = (name: string): boolean =>
    idPropertyOf(place, Object.keys(reading.view(properties[name]).properties)) !== undefined;
  const objects = Object.keys(properties).filter(holdsRecord);
  return (
    wrappers(resource).find((name) => objects.includes(name)) ??
    (objects.length === 1 ? objects[0] : undefined)
  );
};

/** Whether an answer shows several records rather than one. */
const holdsList = (schema: Schema | undefined, { reading }: Schemas): boolean =>
  [schema, ...Object.values(reading.view(schema).properties)].some((one) => {
    const items = itemSchema(reading, one);
    return items !== undefined && Object.keys(reading.view(items).properties).length > 0;
  });

/** The schema of the records that a list shows; undefined if they are no objects. */
const listedSchema = ({ list }: ApiResource, { reading }: Schemas): Schema | undefined => {
  const schema = list && successOf(list.callable.operation).media?.schema;
  return [schema, ...Object.values(reading.view(schema).properties)]
    .map((one) => itemSchema(reading, one))
    .find((items) => Object.keys(reading.view(items).properties).length > 0);
};

/** The operation whose answers show one record. */
const shownBy = ({ read, create, update, replace }: ApiResource): Callable | undefined =>
  read ?? create?.callable ?? update ?? replace;

/** The place of records that no operation names by their id in a path. */
const placeless = (name: string): PathPlace => ({
  name: "id",
  template: `/${name}/{}`,
  collection: `/${name}`,
});

const decimalsOf = (schema: Schema | undefined, { reading }: Schemas): ReadonlySet<string> =>
  new Set(
    Object.entries(reading.view(schema).properties).flatMap(([name, property]) =>
      reading.view(property).keywords["format"] === "decimal-string" ? [name] : [],
    ),
  );

const kindOf = (resource: ApiResource, schemas: Schemas): ServedKind | undefined => {
  const { serving } = resource;
  const item = resource.read ?? resource.remove?.callable ?? resource.update ?? resource.replace;
  const place =
    item === undefined && serving !== undefined ? placeless(resource.name) : recordPlace(resource);
  const shown = shownBy(resource);
  if (place === undefined || (item === undefined && serving === undefined)) return undefined;
  const { media, validator } =
    shown === undefined ? { media: undefined, validator: "" } : successOf(shown.operation);
  const answer = media !== undefined && isJsonType(media.mediaType) ? media.schema : undefined;
  const { reading } = schemas;
  // What no operation shows alone is as its list shows it.
  const listed = resource.read === undefined ? listedSchema(resource, schemas) : undefined;
  const wrapper = listed === undefined ? wrapperOf(resource, place, answer, schemas) : undefined;
  const schema =
    (serving?.model === undefined ? undefined : reading.modelNamed(serving.model)) ??
    listed ??
    (wrapper === undefined ? answer : reading.view(answer).properties[wrapper]);
  const { properties } = reading.view(schema);
  const idProperty = idPropertyOf(place, Object.keys(properties));
  const parameter = item?.operation.parameters.find(
    ({ in: where, name }) => where === "path" && name === place.name,
  );
  const isRecord = idProperty !== undefined || (listed === undefined && !holdsList(schema, schemas));
  if (!isRecord) return undefined;
  const ofProperty = idProperty === undefined ? undefined : properties[idProperty];
  const ofParameter = parameter && schemaOf(parameter);
  const idSchema =
    ofProperty === undefined || ofParameter === undefined
      ? (ofProperty ?? ofParameter)
      : { allOf: [ofProperty, ofParameter] };
  const sent = resource.create && bodySchema(resource.create.callable.operation);
  const sentId = idProperty === undefined ? undefined : reading.view(sent).properties[idProperty];
  return {
    template: item === undefined ? place.template : erased(item.operation.path).replace(/\/$/, ""),
    resource,
    place,
    path: item?.operation.path ?? `/${resource.name}/{id}`,
    schema,
    validator: listed === undefined ? validator : (reading.modelOf(listed) ?? ""),
    wrapper,
    idProperty,
    idSchema,
    canBeId: (id) =>
      id !== "" &&
      (parameter === undefined ||
        schemas.allows(
          validatorKeys.parameter(item?.operation.id ?? "", "path", parameter.name),
          pathValue(id, ofParameter, schemas),
        )),
    isOpen: reading.view(schema).keywords["additionalProperties"] !== false,
    decimals: decimalsOf(schema, schemas),
    isNamedByClient: sentId !== undefined && !reading.isReadOnly(sentId),
  };
};

/** An id as a path's parameter means it. */
const pathValue = (id: string | number, schema: Schema | undefined, schemas: Schemas): unknown => {
  const isNumber = schemas.typeIs(schema, "integer") || schemas.typeIs(schema, "number");
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(String(id)) ? Number(id) : String(id);
};

export const bodySchema = (operation: ApiOperation): Schema | undefined => {
  const [type] = writableTypes(operation);
  return type === undefined ? undefined : bodyContent(operation, type)?.schema;
};

const idsOf = ({ create, read, list, update, replace, remove, serving }: ApiResource): readonly string[] =>
  [
    create?.callable,
    read,
    list?.callable,
    update,
    replace,
    remove?.callable,
    ...(serving?.operations ?? []).map(({ callable }) => callable),
  ].flatMap((one) => one?.id ?? []);

/** The kinds of records that a document has, declared or inferred, each by the template of its items. */
export const createKinds = (
  document: ApiDocument,
  declaration: unknown,
  schemas: Schemas,
): readonly ServedKind[] => {
  const callables = document.operations.map((operation): Callable => ({
    operation,
    id: operation.id,
    name: operation.id,
    reach: reachOf(operation, schemas.reading),
  }));
  const api: Pick<Api, "callables" | "reading"> = { callables, reading: schemas.reading };
  const declared = declaredResources(api, declaration);
  const used = new Set(declared.flatMap(idsOf));
  const made = (resources: readonly ApiResource[]): readonly ServedKind[] =>
    resources.flatMap((resource) => kindOf(resource, schemas) ?? []);
  const readable = made([...declared, ...inferredResources(api, used)]);
  const all = new Set([...used, ...readable.flatMap(({ resource }) => idsOf(resource))]);
  const kinds = [...readable, ...made(unreadResources(callables, all))];
  return [...new Map(kinds.toReversed().map((kind) => [kind.template, kind])).values()].toReversed();
};

/** Whether an answer lists records of a kind, wherever it holds them. */
const listsKind = (schema: Schema | undefined, kind: ServedKind, schemas: Schemas): boolean => {
  const { reading } = schemas;
  const items = itemSchema(reading, schema);
  if (items !== undefined) return schemas.isSame(items, kind.schema);
  return Object.values(reading.view(schema).properties).some((property) =>
    schemas.isSame(itemSchema(reading, property), kind.schema),
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

/** What an operation does: as its resource says, or as its path and its schemas suggest. */
export const roleOf = (
  operation: ApiOperation,
  kinds: readonly ServedKind[],
  schemas: Schemas,
): OperationRole => {
  const stated = statedRole(operation, kinds);
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
  const scope = placesIn(path).length;
  if (method === "GET") {
    const listed = kinds.find(
      (kind) =>
        placesIn(kind.path).length - 1 === scope &&
        kind.schema !== undefined &&
        listsKind(media?.schema, kind, schemas),
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
