import type { ApiOperation } from "../../documents/document.ts";
import type { Api, Callable } from "../checks/api.ts";
import {
  erased,
  isItemPath,
  nounOf,
  placesIn,
  recordsBelow,
  templatesByCollection,
} from "../checks/templates.ts";
import type { ApiResource } from "./resource.ts";

const templateOf = ({ path }: ApiOperation): string => erased(path).replace(/\/$/, "");

const isOn =
  (method: string, template: string) =>
  ({ operation }: Callable): boolean =>
    operation.method === method && isItemPath(operation.path) && templateOf(operation) === template;

/** Resources that paths and methods suggest: an item that can be read, and the collection that it is in. */
export const inferredResources = (
  { callables }: Pick<Api, "callables">,
  used: ReadonlySet<string>,
): readonly ApiResource[] => {
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
    const [read, create, list] = [of("GET"), above("POST"), above("GET")];
    const [update, replace, remove] = [of("PATCH"), of("PUT"), of("DELETE")];
    const place = read && placesIn(read.operation.path).at(-1);
    const all = [read, create, list, update, replace, remove];
    if (place === undefined || all.some((one) => one !== undefined && used.has(one.id))) return [];
    const may = (one: Callable | undefined): one is Callable => one !== undefined && one.reach !== "several";
    return [
      {
        name: nounOf(place.collection),
        isDeclared: false,
        ...(read === undefined ? {} : { read }),
        ...(create === undefined ? {} : { create: { callable: create } }),
        ...(list === undefined ? {} : { list: { callable: list } }),
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
