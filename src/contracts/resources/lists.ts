import type { Plan } from "../../core/model/check.ts";
import { type Exchange, isSuccess, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiParameter } from "../../documents/document.ts";
import { type Api, type Callable, validatorKeys } from "../checks/api.ts";
import { type Input, inputKey, schemaOf } from "../checks/input.ts";
import { idIn } from "../checks/record-ids.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn } from "../checks/templates.ts";
import { mustShow } from "./fields.ts";
import { itemsIn, nextIn, recordPlace, totalIn } from "./record-view.ts";
import type { Scene } from "./relation.ts";
import type { ApiResource, Listing } from "./resource.ts";
import { allAt, type ResourceAnswers, type Tag } from "./tag.ts";
import { ask, pathFor } from "./working-record.ts";

const sizes = /^(?:limit|take|size|top|\$top|page_?size|per_?page|max_?results|max_?items)$/i;
/** `startIndex` counts from 1 in some interfaces, and from 0 in others. */
const positions = /^(?:offset|skip|\$skip|start_?at)$/i;
const numbers = /^(?:page|page_?number|page_?no)$/i;
const cursors = /cursor|marker|token|continuation|^(?:after|starting_after)$/i;

/** Whether a parameter says which page is asked for. */
export const isOfPaging = (name: string): boolean =>
  [sizes, positions, numbers, cursors].some((pattern) => pattern.test(name));

const named = (parameters: readonly ApiParameter[], pattern: RegExp): ApiParameter | undefined =>
  parameters.find(({ in: place, name }) => place === "query" && pattern.test(name));

/** How a list is read page by page. */
export interface ListPaging {
  readonly size: string | undefined;
  readonly by: "nothing" | "position" | "number" | "cursor";
  readonly name: string;
  /** Of the first page, where pages have numbers. */
  readonly first: number;
}

const firstPage = (api: Pick<Api, "reading">, parameter: ApiParameter): number => {
  const { keywords } = api.reading.view(schemaOf(parameter));
  return keywords["minimum"] === 0 || keywords["default"] === 0 ? 0 : 1;
};

export const pagingOf = (api: Pick<Api, "reading">, { callable }: Pick<Listing, "callable">): ListPaging => {
  const { parameters } = callable.operation;
  const isNumber = (parameter: ApiParameter): boolean =>
    api.reading.view(schemaOf(parameter)).types.some((type) => type === "integer" || type === "number");
  const [limit, position, number, cursor] = [sizes, positions, numbers, cursors].map((one) =>
    named(parameters, one),
  );
  const size = limit !== undefined && isNumber(limit) ? limit.name : undefined;
  if (position !== undefined && isNumber(position))
    return { size, by: "position", name: position.name, first: 0 };
  if (number !== undefined && isNumber(number))
    return { size, by: "number", name: number.name, first: firstPage(api, number) };
  if (cursor !== undefined) return { size, by: "cursor", name: cursor.name, first: 0 };
  return { size, by: "nothing", name: "", first: 0 };
};

/** The first of some page sizes that a list allows. */
export const sizeOf = (api: Api, { id }: Callable, name: string | undefined, wanted: readonly number[]) =>
  name === undefined
    ? undefined
    : wanted.find((size) => api.fits(validatorKeys.parameter(id, "query", name), size));

/** Parameters that an accepted request had to have, and others. */
const listInput = (api: Api, { list }: ApiResource, more: Readonly<Record<string, unknown>> = {}): Input => {
  const { parameters = [] } = list?.callable.operation ?? {};
  const base = list && api.records.accepted.get(list.callable.id)?.input;
  const required = parameters.filter((one) => one.required && base?.parameters.has(inputKey(one)) === true);
  return {
    parameters: new Map<string, unknown>([
      ...required.map((one) => [inputKey(one), base?.parameters.get(inputKey(one))] as const),
      ...Object.entries(more).map(([name, value]) => [`query ${name}`, value] as const),
    ]),
  };
};

