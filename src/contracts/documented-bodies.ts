import type { Contract } from "../core/model/contract.ts";
import type { DocumentedLocation } from "../core/model/documented-location.ts";
import type { ApiDocument } from "../documents/document.ts";
import { documentedLocation } from "../documents/schemas/documented-location.ts";
import { modelLocations } from "../documents/schemas/model-locations.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { validatorKeys } from "./checks/api.ts";
import { createDirection } from "./directed-schemas.ts";

interface Body {
  /** That of its validator. */
  readonly key: string;
  readonly schema: Schema;
}

const responsesIn = ({ operations }: ApiDocument): readonly Body[] =>
  operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, content }) =>
      content.flatMap(({ mediaType, schema }) =>
        schema === undefined ? [] : [{ key: validatorKeys.response(id, status, mediaType), schema }],
      ),
    ),
  );

const requestsIn = ({ operations }: ApiDocument): readonly Body[] =>
  operations.flatMap(({ id, requestBody }) =>
    (requestBody?.content ?? []).flatMap(({ mediaType, schema }) =>
      schema === undefined ? [] : [{ key: validatorKeys.request(id, mediaType), schema }],
    ),
  );

const noModels: ReadonlyMap<string, Schema> = new Map();

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** Schemas of answers: without what is only written. */
const answersOf = (document: ApiDocument) => {
  const directed = createDirection(document, "response");
  return {
    directed,
    models: once(
      () => new Map([...document.models.values()].map(({ name, schema }) => [name, directed(schema)])),
    ),
  };
};

/**
 * What a document says about the locations of its bodies. Those of answers, which may be many, are described when they
 * are first read, and are not enumerated; what is enumerated has every name and every listed value once.
 */
export const documentedBodiesOf = (name: string, document: ApiDocument): Contract["documentedBodies"] => {
  const { directed, models } = answersOf(document);
  const described: Record<string, DocumentedLocation> = {};
  for (const model of document.models.values())
    described[`${name} model ${model.name}`] = documentedLocation(model.schema, noModels);
  for (const { key, schema } of [...requestsIn(document), ...responsesIn(document)])
    described[`${name} body ${key}`] = documentedLocation(schema, noModels);
  for (const { key, schema } of responsesIn(document)) {
    const get = once(() => documentedLocation(directed(schema), models()));
    Object.defineProperty(described, key, { enumerable: false, configurable: true, get });
  }
  return described;
};

/** The models of each answer by validator key, with the patterns of their locations, found when they are first read. */
export const modelsInAnswersOf = (document: ApiDocument): Contract["modelInstances"] => {
  const { models } = answersOf(document);
  const found = {};
  for (const { key, schema } of responsesIn(document)) {
    const get = once(() => {
      const patterns: Record<string, string[]> = {};
      for (const { model, pattern } of modelLocations({ name: key, schema }, models()))
        (patterns[model] ??= []).push(pattern);
      return patterns;
    });
    Object.defineProperty(found, key, { enumerable: false, configurable: true, get });
  }
  return found;
};
