import { isObject } from "../../core/model/json-object.ts";
import type { ApiOperation, ApiParameter } from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "./api.ts";
import { bodyContent, type Input, isJsonType, inputKey, schemaOf, writableTypes } from "./input.ts";

import { type Extent, type Making, makeValue, noValue } from "./make-value.ts";
import { namesAnother, withOwnTexts } from "./own-texts.ts";
import { isPatchBody } from "./patch-bodies.ts";
import { canCarry } from "./written.ts";

/** How an input is made, so that another one can be made like it. */
export interface Recipe {
  readonly extent: Extent;
  readonly branch: number;
  readonly usesExamples: boolean;
  /** Index of a stated example of the body. */
  readonly example?: number;
  readonly mediaType?: string;
  /** Whether it is the declared body: with values of its own, or as it is. */
  readonly declared?: "renewed" | "as it is";
  /** Optional parts that are there in any case, by name. */
  readonly also: readonly string[];
}

/** An input that an operation has accepted, and how it was made. */
export interface Base {
  readonly recipe: Recipe;
  readonly input: Input;
}

/** Parameters that a call has to give a value for: its path and what it presents are not among them. */
export const ownParameters = (api: Api, { parameters }: ApiOperation): readonly ApiParameter[] =>
  parameters.filter(
    ({ in: place, name }) =>
      place !== "path" && place !== "querystring" && !api.credentials.isCredential(place, name),
  );

/** Conditions on the state of a record, which only its answers can give. */
export const isCondition = ({ in: place, name }: Pick<ApiParameter, "in" | "name">): boolean =>
  place === "header" && /^(?:if-|range$)/i.test(name);

/** Whether only an answer shows a value, such as the cursor of the next page. */
export const isOpaque = (api: Api, parameter: ApiParameter): boolean => {
  const { types, keywords } = api.reading.view(schemaOf(parameter));
  const isText = types.length === 0 || types.includes("string");
  const hasStatedValue =
    parameter.examples.length > 0 ||
    ["enum", "const", "format", "example", "examples", "default"].some(
      (keyword) => keywords[keyword] !== undefined,
    );
  return (
    isText &&
    !hasStatedValue &&
    /cursor|marker|continuation|page_?token|etag|^(?:next|prev|previous|after|before|since_id|starting_after|ending_before)$/i.test(
      parameter.name,
    )
  );
};

/** A value that earlier answers or the configuration know for a name, in the type that its schema states. */
const knownFor = (api: Api, name: string, schema: Schema | undefined): unknown => {
  const { stated, valuesNamed } = api.records;
  if (Object.hasOwn(stated, name)) return stated[name];
  if (!namesAnother(name)) return undefined;
  const [seen] = valuesNamed(name);
  if (seen === undefined) return undefined;
  const { types } = api.reading.view(schema);
  return types.includes("integer") || types.includes("number") ? Number(seen) : seen;
};

const fitting = (api: Api, key: string, candidates: Iterable<unknown>): unknown => {
  for (const candidate of candidates) if (candidate !== noValue && api.fits(key, candidate)) return candidate;
  return noValue;
};

/** As many ways of making a value as are tried before it is given up. */
const attempts = 12;

function* candidatesFor(
  api: Api,
  schema: Schema | undefined,
  making: Omit<Making, "reading">,
): Generator<unknown> {
  for (let attempt = 0; attempt < attempts; attempt += 1)
    yield makeValue(schema, {
      ...making,
      reading: api.reading,
      number: making.number + attempt * 7,
      branch: (making.branch ?? 0) + attempt,
      usesExamples: making.usesExamples === true && attempt === 0,
    });
}

/** A valid value of a parameter; `nothing` if none is known. */
export const parameterValue = (
  api: Api,
  id: string,
  parameter: ApiParameter,
  number: number,
  usesExamples = true,
): unknown => {
  const { in: place, name } = parameter;
  const schema = schemaOf(parameter);
  const known = knownFor(api, name, schema);
  const key = validatorKeys.parameter(id, place, name);
  const examples = usesExamples ? parameter.examples.map(({ value }) => value) : [];
  function* candidates(): Generator<unknown> {
    if (known !== undefined) yield known;
    yield* examples.filter((value) => value !== undefined);
    yield* candidatesFor(api, schema, { extent: "most", number, usesExamples });
  }
  const carried = candidates().filter((value) => value === noValue || canCarry(parameter, value));
  return fitting(api, key, carried);
};

const named = (also: readonly string[], name: string): boolean => also.includes(name.toLowerCase());

