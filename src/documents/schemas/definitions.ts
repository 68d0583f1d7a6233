import type { InterfaceDocument } from "../contract.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { DocumentedBody, DetailedOperation, DocumentedParameter } from "../operations.ts";
import { type Schema, soleReference } from "./schema.ts";

const parameterSchema = ({ schema, facts }: DocumentedParameter): Schema =>
  isObject(schema) && facts.length > 0 ? { ...schema, "x-facts": facts } : schema;

/** The path and query parameters of an operation as one object, to validate them like a body. */
const parametersOf = ({ operation, parameters }: DetailedOperation): readonly DocumentedBody[] => {
  const checked = parameters.filter((parameter) => parameter.in !== "header");
  if (checked.length === 0) return [];
  const schema = {
    type: "object",
    required: checked.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(checked.map((parameter) => [parameter.name, parameterSchema(parameter)])),
  };
  return [{ key: `${operation.id}.parameters`, schema, facts: operation.facts }];
};

/** The validated parts of an operation: `<id>.parameters`, `<id>.request` and `<id>.<status>`. */
const bodiesOf = (documented: DetailedOperation): readonly DocumentedBody[] => [
  ...parametersOf(documented),
  ...requestAndResponses(documented),
];

const requestAndResponses = ({ request, responses }: DetailedOperation): readonly DocumentedBody[] => [
  ...(request === undefined ? [] : [request]),
  ...responses.flatMap(({ body }) => (body === undefined ? [] : [body])),
];

export const allBodies = (document: InterfaceDocument): readonly DocumentedBody[] =>
  document.operations.flatMap(bodiesOf);

/** A body takes the name of its model, else of its shared response component, else its own key. */
const definitionName = (body: DocumentedBody): string =>
  soleReference(body.schema) ?? (body.component === undefined ? body.key : `response.${body.component}`);

/** Every schema of a document under one name each, and the name of each body of an operation. */
export const definitionsOf = (document: InterfaceDocument) => {
  const bodies = allBodies(document);
  const models = new Set(document.models.map(({ name }) => name));
  const own = new Map(bodies.map((body) => [definitionName(body), body.schema]));
  return {
    models: document.models,
    /** Bodies that are not simply a model: `response.RateLimited`, `listContactMethodTypes.200`. */
    bodies: [...own].filter(([name]) => !models.has(name)).map(([name, schema]) => ({ name, schema })),
    /** From a body's key to the name of its definition: `getContact.200` to `Contact`. */
    nameOfBody: new Map(bodies.map((body) => [body.key, definitionName(body)])),
  };
};

export type Definitions = ReturnType<typeof definitionsOf>;
