import {
  type Effect,
  type Method,
  type Operation,
  type OperationResponse,
  type Parameter,
  type ScalarType,
} from "../core/model/operation.ts";
import type { BuiltinInterface } from "../builtin/interface-name.ts";
import type { JsonObject } from "../core/model/json-object.ts";
import { isObject } from "../core/model/json-object.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { didYouMean } from "../core/output/suggest.ts";
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse, SourcePlace } from "./document.ts";
import { isText, textsOf } from "./json.ts";
import { schemaNameOf } from "./references.ts";
import { factsOf, type Schema } from "./schemas/schema.ts";

/** The JSON (or form) body of a request or a response. */
export interface DocumentedBody {
  /** `<operationId>.<status>` or `<operationId>.request`. */
  readonly key: string;
  readonly schema: Schema;
  /** The response component it comes from, if several operations share it. */
  readonly component?: string;
  /** The facts annotated on the media type or response around the schema, whichever is nearest. */
  readonly facts: readonly string[];
}

export interface DocumentedParameter extends Parameter {
  readonly schema: Schema;
  readonly description: string;
  readonly facts: readonly string[];
  readonly unknowns: readonly string[];
}

export interface DocumentedResponse {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly string[];
  /** The facts of its shape and the facts about it. */
  readonly facts: readonly string[];
  readonly unknowns: readonly string[];
  readonly body?: DocumentedBody;
}

/** An operation with everything that the artefacts need besides the table. */
export interface DetailedOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly request?: DocumentedBody;
  readonly responses: readonly DocumentedResponse[];
}

const methods: readonly Method[] = ["GET", "PUT", "POST", "DELETE", "PATCH"];
const effects = ["read", "write", "token"] as const satisfies readonly Effect[];
const scalarTypes = ["integer", "string", "boolean", "number"] as const satisfies readonly ScalarType[];

/** What the artefacts need of an operation, and where to say that it is missing. */
interface Reading {
  readonly document: ApiDocument;
  readonly fail: (at: SourcePlace, message: string, hint?: string) => never;
}

/**
 * The operations of a document, in the order of its paths.
 * @throws UsageError for a missing part that the artefacts need.
 */
export const readOperations = (
  document: ApiDocument,
  interfaceName: BuiltinInterface,
): readonly DetailedOperation[] => {
  const fail = (at: SourcePlace, message: string, hint?: string): never => {
    throw new UsageError(message, { location: document.location(at), hint });
  };
  const byPath = Map.groupBy(document.operations, ({ path }) => path);
  return [...byPath.values()].flatMap((operations) =>
    methods.flatMap((method) =>
      operations
        .filter((operation) => operation.method === method)
        .map((operation) => readOperation({ document, fail }, operation, method, interfaceName)),
    ),
  );
};

interface Annotated {
  readonly extensions: JsonObject;
}

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const unknownsOf = ({ extensions }: Annotated): readonly string[] => textsOf(extensions["x-unknown"]);

const readOperation = (
  reading: Reading,
  operation: ApiOperation,
  method: Method,
  interfaceName: BuiltinInterface,
): DetailedOperation => {
  const { statedId, path, pathItem, at } = operation;
  const id = statedId ?? reading.fail(at, "the operation has no operationId");
  const parameters = operation.parameters.map((parameter) => readParameter(reading, parameter));
  const request = readRequest(reading, operation, id);
  const responses = readResponses(reading, operation, id);
  return {
    operation: {
      id,
      interface: interfaceName,
      method,
      path,
      summary: operation.summary,
      effect: effectOf(reading, operation),
      security: securityOf(reading, operation),
      parameters: parameters.map(({ name, in: where, type, required }) => ({
        name,
        in: where,
        type,
        required,
      })),
      ...(request === undefined ? {} : { requestBody: request.table }),
      responses: Object.fromEntries(responses.map(({ documented, table }) => [documented.status, table])),
      facts: unique([...factsOf(pathItem.extensions), ...factsOf(operation.extensions)]),
      unknowns: unique([...unknownsOf(pathItem), ...unknownsOf(operation)]),
    },
    description: operation.description,
    parameters,
    ...(request === undefined ? {} : { request: request.body }),
    responses: responses.map(({ documented }) => documented),
  };
};

