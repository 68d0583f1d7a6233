import type { Callable } from "../contracts/checks/api.ts";
import {
  erased,
  isItemPath,
  nounOf,
  placesIn,
  recordsBelow,
  templatesByCollection,
} from "../contracts/checks/templates.ts";
import type { ApiResource } from "../contracts/resources/resource.ts";

const templateOf = ({ operation }: Callable): string => erased(operation.path).replace(/\/$/, "");

/**
 * Resources of which no record can be read alone: those of a list, or of a creation, that are changed or removed.
 * `check` needs a read to judge one; a server does not.
 */
export const unreadResources = (
  callables: readonly Callable[],
  used: ReadonlySet<string>,
): readonly ApiResource[] => {
  const byCollection = templatesByCollection(callables.map(({ operation }) => operation));
  const items = Map.groupBy(
    callables.filter(({ id, operation }) => isItemPath(operation.path) && !used.has(id)),
    templateOf,
  );
  return [...items].flatMap(([template, changing]): readonly ApiResource[] => {
    const on = (method: string): Callable | undefined =>
      changing.find(({ operation }) => operation.method === method);
    const above = (method: string): Callable | undefined =>
      callables.find(
        ({ id, operation }) =>
          operation.method === method &&
          !used.has(id) &&
          !isItemPath(operation.path) &&
          recordsBelow(operation.path, byCollection).some((place) => place.template === template),
      );
    const [list, create, update, replace, remove] = [
      above("GET"),
      above("POST"),
      on("PATCH"),
      on("PUT"),
      on("DELETE"),
    ];
    const place = placesIn(changing[0]?.operation.path ?? "").at(-1);
    const isChanged = [update, replace, remove].some((one) => one !== undefined);
    if ((list === undefined && create === undefined) || place === undefined || !isChanged) return [];
    return [
      {
        name: nounOf(place.collection),
        isDeclared: false,
        ...(list === undefined ? {} : { list: { callable: list } }),
        ...(create === undefined ? {} : { create: { callable: create } }),
        ...(update === undefined ? {} : { update }),
        ...(replace === undefined ? {} : { replace }),
        ...(remove === undefined ? {} : { remove: { callable: remove, keeps: false } }),
        unique: [],
        canonical: [],
        moves: [],
        lags: false,
      },
    ];
  });
};
