import { isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiParameter } from "../../documents/document.ts";
import type { Api } from "../checks/api.ts";
import { idIn } from "../checks/record-ids.ts";
import { schemaOf } from "../checks/input.ts";
import { aboveList } from "./listed.ts";
import { askList, isPlain, looksAgain } from "./lists.ts";
import { itemsIn, idsIn, recordPlace } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { allAt, type ResourceAnswers } from "./tag.ts";
import { makeRecord } from "./working-record.ts";

/** Query parameters that are named after a property of the records: only records with this value are asked for. */
const filtersOf = ({ list }: ApiResource, records: readonly JsonObject[]): readonly ApiParameter[] =>
  (list?.callable.operation.parameters ?? []).filter(
    ({ in: place, name, required }) =>
      place === "query" && !required && records.some((record) => isPlain(record[name])),
  );

/** Whether a value is one of few, which a filter compares as a whole. */
const isClosed = (api: Api, parameter: ApiParameter, value: unknown): boolean =>
  typeof value !== "string" || api.reading.view(schemaOf(parameter)).keywords["enum"] !== undefined;

/** Whether a record has the value that was asked for; texts may be searched for within others. */
const hasValue = (record: JsonObject, name: string, wanted: string, isWhole: boolean): boolean => {
  const value = record[name];
  if (!isPlain(value)) return true;
  const [one, other] = [String(value).toLowerCase(), wanted.toLowerCase()];
  return isWhole ? one === other : one.includes(other);
};

/** Whether a record that an unfiltered list has shown is not among those with its own values. */
const missesIn = (page: ResourceAnswers[number], resource: ApiResource): boolean => {
  const place = recordPlace(resource);
  const ids = resource.list && place && idsIn(page, resource.list, place);
  const { id = "", wanted = {} } = page.call?.tag ?? {};
  // Said once, of the filter alone.
  return id !== "" && ids?.includes(id) === false && Object.keys(wanted).length === 1;
};

const fewFilters = 3;

/** A list with a filter shows only records that have the value. */
export const filtered: ResourceRelation = {
  kind: "filtered",
  facts: { filtered: ({ name }) => `A filter leaves only each ${name} that has the value` },
  why: "Who asks for some records must not get others.",
  phase: 6,
  writes: false,
  ofLists: true,
  applies: ({ list }) =>
    list?.callable.operation.parameters.some(({ in: place }) => place === "query") === true,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* aboveList(scene);
    if (parent === null) return;
    if (api.writes && resource.create !== undefined) {
      yield* makeRecord(api, resource, "one", parent);
      yield* makeRecord(api, resource, "other", parent);
    }
    const all = yield* askList(scene, {}, { step: "all" }, parent);
    if (all === undefined || !isSuccess(all)) return;
    const records = itemsIn(all, resource.list ?? {}).filter(isObject);
    const filters = filtersOf(resource, records).slice(0, fewFilters);
    const record =
      records.findLast((one) => filters.every(({ name }) => isPlain(one[name]))) ?? records.at(-1);
    if (record === undefined || filters.length === 0) return;
    const place = recordPlace(resource);
    const id = place === undefined ? undefined : idIn(record, place);
    const values = filters
      .filter(({ name }) => isPlain(record[name]))
      .map(({ name }) => [name, String(record[name])] as const);
    const asked = values.map((one) => [one]);
    for (const some of [...asked, ...(values.length > 1 ? [values] : [])]) {
      const wanted = Object.fromEntries(some);
      const given = Object.fromEntries(some.map(([name]) => [name, record[name]]));
      yield* askList(scene, given, { step: "filtered", wanted, id: id ?? "" }, parent);
    }
  },
  *judge({ api, resource }, answers) {
    const parameters = resource.list?.callable.operation.parameters ?? [];
    const [all] = allAt(answers, "all");
    const pages = allAt(answers, "filtered").filter(isSuccess);
    if (all === undefined || pages.length === 0) return;
    let isBroken = false;
    for (const page of pages) {
      const wanted = page.call?.tag?.wanted ?? {};
      const records = itemsIn(page, resource.list ?? {}).filter(isObject);
      for (const [name, value] of Object.entries(wanted)) {
        const parameter = parameters.find((one) => one.name === name);
        if (missesIn(page, resource)) {
          isBroken = true;
          yield {
            fact: "filtered",
            message: `${page.operation ?? ""} with \`${name}\` leaves out a ${resource.name} that has the value`,
            exchange: page,
            also: [all],
            expected: `each record with this \`${name}\``,
            actual: "one of them left out",
          };
        }
        const isWhole = parameter !== undefined && isClosed(api, parameter, records[0]?.[name]);
        if (records.every((record) => hasValue(record, name, value, isWhole))) continue;
        isBroken = true;
        const beside = Object.keys(wanted).filter((one) => one !== name);
        yield {
          fact: "filtered",
          message: `${page.operation ?? ""} with \`${name}\`${beside.length === 0 ? "" : ` beside \`${beside.join("`, `")}\``} shows records with another \`${name}\``,
          exchange: page,
          also: [page],
          expected: `only records with this \`${name}\``,
          actual: "others among them",
        };
      }
    }
    if (!isBroken) yield relationHolds("filtered");
  },
  looksAgain,
};
