import {
  type Effect,
  type Method,
  type Operation,
  type OperationResponse,
  type Parameter,
  type ScalarType,
} from "../core/model/operation.ts";
import type { InterfaceName } from "../builtin/interface-name.ts";
import { asSchema, factsOf, type Schema } from "./schemas/schema.ts";
import { child, children, type Cursor, cursorAt, failAt, text } from "./cursor.ts";
import { isText, itemsOf, textsOf } from "./json.ts";
import { isObject } from "../core/model/json-object.ts";
import { didYouMean } from "../core/output/suggest.ts";
import type { SourceDocument } from "./source-document.ts";

/** The JSON (or form) body of a request or a response. */
export interface Body {
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
  readonly body?: Body;
}

/** An operation with everything that the artefacts need besides the table. */
export interface DocumentedOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly request?: Body;
  readonly responses: readonly DocumentedResponse[];
}

const methods = ["get", "put", "post", "delete", "patch"] as const;
const effects = ["read", "write", "token"] as const satisfies readonly Effect[];
const scalarTypes = ["integer", "string", "boolean", "number"] as const satisfies readonly ScalarType[];

/**
 * The operations of a document, in its order.
 * @throws UsageError for a missing part that the artefacts need.
 */
export const readOperations = (
  document: SourceDocument,
  interfaceName: InterfaceName,
): readonly DocumentedOperation[] => {
  const root = cursorAt(document, "");
  return children(root, "paths").flatMap(([path, pathItem]) =>
    methods.flatMap((method) => {
      const operation = child(pathItem, method);
      return operation === undefined
        ? []
        : [readOperation({ root, interfaceName, path, pathItem, method, operation })];
    }),
  );
};

interface OperationSource {
  readonly root: Cursor;
  readonly interfaceName: InterfaceName;
  readonly path: string;
  readonly pathItem: Cursor;
  readonly method: (typeof methods)[number];
  readonly operation: Cursor;
}

const readOperation = (source: OperationSource): DocumentedOperation => {
  const { operation, pathItem, path } = source;
  const id = text(operation, "operationId") ?? failAt(operation, "the operation has no operationId");
  const parameters = [...children(pathItem, "parameters"), ...children(operation, "parameters")].map(
    ([, parameter]) => readParameter(parameter),
  );
  checkPathParameters(operation, path, parameters);
  const request = readRequest(operation, id);
  const responses = readResponses(operation, id);
  return {
    operation: {
      id,
      interface: source.interfaceName,
      method: source.method.toUpperCase() as Method, // `methods` are the lowercase spellings.
      path,
      summary: text(operation, "summary") ?? "",
      effect: effectOf(operation, source.method),
      security: securityOf(source),
      parameters: parameters.map(({ name, in: where, type, required }) => ({
        name,
        in: where,
        type,
        required,
      })),
      ...(request === undefined ? {} : { requestBody: request.table }),
      responses: Object.fromEntries(responses.map(({ documented, table }) => [documented.status, table])),
      facts: unique([...factsOf(pathItem.value), ...factsOf(operation.value)]),
      unknowns: unique([...unknownsOf(pathItem), ...unknownsOf(operation)]),
    },
    description: text(operation, "description") ?? "",
    parameters,
    ...(request === undefined ? {} : { request: request.body }),
    responses: responses.map(({ documented }) => documented),
  };
};

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const unknownsOf = (cursor: Cursor): readonly string[] => textsOf(cursor.value["x-unknown"]);

/** Without `x-effect`, only GET is considered harmless. */
const effectOf = (operation: Cursor, method: string): Effect => {
  const stated = text(operation, "x-effect");
  if (stated === undefined)
    return method === "get"
      ? "read"
      : failAt(operation, "the operation has no x-effect", `one of ${effects.join(", ")}`);
  return (
    effects.find((effect) => effect === stated) ??
    failAt(operation, `x-effect is ${stated}`, didYouMean(stated, effects))
  );
};

