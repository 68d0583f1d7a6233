import * as fc from "fast-check";
import type { Compiled, ValidateFunction } from "../core/model/compiled.ts";
import { isObject } from "../core/model/json-object.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { validatorKeys } from "../contracts/checks/api.ts";
import { isJsonType, schemaOf } from "../contracts/checks/input.ts";
import { makeValue, noValue } from "../contracts/checks/make-value.ts";
import { createSchemaReading } from "../contracts/checks/schema-view.ts";
import { createDirection } from "../contracts/directed-schemas.ts";
import { loadValidatorsOf } from "../contracts/validators.ts";
import type { ApiDocument, ApiOperation, ApiParameter } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import type { ModelArbitrary, NearMissArbitrary } from "./model-arbitrary.ts";
import { createSchemaArbitraries, isEver } from "./schema-arbitrary.ts";
import { none, pathText, record } from "./shapes.ts";

type Values = Readonly<Record<string, unknown>>;

/** What an operation takes. */
export interface RequestArbitraries {
  /** Values of its parameters by name, before they are written into an address. */
  readonly path: ModelArbitrary<Values>;
  readonly query: ModelArbitrary<Values>;
  readonly headers: ModelArbitrary<Values>;
  /** Undefined if it takes none. */
  readonly body: ModelArbitrary;
  /** Of the body, JSON where it may be; undefined if it takes none. */
  readonly mediaType: string | undefined;
}

/** Arbitraries of everything in an OpenAPI document that a request may hold. */
export interface DocumentArbitraries {
  /** Names of the models. */
  readonly models: readonly string[];
  /** Ids of the operations. */
  readonly operations: readonly string[];
  /** @throws UsageError for an unknown name, and for a model of which no value can be made up */
  model(name: string): ModelArbitrary;
  /** @throws UsageError for an unknown id, and for a request that cannot be made up */
  request(operation: string): RequestArbitraries;
}

/** So many values are tried before one is taken for impossible. */
const tries = 100;
const missTries = 5;

const fittingMisses = (
  misses: readonly NearMissArbitrary[],
  fits: ValidateFunction,
): readonly NearMissArbitrary[] =>
  misses.flatMap((miss) => {
    const isMissed = ({ value }: { readonly value: unknown }): boolean => !fits(value);
    if (!isEver(miss.arbitrary, isMissed, missTries)) return [];
    return [{ ...miss, arbitrary: miss.arbitrary.filter(isMissed) }];
  });

const unknown = (what: string, name: string, known: readonly string[], file: string): UsageError =>
  new UsageError(`there is no ${what} ${printable(name)}`, {
    location: file,
    hint: suggestionHint(name, known),
  });

const numbers = Array.from({ length: 20 }, (_, index) => index);

/** A schema of the document, with the validator that has the last word on its values. */
interface Checked {
  readonly schema: Schema;
  /** Key of its validator. */
  readonly key: string;
  /** How messages name it. */
  readonly what: string;
}

/** Makes arbitraries whose values a document's validators allow. */
const createFitting = (
  document: ApiDocument,
  { validators }: Compiled,
  models: ReadonlyMap<string, Schema>,
) => {
  const reading = createSchemaReading(document);
  const made = (schema: Schema, number: number): unknown =>
    makeValue(schema, { reading, extent: "least", number, usesExamples: false });
  const { ofSchema } = createSchemaArbitraries(models, (schema) => {
    const least = made(schema, 0);
    return least === noValue ? undefined : least;
  });

  /** @throws UsageError if nothing that is made up is allowed */
  return ({ schema, key, what }: Checked, model = ofSchema(schema)): ModelArbitrary => {
    const fits = validators[key];
    if (fits === undefined) return model;
    const isPossible = isEver(model.valid, (value) => fits(value), tries);
    const alike = isPossible
      ? []
      : numbers.map((number) => made(schema, number)).filter((value) => value !== noValue && fits(value));
    if (!isPossible && alike.length === 0)
      throw new UsageError(`no value of ${printable(what)} can be made up`, { location: document.file });
    return {
      valid: isPossible ? model.valid.filter((value) => fits(value)) : fc.constantFrom(...alike),
      get nearMisses() {
        return fittingMisses(model.nearMisses, fits);
      },
    };
  };
};

const isPlainText = (schema: Schema): boolean =>
  isObject(schema) &&
  schema["type"] === "string" &&
  ["format", "enum", "pattern", "const"].every((keyword) => schema[keyword] === undefined);

/**
 * The arbitraries of a document. A validator has the last word on every value, so whatever a schema states holds.
 * Loads Ajv, which takes a tenth of a second.
 */
export const documentArbitraries = async (document: ApiDocument): Promise<DocumentArbitraries> => {
  const { request } = await loadValidatorsOf("document", document);
  const directed = createDirection(document, "request");
  const models = new Map([...document.models].map(([name, { schema }]) => [name, directed(schema)]));
  const fitting = createFitting(document, request, models);
  const operations = document.operations.map(({ id }) => id);

  const parameterOf = ({ id }: ApiOperation, parameter: ApiParameter): ModelArbitrary => {
    const { in: place, name } = parameter;
    const schema = directed(schemaOf(parameter) ?? true);
    const checked = { schema, key: validatorKeys.parameter(id, place, name), what: `${id} ${name}` };
    return place === "path" && isPlainText(schema) ? fitting(checked, pathText()) : fitting(checked);
  };

  const parametersIn = (operation: ApiOperation, place: ApiParameter["in"]): ModelArbitrary<Values> => {
    const stated = operation.parameters.filter((one) => one.in === place);
    const part = (isRequired: boolean): Readonly<Record<string, ModelArbitrary>> =>
      Object.fromEntries(
        stated
          .filter(({ required }) => required === isRequired)
          .map((one) => [one.statedName, parameterOf(operation, one)]),
      );
    return record(part(true), part(false));
  };

  const bodyOf = ({ id, requestBody }: ApiOperation): Pick<RequestArbitraries, "body" | "mediaType"> => {
    const content = requestBody?.content ?? [];
    const { mediaType, schema = true } = content.find((one) => isJsonType(one.mediaType)) ?? content[0] ?? {};
    if (mediaType === undefined) return { body: none(), mediaType };
    const key = validatorKeys.request(id, mediaType);
    return { body: fitting({ schema: directed(schema), key, what: `the body of ${id}` }), mediaType };
  };

  return {
    models: [...models.keys()],
    operations,
    model(name) {
      if (!models.has(name)) throw unknown("model", name, [...models.keys()], document.file);
      return fitting({ schema: { $ref: `#/components/schemas/${name}` }, key: name, what: name });
    },
    request(id) {
      const operation = document.operations.find((one) => one.id === id);
      if (operation === undefined) throw unknown("operation", id, operations, document.file);
      return {
        path: parametersIn(operation, "path"),
        query: parametersIn(operation, "query"),
        headers: parametersIn(operation, "header"),
        ...bodyOf(operation),
      };
    },
  };
};
