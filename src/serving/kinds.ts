import { type Api, type Callable, validatorKeys } from "../contracts/checks/api.ts";
import { takesList } from "../contracts/checks/effects.ts";
import { bodyContent, isJsonType, schemaOf, writableTypes } from "../contracts/checks/input.ts";
import { erased, nounOf, type PathPlace } from "../contracts/checks/templates.ts";
import { declaredResources } from "../contracts/resources/declared.ts";
import { inferredResources } from "../contracts/resources/inferred.ts";
import { recordPlace, wrappers } from "../contracts/resources/record-view.ts";
import type { ApiResource, Listing } from "../contracts/resources/resource.ts";
import type { ApiDocument, ApiOperation } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { successOf } from "./responses.ts";
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
  /** Whether nothing but a list shows the records. */
  readonly isListedAlone: boolean;
}

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
export const listedSchema = (
  { list }: Pick<ApiResource, "list">,
  { reading }: Schemas,
): Schema | undefined => {
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

/** The place of records that nothing but a list shows: no path leads below one of them. */
const listedPlace = ({ callable }: Listing): PathPlace => {
  const collection = erased(callable.operation.path).replace(/\/$/, "");
  return { name: "id", template: `${collection}/*`, collection };
};

const placeOf = (resource: ApiResource, item: Callable | undefined): PathPlace | undefined => {
  if (item !== undefined) return recordPlace(resource);
  if (resource.serving !== undefined) return placeless(resource.name);
  return resource.list && listedPlace(resource.list);
};

/** The path of a record, or the one that it could have. */
const pathOf = ({ list, name, serving }: ApiResource, item: Callable | undefined): string => {
  if (item !== undefined) return item.operation.path;
  return serving === undefined && list !== undefined
    ? `${list.callable.operation.path.replace(/\/$/, "")}/{id}`
    : `/${name}/{id}`;
};

export const kindOf = (resource: ApiResource, schemas: Schemas): ServedKind | undefined => {
  const { serving } = resource;
  const item = resource.read ?? resource.remove?.callable ?? resource.update ?? resource.replace;
  const place = placeOf(resource, item);
  const shown = shownBy(resource);
  if (place === undefined) return undefined;
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
  // What is written and never shown again must say which it is.
  const isShown = resource.isDeclared || resource.read !== undefined || resource.list !== undefined;
  const isListedAlone = item === undefined && listed !== undefined;
  const isRecord =
    idProperty !== undefined ||
    isListedAlone ||
    (isShown && listed === undefined && !holdsList(schema, schemas));
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
    path: pathOf(resource, item),
    isListedAlone,
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
    // Whatever an operation is called, a server does what its path says; many records at once are another matter.
    reach: takesList(operation, schemas.reading) ? "several" : "one record",
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
