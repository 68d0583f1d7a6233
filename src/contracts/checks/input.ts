import { isObject } from "../../core/model/json-object.ts";
import type { ApiOperation, ApiParameter } from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import type { SchemaReading } from "./schema-view.ts";

/** What a request carries besides its credential and the ids in its path. */
export interface Input {
  /** By location and name. */
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly body?: { readonly mediaType: string; readonly value: unknown };
  /** A text sent as the body in place of a value. */
  readonly rawBody?: { readonly mediaType: string; readonly text: string };
}

export const inputKey = ({ in: place, name }: Pick<ApiParameter, "in" | "name">): string =>
  `${place} ${name}`;

/** What a parameter is called in a sentence. */
export const parameterWords = ({ in: place, name }: Pick<ApiParameter, "in" | "name">): string =>
  place === "query" ? `\`${name}\`` : `the ${place} parameter \`${name}\``;

/** Schema of a parameter, however it is written. */
export const schemaOf = (parameter: ApiParameter): Schema | undefined =>
  parameter.content?.schema ?? parameter.schema;

export const isJsonType = (mediaType: string): boolean => /[/+]json(?:;|$)/.test(mediaType);

export const isFormType = (mediaType: string): boolean =>
  /^(?:multipart\/form-data|application\/x-www-form-urlencoded)(?:;|$)/.test(mediaType);

/** ApiMedia types in which a request can be written, JSON first. */
export const writableTypes = ({ requestBody }: Pick<ApiOperation, "requestBody">): readonly string[] => {
  const types = (requestBody?.content ?? []).map(({ mediaType }) =>
    /^(?:\*\/\*|application\/\*)$/.test(mediaType) ? "application/json" : mediaType,
  );
  const rank = (type: string): number => (isJsonType(type) ? 0 : isFormType(type) ? 1 : 2);
  return types
    .filter((type) => isJsonType(type) || isFormType(type) || /^text\/|octet-stream/.test(type))
    .toSorted((one, other) => rank(one) - rank(other));
};

/** The media type of a body that must be sent, and that nothing here writes. */
export const unwritableType = (operation: Pick<ApiOperation, "requestBody">): string | undefined =>
  operation.requestBody?.required === true && writableTypes(operation).length === 0
    ? operation.requestBody.content[0]?.mediaType
    : undefined;

/** The content of a body in a media type. */
export const bodyContent = ({ requestBody }: Pick<ApiOperation, "requestBody">, mediaType: string) =>
  requestBody?.content.find((one) => one.mediaType === mediaType) ??
  requestBody?.content.find(({ mediaType: range }) => range.endsWith("*"));

/** A value inside a body, with the schema that it must fit. */
export interface BodyLocation {
  readonly tokens: readonly string[];
  readonly schema: Schema | undefined;
  readonly value: unknown;
  readonly isRequired: boolean;
}

/** Deeper values are not varied. */
const deepest = 3;

/** Every value in a body, the body itself first. */
export const locationsIn = (
  schema: Schema | undefined,
  value: unknown,
  reading: SchemaReading,
  tokens: readonly string[] = [],
  isRequired = true,
): readonly BodyLocation[] => {
  const here: BodyLocation = { tokens, schema, value, isRequired };
  if (tokens.length >= deepest) return [here];
  const view = reading.view(schema);
  if (isObject(value))
    return [
      here,
      ...Object.entries(value).flatMap(([name, inner]) =>
        Object.hasOwn(view.properties, name)
          ? locationsIn(
              view.properties[name],
              inner,
              reading,
              [...tokens, name],
              view.required.includes(name),
            )
          : [],
      ),
    ];
  if (Array.isArray(value) && value.length > 0)
    return [
      here,
      // The document may hold anything there.
      ...locationsIn(view.keywords["items"] as Schema | undefined, value[0], reading, [...tokens, "0"]),
    ];
  return [here];
};

/** A body with another value at a location; `undefined` removes it. */
export const putAt = (body: unknown, tokens: readonly string[], value: unknown): unknown => {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === token ? putAt(item, rest, value) : item) as unknown);
  const object = isObject(body) ? body : {};
  if (rest.length === 0 && value === undefined)
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== token));
  return { ...object, [token]: putAt(object[token], rest, value) };
};

export const locationWords = (tokens: readonly string[]): string =>
  tokens.length === 0 ? "the body" : `\`${tokens.join(".")}\``;
