import { isSuccess } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { ApiParameter } from "../../documents/document.ts";
import type { Api } from "../checks/api.ts";
import { schemaOf } from "../checks/input.ts";
import { aboveList } from "./listed.ts";
import { askList, looksAgain } from "./lists.ts";
import { itemsIn } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { Listing } from "./resource.ts";
import { allAt, type ResourceAnswers } from "./tag.ts";
import { makeRecord } from "./working-record.ts";

const sorts = /^(?:sort|sort_?by|order|order_?by|sort_?field|sort_?key)$/i;
const directions = /^(?:direction|dir|sort_?(?:order|dir(?:ection)?)|order)$/i;

/** A stated order: which property, which way, and the query that asks for it. */
interface Order {
  readonly query: Readonly<Record<string, string>>;
  readonly property: string;
  readonly way: "up" | "down" | "open";
}

const textsOf = (api: Pick<Api, "reading">, parameter: ApiParameter | undefined): readonly string[] => {
  const values = parameter && api.reading.view(schemaOf(parameter)).keywords["enum"];
  return Array.isArray(values) ? values.filter((one): one is string => typeof one === "string") : [];
};

const spelled =
  /^(?<minus>[-+]?)(?<property>[\w.]+?)(?:(?:[:_. ,]|(?<=[a-z])(?=[AD]))(?<way>asc|desc|Asc|Desc|ASC|DESC))?$/;

/** Orders that a list states by the values of a parameter, with the properties that records have. */
const ordersOf = (
  api: Pick<Api, "reading">,
  { callable }: Pick<Listing, "callable">,
  properties: ReadonlySet<string>,
): readonly Order[] => {
  const parameters = callable.operation.parameters.filter(({ in: place }) => place === "query");
  const sort = parameters.find((one) => sorts.test(one.name) && textsOf(api, one).length > 0);
  if (sort === undefined) return [];
  const direction = parameters.find((one) => one !== sort && directions.test(one.name));
  const ways = textsOf(api, direction).filter((way) => /^(?:asc|desc)/i.test(way));
  const plain = textsOf(api, sort).flatMap((text): Order[] => {
    const { minus = "", property = "", way = "" } = spelled.exec(text)?.groups ?? {};
    if (!properties.has(property)) return [];
    const isDown = minus === "-" || /^desc/i.test(way);
    const isUp = minus === "+" || /^asc/i.test(way);
    return [{ query: { [sort.name]: text }, property, way: isDown ? "down" : isUp ? "up" : "open" }];
  });
  if (direction === undefined || ways.length === 0) return plain;
  return plain
    .filter(({ way }) => way === "open")
    .flatMap((order) =>
      ways.map((way) => ({
        ...order,
        query: { ...order.query, [direction.name]: way },
        way: /^desc/i.test(way) ? ("down" as const) : ("up" as const),
      })),
    );
};

type Ordered = Readonly<Record<string, unknown>>;

/** How a list is put in order. */
export interface Ordering {
  /** Names of the query parameters that decide it. */
  readonly parameters: readonly string[];
  /** The order that a query asks for; undefined if none. @param valueOf value of a query parameter */
  of(valueOf: (name: string) => string | undefined): ((one: Ordered, other: Ordered) => number) | undefined;
}

const compared = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (one === undefined || one === null) return -1;
  if (other === undefined || other === null) return 1;
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : 1;
};

/** The orders of a list, by its parameters and by the properties of its records. */
export const ordering = (
  api: Pick<Api, "reading">,
  { callable }: Pick<Listing, "callable">,
  properties: ReadonlySet<string>,
): Ordering => {
  const parameters = callable.operation.parameters.filter(({ in: place }) => place === "query");
  const sort = parameters.find(({ name }) => sorts.test(name));
  const direction = parameters.find((one) => one !== sort && directions.test(one.name));
  return {
    parameters: [sort, direction].flatMap((one) => one?.name ?? []),
    of: (valueOf) => {
      const text = sort && valueOf(sort.name);
      const { minus = "", property = "", way = "" } = spelled.exec(text ?? "")?.groups ?? {};
      const given = direction && valueOf(direction.name);
      if (!properties.has(property)) return undefined;
      const isDown = minus === "-" || /^desc/i.test(way) || /^desc/i.test(given ?? "");
      return (one, other) => compared(one[property], other[property]) * (isDown ? -1 : 1);
    },
  };
};

