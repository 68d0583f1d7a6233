import { childPointer } from "../../core/formats/json-pointer.ts";
import { isSuccess } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import { describedForm } from "../../core/validation/shape-of.ts";
import { convertibleTexts, type OddValue, oddMoments } from "../../values/odd-values.ts";
import { type Api, validatorKeys } from "../checks/api.ts";
import { type Input, putAt } from "../checks/input.ts";
import { isReadable, sentProperties, wrapperOf } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { shownRecord } from "./record-view.ts";
import { relationHolds, type ResourceRelation } from "./relation.ts";
import type { ApiResource, Creation } from "./resource.ts";
import { isMasked, showsSame } from "./same-value.ts";
import { answerAt, creationOf, type ResourceAnswers, type Role } from "./tag.ts";
import { createBy, inputFor, readRecord } from "./working-record.ts";

/** Names under which any text makes sense. */
const free = /(?:name|title|description|text|note|comment|summary|message|content|label)s?$/i;

const moments = oddMoments.map((value): OddValue<string> => ({ name: "a moment", value }));

/** By the format of a property: what is sent to it. */
const valuesOf = (format: unknown): readonly OddValue<string>[] =>
  format === "date-time" ? moments : format === undefined ? convertibleTexts : [];

interface OddProperty {
  readonly name: string;
  readonly values: readonly OddValue<string>[];
}

/** Properties that take any text or moment. */
const oddProperties = (api: Api, resource: ApiResource, create: Creation): readonly OddProperty[] => {
  const isClients = isReadable(api, resource);
  return Object.entries(sentProperties(api, create.callable, resource)).flatMap(([name, schema]) => {
    const { types, keywords } = api.reading.view(schema);
    const values = valuesOf(keywords["format"]);
    const isFree = values === moments || free.test(name);
    const isBound = ["enum", "const", "pattern"].some((keyword) => keywords[keyword] !== undefined);
    return types.includes("string") &&
      isFree &&
      !isBound &&
      isClients(name) &&
      !resource.unique.includes(name)
      ? [{ name, values }]
      : [];
  });
};

/** An input with another odd value in each of these properties, as far as the document allows it. */
const withOddValues = (
  api: Api,
  resource: ApiResource,
  create: Creation,
  turn: number,
): Input | undefined => {
  const input = inputFor(api, create, resource.unique);
  if (input?.body === undefined || !isObject(input.body.value)) return undefined;
  const { mediaType } = input.body;
  const wrapper = wrapperOf(api, create.callable, resource);
  const key = validatorKeys.request(create.callable.id, mediaType);
  const properties = oddProperties(api, resource, create);
  let value: unknown = input.body.value;
  for (const [index, { name, values }] of properties.entries()) {
    const odd = values[(turn * properties.length + index) % values.length]?.value;
    const other = putAt(value, [...(wrapper === undefined ? [] : [wrapper]), name], odd);
    if (api.fits(key, other)) value = other;
  }
  return value === input.body.value ? undefined : { ...input, body: { mediaType, value } };
};

const oddTexts: ReadonlySet<unknown> = new Set(convertibleTexts.map(({ value }) => value));
const allMoments: ReadonlySet<unknown> = new Set(oddMoments);

const folded = (value: unknown): string =>
  String(value)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** As far as a time zone may shift a moment. */
const furthestShift = 26 * 3_600_000;

/** Whether a moment is none that a server has set itself, whatever it was sent. */
const isShifted = (sent: unknown, shown: unknown): boolean => {
  const apart = Math.abs(Date.parse(String(sent)) - Date.parse(String(shown)));
  return Number.isNaN(apart) || apart <= furthestShift;
};

/** Whether a record shows an odd value as another one; in its own spelling only if it is a declared resource's. */
const isLost = ({ isDeclared }: ApiResource, sent: unknown, shown: unknown): boolean => {
  if (shown === undefined || isMasked(shown)) return false;
  if (allMoments.has(sent)) return !showsSame(sent, shown) && (isDeclared || isShifted(sent, shown));
  if (!oddTexts.has(sent)) return false;
  return typeof shown === "string" && !isDeclared ? folded(shown) !== folded(sent) : shown !== sent;
};

const roles = ["one", "other"] as const;

/** The creation and the read of one record, if both succeeded. */
const recordIn = (answers: ResourceAnswers, resource: ApiResource, on: Role) => {
  const [made, read] = [creationOf(answers, on), answerAt(answers, "read", on)];
  const sent = made?.call?.tag?.sent;
  const shown = read !== undefined && isSuccess(read) ? shownRecord(read, resource) : undefined;
  return made === undefined || read === undefined || shown === undefined || !isObject(sent)
    ? undefined
    : { made, read, sent, shown };
};

/** Texts that are a value of another kind in some notation, and moments of all seasons, come back as they were sent. */
export const oddTextsStay: ResourceRelation = {
  kind: "texts",
  facts: {
    texts: ({ name }) =>
      `A ${name} shows texts of digits, words and signs, and any moment, as it was sent them`,
  },
  why: "A house number that loses its zeros is another house.",
  phase: 0,
  writes: true,
  applies: (resource, api) =>
    resource.read !== undefined &&
    resource.create !== undefined &&
    oddProperties(api, resource, resource.create).length > 0,
  *plan(scene, { seed }) {
    const { api, resource } = scene;
    const { create } = resource;
    const parent = yield* parentOf(scene);
    if (create === undefined || parent === null) return;
    for (const [turn, on] of roles.entries()) {
      const input = withOddValues(api, resource, create, roles.length * seed + turn);
      if (input === undefined) return;
      const made = yield* createBy(api, resource, input, { step: "create", on }, parent);
      if (made?.record !== undefined) yield* readRecord(api, resource, { record: made.record, on }, "read");
    }
  },
  *judge({ resource }, answers) {
    const records = roles.flatMap((on) => recordIn(answers, resource, on) ?? []);
    let isBroken = false;
    for (const { made, read, sent, shown } of records)
      for (const [name, value] of Object.entries(sent)) {
        if (!isLost(resource, value, shown[name])) continue;
        isBroken = true;
        yield {
          fact: "texts",
          message: `${made.operation ?? ""} is sent \`${String(value)}\` in \`${name}\`, and ${read.operation ?? ""} shows another value`,
          exchange: made,
          also: [read],
          pointer: childPointer("", name),
          expected: `the text ${String(value)}`,
          actual: describedForm(shown[name]),
        };
      }
    if (records.length > 0 && !isBroken) yield relationHolds("texts");
  },
};
