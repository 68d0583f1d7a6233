import { malformedJsonOf } from "../../values/odd-values.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { ApiParameter } from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Api, type Callable, validatorKeys } from "./api.ts";
import {
  bodyContent,
  type Input,
  isFormType,
  isJsonType,
  inputKey,
  locationsIn,
  parameterWords,
  putAt,
  schemaOf,
  locationWords,
  writableTypes,
} from "./input.ts";
import { makeValue, noValue } from "./make-value.ts";
import { isPatchBody } from "./patch-bodies.ts";
import { inputBy, isCondition, isOpaque, ownParameters, parameterValue, type Recipe } from "./recipes.ts";
import { canCarry, simpleText } from "./written.ts";
import { defectsFor, variantsFor } from "./value-variants.ts";

/** An input with words that say what is special about it. */
export interface Variation {
  readonly what: string;
  readonly input: Input;
  /** Name of the parameter or property that it is about. */
  readonly about: string;
}

const withParameter = (input: Input, key: string, value: unknown): Input => {
  const parameters = new Map(input.parameters);
  if (value === undefined) parameters.delete(key);
  else parameters.set(key, value);
  return { ...input, parameters };
};

const varied = (api: Api, { operation }: Callable): readonly ApiParameter[] =>
  ownParameters(api, operation).filter((parameter) => !isCondition(parameter) && !isOpaque(api, parameter));

const parameterVariations = (
  api: Api,
  callable: Callable,
  input: Input,
  number: number,
): readonly Variation[] =>
  varied(api, callable).flatMap((parameter) => {
    const { in: place, name, required } = parameter;
    const key = inputKey(parameter);
    const words = parameterWords(parameter);
    const validator = validatorKeys.parameter(callable.id, place, name);
    const usual = input.parameters.get(key) ?? parameterValue(api, callable.id, parameter, number);
    const making = { reading: api.reading, extent: "least", number } as const;
    const values = variantsFor(schemaOf(parameter), making).filter(
      // A text that is empty is often taken for none, and a list without items is written as none.
      ([, value]) =>
        value !== null &&
        value !== "" &&
        !(Array.isArray(value) && value.length === 0) &&
        canCarry(parameter, value) &&
        api.fits(validator, value),
    );
    return [
      ...(required || !input.parameters.has(key)
        ? []
        : [
            {
              what: `without the optional ${words}`,
              input: withParameter(input, key, undefined),
              about: name,
            },
          ]),
      ...(required || input.parameters.has(key) || usual === noValue
        ? []
        : [{ what: `with the optional ${words}`, input: withParameter(input, key, usual), about: name }]),
      ...values.map(([what, value]): Variation => ({
        what: `${words} ${what}`,
        input: withParameter(input, key, value),
        about: name,
      })),
    ];
  });

const bodyVariations = (
  api: Api,
  { operation, id }: Callable,
  input: Input,
  number: number,
): readonly Variation[] => {
  const { body } = input;
  if (body === undefined) return [];
  const { mediaType, value } = body;
  const key = validatorKeys.request(id, mediaType);
  const making = { reading: api.reading, extent: "least", number } as const;
  const made = locationsIn(bodyContent(operation, mediaType)?.schema, value, api.reading).flatMap(
    ({ tokens, schema, isRequired, value: now }): readonly (Variation | undefined)[] => {
      const words = locationWords(tokens);
      const about = tokens.at(-1) ?? "";
      const put = (other: unknown): Input => ({
        ...input,
        body: { mediaType, value: putAt(value, tokens, other) },
      });
      return [
        ...(isRequired || tokens.length === 0
          ? []
          : [{ what: `without the optional ${words}`, input: put(undefined), about }]),
        ...(isObject(now)
          ? []
          : variantsFor(schema, making).map(([what, other]): Variation => ({
              what: `${words} ${what}`,
              input: put(other),
              about,
            }))),
      ];
    },
  );
  return made.filter((one) => one !== undefined).filter((one) => api.fits(key, one.input.body?.value));
};