type Compare = (one: string | number, other: string | number) => number;

/** Ways in which texts are put in order; a server may choose any. */
const comparisons: readonly Compare[] = [
  (one, other) => (one < other ? -1 : one > other ? 1 : 0),
  (one, other) => {
    const [left, right] = [String(one).toLowerCase(), String(other).toLowerCase()];
    return typeof one === "number" ? Number(one) - Number(other) : left < right ? -1 : left > right ? 1 : 0;
  },
  (one, other) =>
    typeof one === "number" ? Number(one) - Number(other) : String(one).localeCompare(String(other), "en"),
  (one, other) => String(one).localeCompare(String(other), "en", { numeric: true }),
  (one, other) => String(one).localeCompare(String(other), "en", { ignorePunctuation: true }),
];

const isInOrder = (values: readonly (string | number)[], way: 1 | -1): boolean =>
  comparisons.some((compare) =>
    values.every((value, index) => index === 0 || compare(values[index - 1] ?? value, value) * way <= 0),
  );

const valuesOf = (answers: ResourceAnswers[number], list: Listing, property: string) =>
  itemsIn(answers, list).flatMap((item) => {
    const value = isObject(item) ? item[property] : undefined;
    return typeof value === "string" || typeof value === "number" ? [value] : [];
  });

const fewOrders = 4;
const enough = 4;

/** A list is in the order that is asked for. */
export const sortedLists: ResourceRelation = {
  kind: "sorted",
  facts: { sorted: ({ name }) => `A list shows each ${name} in the order that is asked for` },
  why: "Who asks for an order relies on it.",
  phase: 7,
  writes: false,
  ofLists: true,
  applies: ({ list }) =>
    list?.callable.operation.parameters.some(
      ({ in: place, name }) => place === "query" && sorts.test(name),
    ) === true,
  *plan(scene) {
    const { api, resource } = scene;
    const { list, create } = resource;
    const parent = yield* aboveList(scene);
    if (list === undefined || parent === null) return;
    const all = yield* askList(scene, {}, { step: "all" }, parent);
    if (all === undefined || !isSuccess(all)) return;
    if (api.writes && create !== undefined)
      for (let index = itemsIn(all, list).length; index < enough; index += 1)
        if ((yield* makeRecord(api, resource, "other", parent)) === undefined) break;
    const properties = new Set(itemsIn(all, list).filter(isObject).flatMap(Object.keys));
    for (const { query, property, way } of ordersOf(api, list, properties).slice(0, fewOrders))
      yield* askList(scene, query, { step: "sorted", wanted: { property, way } }, parent);
  },
  *judge({ resource }, answers) {
    const { list } = resource;
    if (list === undefined) return;
    const pages = allAt(answers, "sorted").filter(isSuccess);
    let isJudged = false;
    for (const page of pages) {
      const { property = "", way = "open" } = page.call?.tag?.wanted ?? {};
      const values = valuesOf(page, list, property);
      const isWhole = values.length === itemsIn(page, list).length;
      if (!isWhole || new Set(values).size < 3 || new Set(values.map((one) => typeof one)).size > 1) continue;
      isJudged = true;
      // Where the other way is spelled out, a plain name is upwards.
      const hasOpposite = pages.some(
        ({ call }) => call?.tag?.wanted?.["property"] === property && call.tag.wanted["way"] === "down",
      );
      const ways: readonly (1 | -1)[] = way === "down" ? [-1] : way === "up" || hasOpposite ? [1] : [1, -1];
      if (ways.some((one) => isInOrder(values, one))) continue;
      return yield {
        fact: "sorted",
        message: `${page.operation ?? ""} is asked for the order of \`${property}\`, and shows another one`,
        exchange: page,
        also: [page],
        expected: `the records by \`${property}\`${way === "down" ? ", downwards" : ""}`,
        actual: "another order",
      };
    }
    if (isJudged) yield relationHolds("sorted");
  },
  looksAgain,
};