const parametersFor = (api: Api, { operation, id }: Callable, recipe: Recipe, number: number) => {
  const values = new Map<string, unknown>();
  for (const parameter of ownParameters(api, operation)) {
    const { required, name } = parameter;
    if (!required && (isCondition(parameter) || isOpaque(api, parameter))) continue;
    if (!required && recipe.extent === "least" && !named(recipe.also, name)) continue;
    const value = parameterValue(api, id, parameter, number, recipe.usesExamples);
    if (value !== noValue) values.set(inputKey(parameter), value);
    else if (required) return undefined;
  }
  return values;
};

/** Properties that a refusal has named, added to a body that lacks them. */
const withNamed = (
  api: Api,
  schema: Schema | undefined,
  value: unknown,
  recipe: Recipe,
  number: number,
): unknown => {
  if (recipe.also.length === 0 || !isObject(value)) return value;
  const { properties } = api.reading.view(schema);
  const more = Object.entries(properties)
    .filter(
      ([name, property]) =>
        named(recipe.also, name) && !Object.hasOwn(value, name) && !api.reading.isReadOnly(property),
    )
    .map(([name, property]): [string, unknown] => [
      name,
      makeValue(property, { reading: api.reading, extent: "least", number }),
    ])
    .filter(([, made]) => made !== noValue);
  return { ...value, ...Object.fromEntries(more) };
};

const bodyFor = (
  api: Api,
  callable: Callable,
  recipe: Recipe,
  number: number,
): Input["body"] | "none" | undefined => {
  const { operation, id } = callable;
  const mediaType = recipe.mediaType ?? writableTypes(operation)[0];
  const declared = recipe.declared && api.declared.get(id);
  if (declared !== undefined && mediaType !== undefined) {
    const { body, unique } = declared;
    const isRenewed = recipe.declared === "renewed";
    return {
      mediaType,
      value: isRenewed
        ? withOwnTexts(api, callable, mediaType, body, { way: "one text", unique }, number)
        : body,
    };
  }
  if (operation.requestBody === undefined) return "none";
  if (mediaType === undefined) return operation.requestBody.required ? undefined : "none";
  const content = bodyContent(operation, mediaType);
  const schema = content?.schema;
  const key = validatorKeys.request(id, mediaType);
  const shown = recipe.example === undefined ? undefined : content?.examples[recipe.example]?.value;
  if (recipe.example !== undefined && shown === undefined) return undefined;
  if (schema === undefined && shown === undefined)
    return { mediaType, value: isJsonType(mediaType) ? {} : "tripact" };
  const { properties } = api.reading.view(schema);
  function* candidates(): Generator<unknown> {
    if (shown !== undefined) yield shown;
    // Whether an operation on a record is right depends on the record: none is right in any case.
    if (isPatchBody(mediaType ?? "", schema, api.reading)) return yield [];
    const { extent, branch, usesExamples } = recipe;
    const known = (name: string): unknown => knownFor(api, name, properties[name]);
    for (const made of candidatesFor(api, schema, { extent, branch, usesExamples, number, known }))
      yield withNamed(api, schema, made, recipe, number);
    yield* candidatesFor(api, schema, { extent, branch, number });
  }
  const value = fitting(api, key, candidates());
  return value === noValue ? undefined : { mediaType, value };
};

/** An input by a recipe; undefined if the document allows none that could be made. */
export const inputBy = (api: Api, callable: Callable, recipe: Recipe, number: number): Input | undefined => {
  const parameters = parametersFor(api, callable, recipe, number);
  const body = bodyFor(api, callable, recipe, number);
  if (parameters === undefined || body === undefined) return undefined;
  return { parameters, ...(body === "none" ? {} : { body }) };
};

/** The recipes to begin with, the most ordinary first. */
export const firstRecipes = (api: Api, { operation, id }: Callable): readonly Recipe[] => {
  const plain: Recipe = { extent: "least", branch: 0, usesExamples: true, also: [] };
  const [mediaType = ""] = writableTypes(operation);
  const content = bodyContent(operation, mediaType);
  const examples = (content?.examples ?? []).map((_, example): Recipe => ({ ...plain, example }));
  const { branches } = api.reading.view(content?.schema);
  const isDeclared = api.declared.has(id) && isJsonType(mediaType);
  return [
    ...examples.slice(0, 3),
    plain,
    ...(isDeclared ? (["renewed", "as it is"] as const).map((declared) => ({ ...plain, declared })) : []),
    { ...plain, extent: "most" },
    { ...plain, extent: "most", usesExamples: false },
    ...branches.slice(1, 4).map((_, index): Recipe => ({ ...plain, branch: index + 1 })),
  ];
};
