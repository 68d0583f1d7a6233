import { valueAt } from "../../core/formats/json-pointer.ts";
import { type Exchange, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject, own } from "../../core/model/json-object.ts";
import { listedIn, idIn } from "../checks/record-ids.ts";
import type { PathPlace } from "../checks/templates.ts";
import type { Listing } from "./resource.ts";

/** The record that an answer shows: the body, or what it wraps. */
export const shownRecord = (exchange: Exchange, name: string): JsonObject | undefined => {
  const body = jsonOf(exchange);
  if (!isObject(body)) return undefined;
  const inner = [own(body, "data"), own(body, name), own(body, "result")].find(isObject);
  return inner ?? body;
};

export const itemsIn = (exchange: Exchange, { items }: Pick<Listing, "items">): readonly unknown[] => {
  const body = jsonOf(exchange);
  const found = items === undefined ? listedIn(body) : valueAt(body, items);
  return Array.isArray(found) ? found : [];
};

export const idsIn = (exchange: Exchange, list: Listing, place: PathPlace): readonly string[] =>
  itemsIn(exchange, list).flatMap((item) => idIn(item, place) ?? []);

const totals = ["/total", "/totalCount", "/total_count", "/count", "/meta/total", "/page/totalElements"];

/** The number of all records that a list states. */
export const totalIn = (exchange: Exchange, { total }: Pick<Listing, "total">): number | undefined => {
  const body = jsonOf(exchange);
  const header = Number(responseOf(exchange)?.headers["x-total-count"]);
  if (Number.isInteger(header)) return header;
  if (!isObject(body)) return undefined;
  const found = (total === undefined ? totals : [total]).map((pointer) => valueAt(body, pointer));
  return found.find((value): value is number => Number.isInteger(value));
};

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text);

const sameText = (one: string, other: string): boolean =>
  one === other || (isMoment(one) && isMoment(other) && Date.parse(one) === Date.parse(other));

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/**
 * Whether an answer shows a value as it was sent: a moment in another notation is the same, as is null left out, and a
 * list in another order. Objects may show more.
 */
export const showsSame = (sent: unknown, shown: unknown): boolean => {
  if (isNothing(sent) || isNothing(shown)) return isNothing(sent) && isNothing(shown);
  if (typeof sent === "string" && typeof shown === "string") return sameText(sent, shown);
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const left = [...(shown as readonly unknown[])];
    return (
      sent.length === shown.length &&
      sent.every((one) => {
        const index = left.findIndex((other) => showsSame(one, other));
        if (index >= 0) left.splice(index, 1);
        return index >= 0;
      })
    );
  }
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).every(
      ([name, value]) => !Object.hasOwn(shown, name) || showsSame(value, shown[name]),
    );
  return sent === shown;
};

/** Names of the properties that two views of a record share and show differently. */
export const differing = (
  sent: JsonObject,
  shown: JsonObject,
  isAbout: (name: string) => boolean,
): readonly string[] =>
  Object.keys(sent).filter(
    (name) => isAbout(name) && Object.hasOwn(shown, name) && !showsSame(sent[name], shown[name]),
  );