/** Inputs with as little, or as much, of what is optional as the document allows; none of a declared body. */
export const extentVariations = (
  api: Api,
  callable: Callable,
  recipe: Recipe,
  number: number,
): readonly (Variation & { readonly recipe: Recipe })[] =>
  (recipe.declared === undefined ? (["least", "most"] as const) : []).flatMap((extent, index) => {
    const other: Recipe = { ...recipe, extent, also: [] };
    const input = inputBy(api, callable, other, number + index);
    const what = extent === "least" ? "without anything optional" : "with everything optional";
    return input === undefined ? [] : [{ what, input, about: "", recipe: other }];
  });

/** Other inputs that the document allows, each different from an accepted one in one part. */
export const validVariations = (
  api: Api,
  callable: Callable,
  input: Input,
  recipe: Recipe,
  number: number,
): readonly Variation[] => {
  const types = writableTypes(callable.operation).filter((type) => type !== input.body?.mediaType);
  const { mediaType: type = "" } = input.body ?? {};
  const isPatch = isPatchBody(type, bodyContent(callable.operation, type)?.schema, api.reading);
  const others = types.flatMap((mediaType): readonly Variation[] => {
    const other = inputBy(api, callable, { ...recipe, mediaType }, number);
    return other === undefined ? [] : [{ what: `as ${mediaType}`, input: other, about: "" }];
  });
  return [
    ...others,
    ...parameterVariations(api, callable, input, number),
    ...(isPatch ? [] : bodyVariations(api, callable, input, number)),
  ];
};

/** Every value that a text in an address may mean. */
const readings = (text: string): readonly unknown[] => [
  text,
  ...(text.trim() !== "" && Number.isFinite(Number(text)) ? [Number(text)] : []),
  ...(text === "true" || text === "false" ? [text === "true"] : []),
  ...(text === "null" || text === "" ? [null] : []),
];

const parameterDefects = (api: Api, callable: Callable, input: Input, number: number): readonly Variation[] =>
  varied(api, callable).flatMap((parameter) => {
    const { in: place, name, required, content } = parameter;
    const key = inputKey(parameter);
    const words = parameterWords(parameter);
    const validator = validatorKeys.parameter(callable.id, place, name);
    const value = input.parameters.get(key) ?? parameterValue(api, callable.id, parameter, number);
    const isWrong = (text: string): boolean =>
      readings(text).every((one) => !api.fits(validator, one) && !api.fits(validator, [one]));
    const scalars =
      content !== undefined || value === noValue || typeof value === "object"
        ? []
        : defectsFor(schemaOf(parameter), value, { reading: api.reading, extent: "least", number }).filter(
            ([, wrong]) =>
              (typeof wrong === "string" || typeof wrong === "number") &&
              wrong !== "" &&
              canCarry(parameter, wrong) &&
              isWrong(simpleText(parameter, wrong)),
          );
    return [
      ...(required && input.parameters.has(key)
        ? [
            {
              what: `without the required ${words}`,
              input: withParameter(input, key, undefined),
              about: name,
            },
          ]
        : []),
      ...scalars.map(([what, wrong]): Variation => ({
        what: `${words} ${what}`,
        input: withParameter(input, key, wrong),
        about: name,
      })),
    ];
  });

const unknownProperty = "tripactUnknown";

/** What the schema states and an accepted body does not have, in another type: it must fit whether it is needed or not. */
const absentDefects = (
  api: Api,
  schema: Schema | undefined,
  input: Input,
  number: number,
): readonly Variation[] => {
  const { view, isReadOnly } = api.reading;
  const { mediaType = "", value } = input.body ?? {};
  if (!isObject(value) || !isJsonType(mediaType)) return [];
  const making = { reading: api.reading, extent: "least", number } as const;
  return Object.entries(view(schema).properties).flatMap(([name, property]) => {
    // Who names an id asks for a record that has it.
    if (Object.hasOwn(value, name) || isReadOnly(property) || /^_?id$/i.test(name)) return [];
    const right = makeValue(property, making);
    const [wrong] = right === noValue ? [] : defectsFor(property, right, making);
    return wrong === undefined
      ? []
      : [
          {
            what: `${locationWords([name])} ${wrong[0]}`,
            about: name,
            input: { ...input, body: { mediaType, value: { ...value, [name]: wrong[1] } } },
          },
        ];
  });
};

