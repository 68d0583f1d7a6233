import type { ApiOperation } from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import type { Api, Callable } from "../checks/api.ts";
import { isJsonType } from "../checks/input.ts";
import {
  erased,
  isItemPath,
  nounOf,
  type PathPlace,
  placesIn,
  recordsBelow,
  templatesByCollection,
} from "../checks/templates.ts";
import { wrappers } from "./record-view.ts";
import type { ApiResource } from "./resource.ts";

const templateOf = ({ path }: ApiOperation): string => erased(path).replace(/\/$/, "");

const isOn =
  (method: string, template: string) =>
  ({ operation }: Callable): boolean =>
    operation.method === method && isItemPath(operation.path) && templateOf(operation) === template;

type Reading = Pick<Api, "reading">;

const answerSchema = ({ operation }: Callable): Schema | undefined =>
  operation.responses
    .find(({ status }) => status.startsWith("2"))
    ?.content.find(({ mediaType }) => isJsonType(mediaType))?.schema;

const modelOf = ({ reading }: Reading, schema: Schema | undefined): string | undefined =>
  schema === undefined ? undefined : reading.modelOf(schema);

/** Names of the schemas that an answer may show a record by: its own, or those of what it wraps. */
const recordModels = (api: Reading, read: Callable, name: string): readonly string[] => {
  const schema = answerSchema(read);
  const { properties } = api.reading.view(schema);
  return [schema, ...wrappers({ name }).map((wrapper) => properties[wrapper])].flatMap(
    (one) => modelOf(api, one) ?? [],
  );
};

/** Names of the schemas of the items in an answer, or in one of its properties. */
const listedModels = (api: Reading, list: Callable): readonly string[] => {
  const schema = answerSchema(list);
  return [schema, ...Object.values(api.reading.view(schema).properties)].flatMap(
    // The document may hold anything there.
    (one) => modelOf(api, api.reading.view(one).keywords["items"] as Schema | undefined) ?? [],
  );
};

/** Reads below a collection that list the same records by their schema: `/pet/findByStatus`, beside `/pet/{petId}`. */
const listsBelow = (
  api: Pick<Api, "callables" | "reading">,
  read: Callable,
  { collection }: PathPlace,
): readonly Callable[] => {
  const models = recordModels(api, read, nounOf(collection));
  const depth = placesIn(read.operation.path).length - 1;
  return api.callables.filter(
    (one) =>
      one.operation.method === "GET" &&
      !isItemPath(one.operation.path) &&
      templateOf(one.operation).startsWith(`${collection}/`) &&
      placesIn(one.operation.path).length === depth &&
      listedModels(api, one).some((model) => models.includes(model)),
  );
};

/** Resources that paths and methods suggest: an item that can be read, and the collection that it is in. */
export const inferredResources = (
  api: Pick<Api, "callables" | "reading">,
  used: ReadonlySet<string>,
): readonly ApiResource[] => {
  const { callables } = api;
  const byCollection = templatesByCollection(callables.map(({ operation }) => operation));
  const templates = [
    ...new Set(
      callables
        .filter(({ operation }) => operation.method === "GET" && isItemPath(operation.path))
        .map(({ operation }) => templateOf(operation)),
    ),
  ];
  return templates.flatMap((template): readonly ApiResource[] => {
    const of = (method: string): Callable | undefined => callables.find(isOn(method, template));
    const above = (method: string): Callable | undefined =>
      callables.find(
        ({ operation, reach }) =>
          operation.method === method &&
          !isItemPath(operation.path) &&
          reach !== "several" &&
          recordsBelow(operation.path, byCollection).some((place) => place.template === template),
      );
    const [read, create, plain] = [of("GET"), above("POST"), above("GET")];
    const [update, replace, remove] = [of("PATCH"), of("PUT"), of("DELETE")];
    const place = read && placesIn(read.operation.path).at(-1);
    if (read === undefined || place === undefined) return [];
    const [list, ...others] = [...(plain === undefined ? [] : [plain]), ...listsBelow(api, read, place)];
    const all = [read, create, list, update, replace, remove];
    if (all.some((one) => one !== undefined && used.has(one.id))) return [];
    const may = (one: Callable | undefined): one is Callable => one !== undefined && one.reach !== "several";
    return [
      {
        name: nounOf(place.collection),
        isDeclared: false,
        read,
        ...(create === undefined ? {} : { create: { callable: create } }),
        ...(list === undefined ? {} : { list: { callable: list } }),
        ...(others.length === 0 ? {} : { otherLists: others.map((callable) => ({ callable })) }),
        ...(may(update) ? { update } : {}),
        ...(may(replace) ? { replace } : {}),
        ...(may(remove) ? { remove: { callable: remove, keeps: false } } : {}),
        unique: [],
        canonical: [],
        moves: [],
        lags: false,
      },
    ];
  });
};
