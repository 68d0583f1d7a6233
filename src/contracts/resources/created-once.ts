import { isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Api } from "../checks/api.ts";
import { renewedInput } from "../checks/creation-inputs.ts";
import type { Input } from "../checks/input.ts";
import { carriedRecord, isReadable, sentProperties } from "./fields.ts";
import { aboveList } from "./listed.ts";
import { neededFilters, walkList } from "./lists.ts";
import { largePages, type Mark, markedValue, marksOf } from "./marks.ts";
import { differing } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { allAt, creationOf, isCarriedOut } from "./tag.ts";
import { createBy, inputFor } from "./working-record.ts";

/** A text of a new record that is a client's own, and free. @param other a record that has another one there */
export const freeMark = (
  api: Api,
  resource: ApiResource,
  record: JsonObject,
  other: JsonObject,
): Mark | undefined => {
  const { create } = resource;
  const properties = create && sentProperties(api, create.callable, resource);
  const isClients = isReadable(api, resource);
  return marksOf(record).find(({ name, text }) => {
    const { keywords } = api.reading.view(properties?.[name]);
    const isFree = ["enum", "const", "format"].every((keyword) => keywords[keyword] === undefined);
    return isFree && isClients(name) && other[name] !== text;
  });
};

/** A creation adds one record. */
export const createdOnce: ResourceRelation = {
  kind: "created-once",
  facts: { "created-once": ({ name }) => `A creation adds one ${name}` },
  why: "A client that creates one record must not find two.",
  phase: 1,
  writes: true,
  applies: ({ create, list, lags }) => create !== undefined && list !== undefined && !lags,
  *plan(scene) {
    const { api, resource } = scene;
    const { create, unique } = resource;
    const parent = yield* aboveList(scene);
    const input = create && inputFor(api, create, unique, true);
    if (create === undefined || input === undefined || parent === null) return;
    const recordIn = ({ body }: Input) => carriedRecord(api, create.callable, resource, body?.value);
    const known = recordIn(input) ?? {};
    const given = neededFilters(scene, known);
    if (given === undefined) return;
    yield* walkList(scene, { step: "list before" }, largePages, parent, given);
    // Some texts may name what is not there.
    for (const way of ["all texts", "one text"] as const) {
      const own = renewedInput(api, create.callable, input, { way, unique });
      const mark = freeMark(api, resource, recordIn(own) ?? {}, known);
      if (mark === undefined) continue;
      const tag = { step: "create", on: "last", wanted: { [mark.name]: mark.text } } as const;
      const made = yield* createBy(api, resource, own, tag, parent);
      if (made === undefined || !isSuccess(made.exchange)) continue;
      yield* walkList(scene, { step: "list" }, largePages, parent, given);
      return;
    }
  },
  *judge({ resource, api }, answers) {
    const made = creationOf(answers, "last");
    const pages = allAt(answers, "list").filter(isSuccess);
    const [page] = pages;
    const sent = made?.call?.tag?.sent;
    const [mark] = Object.entries(made?.call?.tag?.wanted ?? {});
    if (!isCarriedOut(made) || page === undefined || mark === undefined || !isObject(sent)) return;
    const [name, text] = mark;
    const before = allAt(answers, "list before").filter(isSuccess);
    // Another record may have the same text.
    if (markedValue(before, resource, { name, text }).length > 0) return;
    const isClients = isReadable(api, resource);
    const found = markedValue(pages, resource, { name, text })
      .filter(isObject)
      // What only shares a text is something else.
      .filter((item) => differing(sent, item, isClients).length === 0);
    if (found.length === 1) return yield relationHolds("created-once");
    if (found.length > 1)
      yield {
        fact: "created-once",
        message: `${made.operation ?? ""} is sent one ${resource.name}, and ${page.operation ?? ""} lists ${found.length} of them`,
        exchange: made,
        also: [page],
        expected: "1",
        actual: String(found.length),
      };
  },
};
