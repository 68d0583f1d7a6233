import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { schemaOf } from "../contracts/checks/input.ts";
import { isOfPaging, type ListPaging, pagingOf } from "../contracts/resources/lists.ts";
import { ordering, type Ordering } from "../contracts/resources/sorted.ts";
import type { ApiOperation } from "../documents/document.ts";
import type { ServedKind } from "./kinds.ts";
import type { Parameters } from "./parameters.ts";
import { queryText } from "./parameters.ts";
import { plainName } from "./plain-name.ts";
import type { Schemas } from "./schemas.ts";
import { type RecordPage, storedRecord } from "./show.ts";
import type { Serving } from "./served-document.ts";

const searches = /^(?:q|query|search|keyword|term|text|filter)$/i;

/** A property by the name of a parameter, in any spelling: `owner_id` is `ownerId`. */
const valueNamed = (record: JsonObject, name: string): unknown => {
  if (Object.hasOwn(record, name)) return record[name];
  return Object.entries(record).find(
    ([key]) => plainName(key) === plainName(name) || `${plainName(key)}s` === plainName(name),
  )?.[1];
};

/** Whether a value is one of those that are asked for; a list or an object if something in it is. */
const isAmong = (value: unknown, wanted: readonly string[]): boolean => {
  if (Array.isArray(value)) return value.some((item) => isAmong(item, wanted));
  if (isObject(value))
    return ["name", "id", "key", "value", "slug"].some((name) => isAmong(value[name], wanted));
  return value !== undefined && value !== null && wanted.includes(String(value).toLowerCase());
};

/** Whether a value holds a text in any case, wherever it is. @param text in lower case */
export const holdsText = (value: unknown, text: string): boolean =>
  typeof value === "string"
    ? value.toLowerCase().includes(text)
    : typeof value === "object" &&
      value !== null &&
      Object.values(value).some((inner) => holdsText(inner, text));

type Keeps = (record: JsonObject) => boolean;

interface Filter {
  readonly name: string;
  readonly isSearch: boolean;
}

/** The part of a list that requests ask for. */
const createWindow = (paging: ListPaging, usualSize: number) => {
  const numberOf = (values: Parameters, name: string | undefined, otherwise: number): number => {
    const given = name === undefined ? undefined : queryText(values, name);
    const number = Number(given ?? otherwise);
    return Number.isFinite(number) ? Math.max(0, Math.floor(number)) : otherwise;
  };

  const skipOf = (values: Parameters, take: number): number => {
    if (paging.by === "position") return numberOf(values, paging.name, 0);
    if (paging.by === "number")
      return Math.max(0, numberOf(values, paging.name, paging.first) - paging.first) * take;
    return paging.by === "cursor" ? numberOf(values, paging.name, 0) : 0;
  };

  const isPaged = paging.by !== "nothing" || paging.size !== undefined;

  /** The part of a list that a request asks for. */
  const windowOf = (values: Parameters): { readonly skip: number; readonly take: number } => {
    const take = isPaged ? numberOf(values, paging.size, usualSize) : Number.MAX_SAFE_INTEGER;
    return { skip: skipOf(values, take), take };
  };

  /** A page with what is said about the whole. */
  const pageOf = (records: readonly JsonObject[], total: number, values: Parameters): RecordPage => {
    const { skip, take } = windowOf(values);
    const end = skip + records.length;
    return {
      records,
      total,
      skip,
      take: isPaged ? take : total,
      number:
        paging.by === "number"
          ? Math.floor(skip / Math.max(1, take)) + paging.first
          : Math.floor(skip / Math.max(1, take)) + 1,
      next: end < total && records.length > 0 ? String(end) : undefined,
      previous: skip > 0 ? String(Math.max(0, skip - take)) : undefined,
    };
  };

  return { windowOf, pageOf };
};

/** How an operation lists records: its paging, filters and order, by the names of its parameters. */
export const createListing = (
  operation: ApiOperation,
  kind: ServedKind,
  schemas: Schemas,
  { store, choices }: Serving,
) => {
  const { reading } = schemas;
  const { id } = operation;
  const callable = { operation, id, name: id, reach: "nothing" as const };
  const paging = pagingOf({ reading }, { callable });
  const properties = Object.keys(reading.view(kind.schema).properties);
  const orders: Ordering = ordering({ reading }, { callable }, new Set(properties));
  const filters = operation.parameters.flatMap(({ in: place, name }): readonly Filter[] => {
    if (place !== "query" || isOfPaging(name) || orders.parameters.includes(name)) return [];
    const isProperty = properties.some(
      (one) => plainName(one) === plainName(name) || `${plainName(one)}s` === plainName(name),
    );
    return isProperty || searches.test(name) ? [{ name, isSearch: !isProperty }] : [];
  });
  const sizeParameter = operation.parameters.find(
    ({ in: place, name }) => place === "query" && name === paging.size,
  );
  const stated = reading.view(sizeParameter && schemaOf(sizeParameter)).keywords["default"];
  const usualSize = typeof stated === "number" ? stated : Number(choices.page);

  const keepsOf = (values: Parameters): readonly Keeps[] =>
    filters.flatMap(({ name, isSearch }): readonly Keeps[] => {
      const value = values.get(`query ${name}`);
      if (value === undefined || value === "" || isObject(value)) return [];
      const wanted = [value].flat().map((one) => String(one).toLowerCase());
      return isSearch
        ? [(record) => wanted.every((text) => holdsText(record, text))]
        : [(record) => isAmong(valueNamed(record, name), wanted)];
    });

  const { windowOf, pageOf } = createWindow(paging, usualSize);

  return {
    windowOf,
    pageOf,
    /** @param isListed whether a record belongs to the list; all do without it */
    page: (values: Parameters, scope: string, isListed?: Keeps): RecordPage => {
      const keeps = [...keepsOf(values), ...(isListed === undefined ? [] : [isListed])];
      const order = orders.of((name) => queryText(values, name));
      const isWhole = keeps.length === 0 && order === undefined;
      const { skip, take } = windowOf(values);
      const chosen = isWhole
        ? undefined
        : store
            .page(kind.template, scope, 0, Number.MAX_SAFE_INTEGER)
            .map(storedRecord)
            .filter((record) => keeps.every((keep) => keep(record)));
      if (order !== undefined) chosen?.sort((one, other) => order(one, other));
      const total = chosen?.length ?? store.count(kind.template, scope);
      const records =
        chosen?.slice(skip, skip + take) ?? store.page(kind.template, scope, skip, take).map(storedRecord);
      return pageOf(records, total, values);
    },
    paging,
  };
};

export type ListingOf = ReturnType<typeof createListing>;