const bodyDefects = (
  api: Api,
  { operation, id }: Callable,
  input: Input,
  number: number,
): readonly Variation[] => {
  const { body } = input;
  if (body === undefined) return [];
  const { mediaType, value } = body;
  const key = validatorKeys.request(id, mediaType);
  const making = { reading: api.reading, extent: "least", number } as const;
  const isBodyRequired = operation.requestBody?.required === true;
  // A form carries nothing but texts.
  const isTyped = isJsonType(mediaType);
  const stated = bodyContent(operation, mediaType)?.schema;
  const absent = absentDefects(api, stated, input, number);
  const made = locationsIn(stated, value, api.reading).flatMap(
    ({ tokens, schema, isRequired, value: now }): readonly Variation[] => {
      const words = locationWords(tokens);
      const about = tokens.at(-1) ?? "";
      const put = (other: unknown): Input => ({
        ...input,
        body: { mediaType, value: putAt(value, tokens, other) },
      });
      return [
        ...(isRequired && tokens.length > 0 && tokens.at(-1) !== "0"
          ? [{ what: `without the required ${words}`, input: put(undefined), about }]
          : []),
        ...(isTyped && isObject(now)
          ? [
              {
                what: `${tokens.length === 0 ? "a body" : words} with an unknown property`,
                input: put({ ...now, [unknownProperty]: 1 }),
                about: unknownProperty,
              },
            ]
          : []),
        ...defectsFor(schema, now, making)
          .filter(([, wrong]) => isTyped || typeof wrong === "string")
          // Where a body is optional, null is often taken for none.
          .filter(([, wrong]) => wrong !== null || tokens.length > 0 || isBodyRequired)
          .map(([what, wrong]): Variation => ({ what: `${words} ${what}`, input: put(wrong), about })),
      ];
    },
  );
  return [...made, ...absent].filter(
    (one) => !api.fits(key, one.input.body?.value) && (isTyped || isFormDefect(one, now(value))),
  );
};

const now = (value: unknown): unknown => value;

/** In a form only what is missing, or a text that its format refuses, is certainly wrong. */
const isFormDefect = ({ what }: Variation, value: unknown): boolean =>
  isObject(value) && /^without|no [a-z-]+$|enum/.test(what);

const bodyAsAWhole = ({ operation }: Callable, input: Input): readonly Variation[] => {
  const { requestBody } = operation;
  const types = writableTypes(operation);
  if (requestBody === undefined || input.body === undefined) return [];
  const { body: _, ...without } = input;
  const { mediaType } = input.body;
  const takesAny = requestBody.content.some((content) => content.mediaType.includes("*"));
  return [
    ...(requestBody.required ? [{ what: "without the required body", input: without, about: "" }] : []),
    ...(isJsonType(mediaType)
      ? malformedJsonOf(isObject(input.body.value) ? input.body.value : { tripact: 1 }).map(
          ({ name, value: text }): Variation => ({
            what: `a body that is not JSON, ${name}`,
            input: { ...without, rawBody: { mediaType, text } },
            about: "",
          }),
        )
      : []),
    ...(takesAny || types.some((type) => isFormType(type) || type.startsWith("text/"))
      ? []
      : [
          {
            what: "a body of a media type that is not listed",
            input: { ...without, rawBody: { mediaType: "text/x-tripact", text: "tripact" } },
            about: "",
          },
        ]),
  ];
};

/** Inputs that contradict the document in one part, made from an accepted one. */
export const wrongVariations = (
  api: Api,
  callable: Callable,
  input: Input,
  number: number,
): readonly Variation[] => [
  ...bodyDefects(api, callable, input, number),
  ...parameterDefects(api, callable, input, number),
  ...bodyAsAWhole(callable, input),
];
