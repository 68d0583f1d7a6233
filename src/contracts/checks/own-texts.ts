import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "./api.ts";
import { bodyContent, putAt } from "./input.ts";

/** Whether a property or parameter names another record by its id. */
export const namesAnother = (name: string): boolean => name.length > 3 && /(?:[a-z]Id|_id|uuid)$/.test(name);

/** How many texts of an accepted input are replaced. */
export type RenewingWay = "one text" | "all texts";

/** Other spellings of a text that no record has yet; some servers take no space. */
export const freshTexts = (text: string, number: number): readonly string[] => {
  const [local = "", domain] = text.split("@");
  return domain === undefined
    ? [`${text}-${number}`, `${text} ${number}`, `${text}${number}`]
    : [`${local}${number}@${domain}`];
};

export interface OwnTexts {
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
export const withOwnTexts = (
  api: Api,
  callable: Callable,
  mediaType: string,
  body: JsonObject,
  { way, unique = [], except }: OwnTexts,
  number: number,
): JsonObject => {
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