/** Query parameters that a list cannot be asked without, besides those of its pages. */
const requiredOf = ({ list }: ApiResource): readonly ApiParameter[] =>
  (list?.callable.operation.parameters ?? []).filter(
    ({ in: place, name, required }) => place === "query" && required && !isOfPaging(name),
  );

/** A value that a list can be asked for: neither a text that may mean a time, nor an object. */
export const isPlain = (value: unknown): value is string | number | boolean =>
  (typeof value === "string" && value !== "" && !/^\d{4}-\d\d-\d\d/.test(value)) ||
  typeof value === "number" ||
  typeof value === "boolean";

/** What a list must be asked for to hold a record: its own values. */
export type NeededFilters = Readonly<Record<string, unknown>>;

/** The values of a record that its list must be asked for; undefined if it shows none for one of them. */
export const neededFilters = (
  { api, resource }: Pick<Scene, "api" | "resource">,
  record: JsonObject,
): NeededFilters | undefined => {
  const isProperty = mustShow(api, resource);
  const asked = requiredOf(resource).filter(({ name }) => isPlain(record[name]) || isProperty(name));
  if (!asked.every(({ name }) => isPlain(record[name]))) return undefined;
  const isList = (parameter: ApiParameter): boolean =>
    api.reading.view(schemaOf(parameter)).types.includes("array");
  return Object.fromEntries(
    asked.map((parameter) => {
      const value = record[parameter.name];
      return [parameter.name, isList(parameter) ? [value] : value];
    }),
  );
};

/** Whether a list holds only what has a value that must be asked for. */
export const needsFilters = ({ api, resource }: Pick<Scene, "api" | "resource">): boolean =>
  requiredOf(resource).some(({ name }) => mustShow(api, resource)(name));

/** Asks for a list, below a parent if its path names one. */
export function* askList(
  { api, resource }: Scene,
  more: Readonly<Record<string, unknown>>,
  tag: Tag,
  parent?: KnownRecord,
): Plan<Exchange<Tag> | undefined, Tag> {
  const { list } = resource;
  if (list === undefined) return undefined;
  const isBelow = placesIn(list.callable.operation.path).length > 0;
  const target = !isBelow ? { path: {} } : parent && pathFor(list.callable, parent);
  if (target === undefined) return undefined;
  const asking = { target, input: listInput(api, resource, more), words: tag.step };
  return yield* ask(api, list.callable, asking, tag);
}

/** As many pages as one walk reads. */
const mostPages = 12;

/** The cursor by which the next page is asked for; it may be the query of an address. */
const cursorIn = (exchange: Exchange, list: Listing, name: string): string | undefined => {
  const next = nextIn(exchange, list);
  if (typeof next === "number") return String(next);
  if (typeof next !== "string") return undefined;
  return (
    URL.parse(next, "http://localhost")?.searchParams.get(name) ?? (/[/?]/.test(next) ? undefined : next)
  );
};

/** Whether an answer links to other pages (RFC 8288), so that the last page is the one that links to no next one. */
const linksPages = (exchange: Exchange): boolean =>
  /;\s*rel="?(?:first|last|prev(?:ious)?)\b/i.test(responseOf(exchange)?.headers["link"] ?? "");

const isEnd = (exchange: Exchange, list: Listing, size: number | undefined): boolean => {
  const items = itemsIn(exchange, list).length;
  if (nextIn(exchange, list) !== undefined) return false;
  return (
    list.next !== undefined || items === 0 || linksPages(exchange) || (size !== undefined && items < size)
  );
};

/** Whether a page shows only records that were shown before, as some servers answer the last page beyond the end. */
const showsNothingNew = (page: Exchange, resource: ApiResource, shown: Set<string>): boolean => {
  const place = recordPlace(resource);
  const ids = itemsIn(page, resource.list ?? {}).map((item) => place && idIn(item, place));
  const isNew = ids.some((id) => id === undefined || !shown.has(id));
  for (const id of ids) if (id !== undefined) shown.add(id);
  return !isNew;
};

