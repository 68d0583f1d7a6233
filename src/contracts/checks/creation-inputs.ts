import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "./api.ts";
import { bodyContent, type Input, isJsonType, putAt, writableTypes } from "./input.ts";
import { type Base, inputBy, namesAnother } from "./recipes.ts";

/** An operation that creates records, with a body that the owner has declared. */
export interface Creating {
  readonly callable: Callable;
  readonly body?: unknown;
  /** Properties of which no two records have the same value. */
  readonly unique?: readonly string[];
}

/** How many texts of an accepted input are replaced. */
export type RenewingWay = "one text" | "all texts";

/** An input that may create another record; `way` names how it was made, for the next time. */
export interface CreationInput {
  readonly way: "made" | RenewingWay | "as stated";
  readonly input: Input;
}

/** Other spellings of a text that no record has yet; some servers take no space. */
export const freshTexts = (text: string, number: number): readonly string[] => {
  const [local = "", domain] = text.split("@");
  return domain === undefined
    ? [`${text}-${number}`, `${text} ${number}`, `${text}${number}`]
    : [`${local}${number}@${domain}`];
};

interface OwnTexts {
  /** Unique properties and one more, or all that name no other record. */
  readonly way: RenewingWay;
  readonly unique?: readonly string[];
  /** A property that stays as it is. */
  readonly except?: string;
}

interface BodyText {
  readonly tokens: readonly string[];
  readonly text: string;
  /** Whether the schema lists no values for it. */
  readonly isFree: boolean;
}

/** The texts of a body; of what it wraps, if it has none itself. */
const textsIn = (
  api: Api,
  { operation }: Callable,
  mediaType: string,
  body: JsonObject,
): readonly BodyText[] => {
  const below = (
    schema: Schema | undefined,
    value: JsonObject,
    above: readonly string[],
  ): readonly BodyText[] => {
    const { properties } = api.reading.view(schema);
    const own = Object.entries(value).flatMap(([name, text]): readonly BodyText[] => {
      if (typeof text !== "string") return [];
      const { keywords } = api.reading.view(properties[name]);
      const isFree = keywords["enum"] === undefined && keywords["const"] === undefined;
      return [{ tokens: [...above, name], text, isFree }];
    });
    if (own.length > 0 || above.length > 0) return own;
    return Object.entries(value).flatMap(([name, inner]) =>
      isObject(inner) ? below(properties[name], inner, [name]) : [],
    );
  };
  return below(bodyContent(operation, mediaType)?.schema, body, []);
};

/** A body with texts that no record has yet. */
const withOwnTexts = (
  api: Api,
  callable: Callable,
  mediaType: string,
  body: JsonObject,
  { way, unique = [], except }: OwnTexts,
): JsonObject => {
  const number = api.records.next();
  const fits = (value: unknown): boolean => api.fits(validatorKeys.request(callable.id, mediaType), value);
  let made = body;
  let isDone = false;
  for (const { tokens, text, isFree } of textsIn(api, callable, mediaType, body)) {
    const name = tokens.at(-1) ?? "";
    const isWanted = unique.includes(name) || (way === "one text" ? !isDone : !namesAnother(name));
    if (!isWanted || !isFree) continue;
    const other =
      name === except
        ? made
        : freshTexts(text, number)
            .map((one) => putAt(made, tokens, one))
            .find(fits);
    if (!isObject(other)) continue;
    made = other;
    isDone = true;
  }
  return made;
};

/** An input of a creation with texts that no record has yet. @param except a property that stays as it is */
export const renewedInput = (
  api: Api,
  callable: Callable,
  input: Input,
  own: Omit<OwnTexts, "unique">,
): Input => {
  const { mediaType = "", value } = input.body ?? {};
  return isJsonType(mediaType) && isObject(value)
    ? { ...input, body: { mediaType, value: withOwnTexts(api, callable, mediaType, value, own) } }
    : input;
};

/** The same, if it takes that to create another record, as far as the run knows. */
export const distinctInput = (api: Api, callable: Callable, input: Input, except?: string): Input => {
  const way = api.records.creationWays.get(callable.id);
  return way === "one text" || way === "all texts"
    ? renewedInput(api, callable, input, { way, ...(except === undefined ? {} : { except }) })
    : input;
};

/** Whether a body holds a value that a record could show. */
const saysSomething = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(saysSomething) : value !== undefined && !Array.isArray(value);

/** The accepted input that others are made like: the least that says something. */
const baseOf = (api: Api, { id }: Callable): Base | undefined => {
  const { accepted, fullest } = api.records;
  const least = accepted.get(id);
  return least?.input.body !== undefined && !saysSomething(least.input.body.value)
    ? (fullest.get(id) ?? least)
    : least;
};

function* waysOf(api: Api, creating: Creating): Generator<CreationInput> {
  const { callable, body: stated, unique = [] } = creating;
  const base = baseOf(api, callable);
  const parameters = base?.input.parameters ?? new Map<string, unknown>();
  const isStated = isObject(stated);
  const made = isStated ? undefined : base && inputBy(api, callable, base.recipe, api.records.next());
  if (made !== undefined) yield { way: "made", input: made };
  const mediaType = isStated
    ? (writableTypes(callable.operation)[0] ?? "application/json")
    : base?.input.body?.mediaType;
  const value = isStated ? stated : base?.input.body?.value;
  if (mediaType === undefined || !isObject(value)) return;
  if (isJsonType(mediaType))
    for (const way of ["one text", "all texts"] as const)
      yield {
        way,
        input: {
          parameters,
          body: { mediaType, value: withOwnTexts(api, callable, mediaType, value, { way, unique }) },
        },
      };
  // Texts of its own may name what is not there.
  if (isStated) yield { way: "as stated", input: { parameters, body: { mediaType, value } } };
}

/** Inputs that may create another record, the one first whose like has done so; none if none is known to be accepted. */
export const creationInputs = (api: Api, creating: Creating): readonly CreationInput[] => {
  const texts = new Set<string>();
  const all = [...waysOf(api, creating)].filter(({ input }) => {
    const text = JSON.stringify([input.body?.value, [...input.parameters]]);
    return input.body === undefined || (!texts.has(text) && texts.add(text));
  });
  const last = api.records.creationWays.get(creating.callable.id);
  return all.toSorted((one, other) => Number(other.way === last) - Number(one.way === last));
};