const securityOf = ({ root, operation }: OperationSource): Operation["security"] => {
  const [requirement] = itemsOf(operation.value["security"] ?? root.value["security"]);
  const [scheme] = isObject(requirement) ? Object.keys(requirement) : [];
  if (scheme === undefined) return "none";
  const components = child(root, "components");
  const schemes = components === undefined ? [] : children(components, "securitySchemes");
  const stated = schemes.find(([name]) => name === scheme)?.[1];
  if (stated === undefined)
    return failAt(
      operation,
      `security scheme ${scheme} is not in components`,
      didYouMean(
        scheme,
        schemes.map(([name]) => name),
      ),
    );
  return text(stated, "type") === "http" && text(stated, "scheme") === "bearer" ? "bearer" : "hmac";
};

const scalarTypeOf = (parameter: Cursor): ScalarType => {
  const schema = child(parameter, "schema");
  const type = schema === undefined ? undefined : text(schema, "type");
  return (
    scalarTypes.find((known) => known === type) ??
    failAt(parameter, "the parameter's schema has no scalar type", `one of ${scalarTypes.join(", ")}`)
  );
};

const readParameter = (parameter: Cursor): DocumentedParameter => {
  const where = text(parameter, "in");
  if (where !== "path" && where !== "query" && where !== "header")
    return failAt(parameter, "a parameter must be in path, query or header");
  return {
    name: text(parameter, "name") ?? failAt(parameter, "the parameter has no name"),
    in: where,
    type: scalarTypeOf(parameter),
    required: parameter.value["required"] === true,
    schema: asSchema(parameter.value["schema"]),
    description: text(parameter, "description") ?? "",
    facts: factsOf(parameter.value),
    unknowns: unknownsOf(parameter),
  };
};

const checkPathParameters = (operation: Cursor, path: string, parameters: readonly Parameter[]): void => {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const stated = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const missing = inPath.find((name) => !stated.includes(name));
  if (missing !== undefined) failAt(operation, `path parameter ${missing} is not described`);
  const superfluous = stated.find((name) => !inPath.includes(name));
  if (superfluous !== undefined)
    failAt(operation, `path parameter ${superfluous} is not in ${path}`, didYouMean(superfluous, inPath));
};

const isJson = (mediaType: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/.test(mediaType);

const readRequest = (
  operation: Cursor,
  id: string,
): { readonly body: Body; readonly table: NonNullable<Operation["requestBody"]> } | undefined => {
  const request = child(operation, "requestBody");
  if (request === undefined) return undefined;
  const [mediaType, media] =
    children(request, "content")[0] ?? failAt(request, "the request body has no content");
  const key = `${id}.request`;
  return {
    body: { key, schema: asSchema(media.value["schema"]), facts: nearestFacts(media, request) },
    table: { mediaType, required: request.value["required"] === true, validator: key },
  };
};

const nearestFacts = (...outwards: readonly Cursor[]): readonly string[] =>
  outwards.map((cursor) => factsOf(cursor.value)).find((facts) => facts.length > 0) ?? [];

const componentName = (pointer: string): string | undefined =>
  /^\/components\/responses\/([^/]+)$/.exec(pointer)?.[1];

const readResponses = (
  operation: Cursor,
  id: string,
): readonly { readonly documented: DocumentedResponse; readonly table: OperationResponse }[] => {
  const responses = children(operation, "responses");
  if (responses.length === 0) failAt(operation, "the operation documents no response");
  return responses.map(([status, response]) => {
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status))
      failAt(response, `${status} is not an HTTP status`, "200, 2XX or default");
    const body = responseBody(response, `${id}.${status}`);
    const mediaTypes = children(response, "content").map(([mediaType]) => mediaType);
    return {
      documented: {
        status,
        description: text(response, "description") ?? "",
        headers: children(response, "headers").map(([name]) => name),
        facts: [...factsOf(response.value), ...textsOf(response.value["x-facts-about"])],
        unknowns: unknownsOf(response),
        ...(body === undefined ? {} : { body }),
      },
      table: { mediaTypes, ...(body === undefined ? {} : { validator: body.key }) },
    };
  });
};

const responseBody = (response: Cursor, key: string): Body | undefined => {
  const media = children(response, "content").find(([mediaType]) => isJson(mediaType))?.[1];
  const schema = media?.value["schema"];
  if (media === undefined || schema === undefined) return undefined;
  const component = componentName(response.pointer);
  return {
    key,
    schema: asSchema(schema),
    facts: factsOf(schema).length > 0 ? factsOf(schema) : nearestFacts(media, response),
    ...(component !== undefined && isText(component) ? { component } : {}),
  };
};
