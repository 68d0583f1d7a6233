import { childPointer } from "../../core/formats/json-pointer.ts";
import { isSuccess, jsonOf, responseOf } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Api } from "../checks/api.ts";
import { type Input, isJsonType, putAt } from "../checks/input.ts";
import { isReadable, sentProperties, wrapperOf } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { shownRecord, wrappers } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import { answerAt, creationOf, type ResourceAnswers } from "./tag.ts";
import { createBy, inputFor, readRecord } from "./working-record.ts";

/** The first integer that a double rounds: 2^53 + 1. */
const integer = 9_007_199_254_740_993n;

const isBelow = (bound: unknown): boolean =>
  typeof bound === "number" && BigInt(Math.trunc(bound)) <= integer;

/** A property that the document states to hold 64 bits. */
const longProperty = (api: Api, resource: ApiResource): string | undefined => {
  const { create } = resource;
  if (create === undefined) return undefined;
  const isClients = isReadable(api, resource);
  return Object.entries(sentProperties(api, create.callable, resource)).find(([name, schema]) => {
    const { types, keywords } = api.reading.view(schema);
    return (
      types.includes("integer") &&
      keywords["format"] === "int64" &&
      ["enum", "const", "multipleOf"].every((keyword) => keywords[keyword] === undefined) &&
      !isBelow(keywords["maximum"]) &&
      !isBelow(keywords["exclusiveMaximum"]) &&
      isClients(name)
    );
  })?.[0];
};

/** Stands for the integer until the body is a text. */
const stand = "tripact-integer-of-64-bits";

/** An input in whose body a property of the record is written digit for digit. */
const withInteger = (
  { body, parameters }: Input,
  wrapper: string | undefined,
  name: string,
): Input | undefined => {
  if (body === undefined || !isObject(body.value) || !isJsonType(body.mediaType)) return undefined;
  const value = putAt(body.value, [...(wrapper === undefined ? [] : [wrapper]), name], stand);
  const text = JSON.stringify(value).replace(JSON.stringify(stand), String(integer));
  return { parameters, rawBody: { mediaType: body.mediaType, text } };
};

/** The digits of a property, wherever the answer holds the record. */
const digitsIn = (answers: ResourceAnswers, resource: ApiResource, name: string): string | undefined => {
  const read = answerAt(answers, "read", "last");
  const body = read && responseOf(read)?.body;
  const record = read && isSuccess(read) ? shownRecord(read, resource) : undefined;
  const value = record?.[name];
  if (typeof value !== "number" || body?.kind !== "json" || read === undefined) return undefined;
  const whole = jsonOf(read);
  const pointers = [
    childPointer("", name),
    ...wrappers(resource)
      .filter((wrapper) => isObject(whole) && whole[wrapper] === record)
      .map((wrapper) => childPointer("", wrapper, name)),
  ];
  return pointers.map((pointer) => body.exact?.[pointer]).find((one) => one !== undefined) ?? String(value);
};

/** A double is off by no more there; what differs by more is another value. */
const mostRounded = 1024n;

const isRounded = (digits: string): boolean => {
  if (!/^-?\d+$/.test(digits)) return false;
  const apart = BigInt(digits) - integer;
  return apart !== 0n && apart <= mostRounded && apart >= -mostRounded;
};

/** An integer of 64 bits comes back digit for digit. */
export const exactIntegersStay: ResourceRelation = {
  kind: "exact",
  facts: { exact: ({ name }) => `A ${name} shows an integer of 64 bits as its creation was sent it` },
  why: "A rounded id names somebody else.",
  phase: 0,
  writes: true,
  applies: (resource, api) => resource.read !== undefined && longProperty(api, resource) !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const { create, unique } = resource;
    const name = longProperty(api, resource);
    const parent = yield* parentOf(scene);
    const input = create && inputFor(api, create, unique);
    const wrapper = create && wrapperOf(api, create.callable, resource);
    const exact = name === undefined || input === undefined ? undefined : withInteger(input, wrapper, name);
    if (exact === undefined || parent === null) return;
    const made = yield* createBy(api, resource, exact, { step: "create", on: "last" }, parent);
    if (made?.record !== undefined)
      yield* readRecord(api, resource, { record: made.record, on: "last" }, "read");
  },
  *judge({ api, resource }, answers) {
    const name = longProperty(api, resource) ?? "";
    const made = creationOf(answers, "last");
    const read = answerAt(answers, "read", "last");
    const digits = digitsIn(answers, resource, name);
    if (made === undefined || read === undefined || digits === undefined) return;
    if (digits === String(integer)) return yield relationHolds("exact");
    if (!isRounded(digits)) return;
    yield {
      fact: "exact",
      message: `${made.operation ?? ""} is sent ${integer} in \`${name}\`, and ${read.operation ?? ""} shows it rounded`,
      exchange: made,
      also: [read],
      pointer: childPointer("", name),
      expected: String(integer),
      actual: digits,
    };
  },
};
