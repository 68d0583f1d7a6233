import type { Ajv2020, Format } from "ajv/dist/2020.js";
import { formats } from "../core/formats/formats.ts";
import type { Compiled, ValidateFunction } from "../core/model/compiled.ts";
import { isObject } from "../core/model/json-object.ts";
import { validatorKeys } from "./checks/api.ts";
import { schemaOf } from "./checks/input.ts";
import type { ApiDocument } from "../documents/document.ts";
import { schemaNameOf } from "../documents/references.ts";
import { ownKeywords } from "../documents/schemas/ajv-keywords.ts";
import { ajvOptions } from "../documents/schemas/ajv-options.ts";
import { compilable } from "../documents/schemas/compilable.ts";
import { definitionPath, schemaId } from "../documents/schemas/identity.ts";
import { type Definition, mapSchema, type Schema } from "../documents/schemas/schema.ts";
import { boundedPattern } from "./bounded-pattern.ts";
import { createDirection, type ValueDirection } from "./directed-schemas.ts";

/** What a document says about values, by the keys of `validatorKeys`, one direction each. */
const definitionsIn = (document: ApiDocument, direction: ValueDirection): readonly Definition[] => {
  const directed = createDirection(document, direction);
  const definition = (name: string, schema: Schema | undefined): readonly Definition[] =>
    schema === undefined ? [] : [{ name, schema: directed(schema) }];
  const models = [...document.models.values()].flatMap(({ name, schema }) => definition(name, schema));
  if (direction === "request")
    return [
      ...models,
      ...document.operations.flatMap(({ id, parameters, requestBody }) => [
        ...parameters.flatMap((parameter) =>
          definition(validatorKeys.parameter(id, parameter.in, parameter.name), schemaOf(parameter)),
        ),
        ...(requestBody?.content ?? []).flatMap(({ mediaType, schema }) =>
          definition(validatorKeys.request(id, mediaType), schema),
        ),
      ]),
    ];
  return [
    ...models,
    ...document.operations.flatMap(({ id, responses }) =>
      responses.flatMap(({ status, headers, content }) => [
        ...content.flatMap(({ mediaType, schema }) =>
          definition(validatorKeys.response(id, status, mediaType), schema),
        ),
        ...headers.flatMap((header) =>
          definition(validatorKeys.header(id, status, header.name), header.content?.schema ?? header.schema),
        ),
      ]),
    ),
  ];
};

const ajvOf = (Ajv: typeof Ajv2020, tracksEvaluated: boolean): Ajv2020 => {
  const ajv = new Ajv({
    ...ajvOptions,
    // Every format is a function, an expression or a pair of them.
    formats: formats as Readonly<Record<string, Format>>,
    code: { regExp: Object.assign(boundedPattern, { code: "boundedPattern" }) },
  });
  Object.assign(ajv.opts, { unevaluated: tracksEvaluated, dynamicRef: false });
  for (const definition of ownKeywords) ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
  return ajv;
};

/** The same under names that are part of no address, with references to these; and the names by key. */
const renamed = (definitions: readonly Definition[]) => {
  const names = new Map(definitions.map(({ name }, index) => [name, `d${index}`]));
  const referring = (schema: Schema): Schema => {
    if (!isObject(schema)) return schema;
    const name = typeof schema["$ref"] === "string" ? schemaNameOf(schema["$ref"]) : undefined;
    const inner = mapSchema(schema, "", referring);
    return name === undefined ? inner : { ...inner, $ref: `#/components/schemas/${names.get(name) ?? name}` };
  };
  const all = definitions.map(({ name, schema }): Definition => ({
    name: names.get(name) ?? name,
    schema: referring(schema),
  }));
  return { names, all };
};

/** What no validator can be made of allows every value. */
const anything: ValidateFunction = () => true;

/** The validators of a document, each compiled when it is first used. */
const compiledIn = (
  Ajv: typeof Ajv2020,
  name: string,
  document: ApiDocument,
  direction: ValueDirection,
): Compiled => {
  const { names, all } = renamed(definitionsIn(document, direction));
  const { schemas, unions, bans, formats: textFormats } = compilable(`${name}/${direction}`, all);
  const tracksEvaluated = [...schemas.values()].some(
    (schema) => isObject(schema) && JSON.stringify(schema).includes('"unevaluated'),
  );
  const ajv = ajvOf(Ajv, tracksEvaluated);
  for (const [key, schema] of schemas) {
    const id = schemaId(`${name}/${direction}`, key);
    try {
      ajv.addSchema(typeof schema === "boolean" ? { not: schema ? { not: {} } : {} } : schema, id);
    } catch {
      ajv.addSchema({}, id);
    }
    const entry = ajv.schemas[id];
    if (entry !== undefined) Object.assign(entry, { schemaPath: definitionPath(key) });
  }
  const made = new Map<string, ValidateFunction>();
  const compile = (key: string): ValidateFunction => {
    const known = made.get(key);
    if (known !== undefined) return known;
    let validate: ValidateFunction = anything;
    try {
      // An error has what a ValidationError has.
      validate =
        (ajv.getSchema(schemaId(`${name}/${direction}`, key)) as ValidateFunction | undefined) ?? anything;
    } catch {
      // A reference to what is no schema, for example.
    }
    made.set(key, validate);
    return validate;
  };
  const validators = {};
  const keys = [...[...schemas.keys()].map((key) => [key, key] as const), ...names];
  for (const [key, definition] of keys)
    Object.defineProperty(validators, key, { enumerable: true, get: () => compile(definition) });
  return {
    validators,
    unions: Object.fromEntries(unions.map(({ path, branches }) => [path, branches])),
    bans: Object.fromEntries(bans.map(({ path, names }) => [path, names])),
    textFormats: Object.fromEntries(textFormats),
  };
};

/** Validators for both directions. Loads Ajv, which takes a tenth of a second. */
export const loadValidatorsOf = async (name: string, document: ApiDocument) => {
  const { Ajv2020: Ajv } = await import("ajv/dist/2020.js");
  return {
    request: compiledIn(Ajv, name, document, "request"),
    response: compiledIn(Ajv, name, document, "response"),
  };
};
