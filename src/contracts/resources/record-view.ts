import { valueAtPointer } from "../../core/formats/json-pointer.ts";
import { type Exchange, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject, own } from "../../core/model/json-object.ts";
import { idIn, isRecordId, listedIn } from "../checks/record-ids.ts";
import { type PathPlace, placesIn } from "../checks/templates.ts";
import type { ApiResource, Listing } from "./resource.ts";
import { isMasked, isSameKind, saysSomething, showsSame } from "./same-value.ts";

/** The place of a record's id in the paths that name it; of a list alone, the one that it could have. */
export const recordPlace = ({ read, remove, update, replace, list }: ApiResource): PathPlace | undefined => {
  const item = read ?? remove?.callable ?? update ?? replace;
  if (item !== undefined) return placesIn(item.operation.path).at(-1);
  if (list === undefined) return undefined;
  const { path } = list.callable.operation;
  return { name: "id", template: `${path}/{}`, collection: path };
};

const hasOwnId = (body: JsonObject, resource: ApiResource): boolean =>
  [recordPlace(resource)?.name ?? "id", "id", "_id", "uuid"].some((name) => isRecordId(own(body, name)));

export const wrappers = ({ name }: Pick<ApiResource, "name">): readonly string[] => ["data", name, "result"];

/** The record that an answer shows: the body, or what it wraps. */
export const shownRecord = (exchange: Exchange, resource: ApiResource): JsonObject | undefined => {
  const body = jsonOf(exchange);
  if (!isObject(body)) return undefined;
  if (hasOwnId(body, resource)) return body;
  return (
    wrappers(resource)
      .map((name) => own(body, name))
      .find(isObject) ?? body
  );
};

export const itemsIn = (exchange: Exchange, { items }: Pick<Listing, "items">): readonly unknown[] => {
  const body = jsonOf(exchange);
  const found = items === undefined ? listedIn(body) : valueAtPointer(body, items);
  return Array.isArray(found) ? found : [];
};

/** Ids of the records in a list; undefined if one of them shows none. */
export const idsIn = (exchange: Exchange, list: Listing, place: PathPlace): readonly string[] | undefined => {
  const items = itemsIn(exchange, list);
  const ids = items.flatMap((item) => idIn(item, place) ?? []);
  return ids.length === items.length ? ids : undefined;
};

const totals = ["/total", "/totalCount", "/total_count", "/meta/total", "/page/totalElements"];

/** The number of all records that a list states. */
export const totalIn = (exchange: Exchange, { total }: Pick<Listing, "total">): number | undefined => {
  const header = responseOf(exchange)?.headers["x-total-count"];
  if (total === undefined && header !== undefined && /^\d+$/.test(header)) return Number(header);
  const body = jsonOf(exchange);
  const found = (total === undefined ? totals : [total]).map((pointer) => valueAtPointer(body, pointer));
  return found.find((value): value is number => Number.isInteger(value));
};

const nexts = [
  "/next",
  "/nextCursor",
  "/next_cursor",
  "/nextPageToken",
  "/next_page_token",
  "/meta/next",
  "/links/next",
];

/** The cursor of the next page, or a sign that there is one. */
export const nextIn = (exchange: Exchange, { next }: Pick<Listing, "next">): unknown => {
  const body = jsonOf(exchange);
  const found = (next === undefined ? nexts : [next]).map((pointer) => valueAtPointer(body, pointer));
  const value = found.find((one) => one !== undefined && one !== null && one !== "" && one !== false);
  if (value !== undefined) return value;
  const link = responseOf(exchange)?.headers["link"] ?? "";
  const [, address] = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link) ?? [];
  return (
    address ?? (isObject(body) && (body["has_more"] === true || body["hasMore"] === true) ? true : undefined)
  );
};

/**
 * Names of the properties that a record shows differently than they were sent.
 * @param mustShow whether an answer shows a property wherever it has a value
 */
export const differing = (
  sent: JsonObject,
  shown: JsonObject,
  isAbout: (name: string) => boolean,
  mustShow: (name: string) => boolean = () => false,
): readonly string[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    if (!isAbout(name) || value === null) return [];
    const is = shown[name];
    if (is === undefined || is === null) {
      const isMissing = saysSomething(value) && (is === null || mustShow(name));
      return isMissing ? [name] : [];
    }
    return isSameKind(value, is) && !showsSame(value, is) ? [name] : [];
  });

/** Names of the properties that two reads of a record show differently. */
export const changedBetween = (
  was: JsonObject,
  is: JsonObject,
  isAbout: (name: string) => boolean,
): readonly string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) =>
      isAbout(name) &&
      !(isMasked(was[name]) || isMasked(is[name])) &&
      !(showsSame(was[name], is[name]) && showsSame(is[name], was[name])),
  );