/** Reads a list page by page, to its end or to as many pages as a walk reads. Returns the number of records. */
export function* walkList(
  scene: Scene,
  tag: Tag,
  wanted: readonly number[],
  parent?: KnownRecord,
  given: NeededFilters = {},
): Plan<number, Tag> {
  const { api, resource } = scene;
  const { list } = resource;
  if (list === undefined) return 0;
  const { size: limit, by, name, first } = pagingOf(api, list);
  const size = sizeOf(api, list.callable, limit, wanted);
  const ofSize = limit === undefined || size === undefined ? {} : { [limit]: size };
  const shown = new Set<string>();
  let seen = 0;
  let place: unknown = by === "number" ? first : by === "position" ? 0 : undefined;
  for (let index = 0; index < mostPages; index += 1) {
    const page = yield* askList(
      scene,
      { ...given, ...ofSize, ...(place === undefined ? {} : { [name]: place }) },
      tag,
      parent,
    );
    if (page === undefined || !isSuccess(page)) return seen;
    if (showsNothingNew(page, resource, shown)) return seen;
    seen += itemsIn(page, list).length;
    if (by === "nothing") return seen;
    if (by === "position") place = seen;
    else if (by === "number") place = first + index + 1;
    else {
      if (isEnd(page, list, size)) return seen;
      place = cursorIn(page, list, name);
      if (place === undefined) return seen;
    }
  }
  return seen;
}

/** Whether a list without pages may be cut: those that are often hold such a number. */
export const mayBeCut = ({ api, resource }: Pick<Scene, "api" | "resource">, count: number): boolean =>
  resource.list !== undefined && pagingOf(api, resource.list).by === "nothing" && roundNumbers.has(count);

const roundNumbers = new Set([10, 20, 25, 30, 50, 100, 200, 250, 500, 1000]);

/** Whether a single answer is all of a list, as far as it says. */
const isAllOf = (page: Exchange, list: Listing): boolean => {
  const count = itemsIn(page, list).length;
  return nextIn(page, list) === undefined && !roundNumbers.has(count) && responseOf(page)?.status !== 206;
};

/** The pages of a walk that has reached the end of a list; undefined if it has not. */
export const wholeWalk = (
  { api, resource }: Pick<Scene, "api" | "resource">,
  answers: ResourceAnswers,
  step: string,
): ResourceAnswers | undefined => {
  const { list } = resource;
  const pages = allAt(answers, step);
  const last = pages.at(-1);
  if (list === undefined || last === undefined || !pages.every(isSuccess)) return undefined;
  const { by, size: limit } = pagingOf(api, list);
  if (by === "nothing")
    return pages.length === 1 && limit === undefined && isAllOf(last, list) ? pages : undefined;
  if (by === "cursor") {
    const size = pages.length > 1 ? itemsIn(pages[0] ?? last, list).length : undefined;
    return isEnd(last, list, size) || isCounted(pages, list) ? pages : undefined;
  }
  return itemsIn(last, list).length === 0 ? pages : undefined;
};

/** Whether pages hold as many records as they say there are. */
const isCounted = (pages: ResourceAnswers, list: Listing): boolean => {
  const [first] = pages;
  const count = pages.reduce((sum, page) => sum + itemsIn(page, list).length, 0);
  return first !== undefined && totalIn(first, list) === count;
};

const unordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(unordered(one))).toSorted();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unordered(inner)]));
};

/** The same where nothing states an order: some servers list in another one each time. */
export const looksAgainUnordered = (first: Exchange, second: Exchange): boolean =>
  JSON.stringify(unordered(jsonOf(first))) === JSON.stringify(unordered(jsonOf(second)));

/** Who asked for the same got the same: somebody else may have come between. */
export const looksAgain = (first: Exchange, second: Exchange): boolean =>
  JSON.stringify(responseOf(first)?.body) === JSON.stringify(responseOf(second)?.body);
