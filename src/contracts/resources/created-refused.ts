import { isSuccess } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { type Api, validatorKeys } from "../checks/api.ts";
import { answerStatus } from "../checks/asking.ts";
import { renewedInput } from "../checks/creation-inputs.ts";
import { type Input, isJsonType, putAt } from "../checks/input.ts";
import { freeMark } from "./created-once.ts";
import { carriedRecord, sentProperties, wrapperOf } from "./fields.ts";
import { aboveList } from "./listed.ts";
import { walkList } from "./lists.ts";
import { largePages, type Mark, markedValue } from "./marks.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { allAt, answerAt, creationOf } from "./tag.ts";
import { ask, inputFor, makeRecord, pathFor } from "./working-record.ts";

const wrongValues: readonly unknown[] = ["tripact is no such value", true, { tripact: [] }];

/** An input that would create a record, but for one property that contradicts its schema. */
const wrongInput = (
  api: Api,
  resource: ApiResource,
  input: Input,
  before: JsonObject,
): { readonly input: Input; readonly mark: Mark } | undefined => {
  const { create } = resource;
  const { body, parameters } = input;
  if (create === undefined || body === undefined || !isJsonType(body.mediaType)) return undefined;
  const { callable } = create;
  const record = carriedRecord(api, callable, resource, body.value);
  const mark = record && freeMark(api, resource, record, before);
  if (mark === undefined) return undefined;
  const wrapper = wrapperOf(api, callable, resource);
  const key = validatorKeys.request(callable.id, body.mediaType);
  for (const [name, schema] of Object.entries(sentProperties(api, callable, resource))) {
    if (name === mark.name || api.reading.isReadOnly(schema)) continue;
    const path = [...(wrapper === undefined ? [] : [wrapper]), name];
    for (const wrong of wrongValues) {
      const value = putAt(body.value, path, wrong);
      if (!api.fits(key, value)) return { mark, input: { parameters, body: { ...body, value } } };
    }
  }
  return undefined;
};

/** A creation that was refused leaves nothing (RESTler's leakage rule). */
export const createdRefused: ResourceRelation = {
  kind: "created-refused",
  facts: { "created-refused": ({ name }) => `A refused creation leaves no ${name}` },
  why: "A client that was refused sends it again, and would then have two.",
  phase: 1,
  writes: true,
  applies: ({ create, list, lags }) => create !== undefined && list !== undefined && !lags,
  *plan(scene) {
    const { api, resource } = scene;
    const { create, unique } = resource;
    const parent = yield* aboveList(scene);
    if (create === undefined || parent === null) return;
    // Its place in the list says where a new record would be.
    const one = yield* makeRecord(api, resource, "one", parent);
    const input = one && inputFor(api, create, unique);
    const own = input && renewedInput(api, create.callable, input, { way: "all texts" });
    const wrong = own && one?.sent && wrongInput(api, resource, own, one.sent);
    if (wrong === undefined) return;
    yield* walkList(scene, { step: "list before" }, largePages, parent);
    const target = parent === undefined ? { path: {} } : pathFor(create.callable, parent);
    if (target === undefined) return;
    const { name, text } = wrong.mark;
    const asking = {
      target,
      input: wrong.input,
      words: "a creation with a wrong part",
      expects: "refusal",
    } as const;
    const answer = yield* ask(api, create.callable, asking, {
      step: "create wrongly",
      wanted: { [name]: text },
    });
    if (answer === undefined || isSuccess(answer)) return;
    yield* walkList(scene, { step: "list" }, largePages, parent);
  },
  *judge({ resource }, answers) {
    const wrong = answerAt(answers, "create wrongly");
    const pages = allAt(answers, "list").filter(isSuccess);
    const [page] = pages;
    const [mark] = Object.entries(wrong?.call?.tag?.wanted ?? {});
    if (wrong === undefined || page === undefined || mark === undefined) return;
    const [name, text] = mark;
    const status = answerStatus(wrong);
    if (status < 400 || status >= 500 || status === 408) return;
    const before = allAt(answers, "list before").filter(isSuccess);
    // Another record may have the same text.
    if (markedValue(before, resource, { name, text }).length > 0) return;
    if (markedValue(pages, resource, { name, text }).length > 0)
      return yield {
        fact: "created-refused",
        message: `${wrong.operation ?? ""} is refused with ${status}, and ${page.operation ?? ""} lists what it was sent`,
        exchange: wrong,
        also: [page],
        expected: "nothing of it",
        actual: `a ${resource.name} with its \`${name}\``,
      };
    const sent = creationOf(answers, "one")?.call?.tag?.sent;
    const shown = isObject(sent) ? sent[name] : undefined;
    // Only a list that shows the record before it would show this one.
    if (typeof shown === "string" && markedValue(pages, resource, { name, text: shown }).length > 0)
      yield relationHolds("created-refused");
  },
};