/** Without `x-effect`, only GET is considered harmless. */
const effectOf = ({ fail }: Reading, { extensions, method, at }: ApiOperation): Effect => {
  const stated = extensions["x-effect"];
  if (!isText(stated))
    return method === "GET"
      ? "read"
      : fail(at, "the operation has no x-effect", `one of ${effects.join(", ")}`);
  return (
    effects.find((effect) => effect === stated) ??
    fail(at, `x-effect is ${stated}`, didYouMean(stated, effects))
  );
};

const securityOf = ({ document, fail }: Reading, { security, at }: ApiOperation): Operation["security"] => {
  const name = security[0]?.schemes[0]?.name;
  if (name === undefined) return "none";
  const scheme =
    document.securitySchemes.get(name) ??
    fail(
      at,
      `security scheme ${name} is not in components`,
      didYouMean(name, document.securitySchemes.keys()),
    );
  return scheme.type === "http" && scheme.scheme === "bearer" ? "bearer" : "hmac";
};

const scalarTypeOf = ({ document, fail }: Reading, { schema = true, at }: ApiParameter): ScalarType => {
  const name = isObject(schema) && isText(schema["$ref"]) ? schemaNameOf(schema["$ref"]) : undefined;
  const target = name === undefined ? schema : (document.models.get(name)?.schema ?? true);
  const type = isObject(target) ? target["type"] : undefined;
  return (
    scalarTypes.find((known) => known === type) ??
    fail(at, "the parameter's schema has no scalar type", `one of ${scalarTypes.join(", ")}`)
  );
};

const readParameter = (reading: Reading, parameter: ApiParameter): DocumentedParameter => {
  const { in: where, at, extensions } = parameter;
  if (where !== "path" && where !== "query" && where !== "header")
    return reading.fail(at, "a parameter must be in path, query or header");
  return {
    name: parameter.statedName,
    in: where,
    type: scalarTypeOf(reading, parameter),
    required: parameter.required,
    schema: parameter.schema ?? true,
    description: parameter.description,
    facts: factsOf(extensions),
    unknowns: unknownsOf(parameter),
  };
};

const isJson = (mediaType: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/.test(mediaType);

const nearestFacts = (...outwards: readonly Annotated[]): readonly string[] =>
  outwards.map(({ extensions }) => factsOf(extensions)).find((facts) => facts.length > 0) ?? [];

const readRequest = (
  { fail }: Reading,
  { requestBody }: ApiOperation,
  id: string,
): { readonly body: DocumentedBody; readonly table: NonNullable<Operation["requestBody"]> } | undefined => {
  if (requestBody === undefined) return undefined;
  const media = requestBody.content[0] ?? fail(requestBody.at, "the request body has no content");
  const key = `${id}.request`;
  return {
    body: { key, schema: media.schema ?? true, facts: nearestFacts(media, requestBody) },
    table: { mediaType: media.statedType, required: requestBody.required, validator: key },
  };
};

const componentName = ({ pointer }: SourcePlace): string | undefined =>
  /^\/components\/responses\/([^/]+)$/.exec(pointer)?.[1];

const readResponses = (
  { fail }: Reading,
  { responses, at }: ApiOperation,
  id: string,
): readonly { readonly documented: DocumentedResponse; readonly table: OperationResponse }[] => {
  if (responses.length === 0) fail(at, "the operation documents no response");
  return responses.map((response) => {
    const { status, extensions } = response;
    const body = responseBody(response, `${id}.${status}`);
    return {
      documented: {
        status,
        description: response.description,
        headers: response.headers.map(({ statedName }) => statedName),
        facts: [...factsOf(extensions), ...textsOf(extensions["x-facts-about"])],
        unknowns: unknownsOf(response),
        ...(body === undefined ? {} : { body }),
      },
      table: {
        mediaTypes: response.content.map(({ statedType }) => statedType),
        ...(body === undefined ? {} : { validator: body.key }),
      },
    };
  });
};

const responseBody = (response: ApiResponse, key: string): DocumentedBody | undefined => {
  const media = response.content.find(({ mediaType }) => isJson(mediaType));
  if (media?.schema === undefined) return undefined;
  const component = componentName(response.at);
  return {
    key,
    schema: media.schema,
    facts: factsOf(media.schema).length > 0 ? factsOf(media.schema) : nearestFacts(media, response),
    ...(component === undefined ? {} : { component }),
  };
};
