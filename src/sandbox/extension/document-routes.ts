import { interfaceNames, isInterfaceName, type InterfaceName } from "../../builtin/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Method, ScalarType } from "../../core/model/operation.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import type {
  ApiDocument,
  ApiMedia,
  ApiOperation,
  ApiParameter,
  ApiResponse,
  Place,
} from "../../documents/document.ts";
import { schemaNameOf } from "../../documents/references.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { permissionsOf } from "../permissions.ts";
import type { Answer } from "../pipeline/endpoint.ts";
import type { SandboxRoute } from "./route.ts";

const served: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Methods that a document may hold and that nobody serves. */
const ignored = new Set(["HEAD", "OPTIONS", "TRACE"]);

interface Example {
  readonly status: number;
  /** Name that links it to examples of parameters; undefined for the only one. */
  readonly name: string | undefined;
  readonly body: unknown;
}

/** @throws UsageError at the place */
type Fail = (at: Place, message: string, hint?: string) => never;

interface Reading {
  readonly document: ApiDocument;
  readonly fail: Fail;
}

const inside = ({ file, pointer }: Place, ...keys: readonly string[]): Place => ({
  file,
  pointer: childPointer(pointer, ...keys),
});

const interfaceOf = (
  { document, fail }: Reading,
  { extensions, pathItem, at }: ApiOperation,
): InterfaceName => {
  const found = [{ extensions, at }, pathItem, { extensions: document.extensions, at: document.at }].find(
    (holder) => holder.extensions["x-interface"] !== undefined,
  );
  const known = interfaceNames.join(", ");
  if (found === undefined)
    return fail(
      pathItem.at,
      "no interface is named for this path",
      `add x-interface to the document: ${known}`,
    );
  const name = found.extensions["x-interface"];
  return typeof name === "string" && isInterfaceName(name)
    ? name
    : fail(inside(found.at, "x-interface"), "x-interface names no interface", `known: ${known}`);
};

const permissionOf = (
  { fail }: Reading,
  { extensions, at }: ApiOperation,
  name: InterfaceName,
): SandboxRoute["permission"] => {
  const stated = extensions["x-permission"];
  if (stated === undefined) return undefined;
  const known: readonly NonNullable<SandboxRoute["permission"]>[] = permissionsOf[name];
  return (
    known.find((permission) => permission === stated) ??
    fail(
      inside(at, "x-permission"),
      `x-permission is no permission of the ${name} interface`,
      `known: ${known.join(", ")}`,
    )
  );
};

/** A schema without its reference. */
const followed = ({ document }: Reading, schema: Schema | undefined): Schema => {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  const name = typeof reference === "string" ? schemaNameOf(reference) : undefined;
  return (name === undefined ? schema : document.models.get(name)?.schema) ?? true;
};

const scalarTypes: readonly ScalarType[] = ["integer", "number", "boolean", "string"];

const typeOf = (reading: Reading, { schema }: ApiParameter): ScalarType => {
  const target = followed(reading, schema);
  return scalarTypes.find((one) => isObject(target) && one === target["type"]) ?? "string";
};

const exampleIn = (schema: Schema): unknown => {
  if (!isObject(schema)) return undefined;
  const { example, examples } = schema;
  return example ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined);
};

const examplesIn = (reading: Reading, media: ApiMedia, status: number): readonly Example[] => {
  const stated = media.examples.map(({ name, value, at }): Example => {
    if (value === undefined)
      return reading.fail(
        at,
        `the example ${printable(name)} has no value`,
        "only what the document contains is served",
      );
    return { status, name: name === "" ? undefined : name, body: value };
  });
  if (stated.some(({ name }) => name === undefined)) return stated;
  const single = exampleIn(followed(reading, media.schema));
  return [...(single === undefined ? [] : [{ status, name: undefined, body: single }]), ...stated];
};

/** A range means its first status, and default means 200. */
const statusOf = ({ fail }: Reading, { status, at }: ApiResponse): number => {
  if (status === "default") return 200;
  const first = Number(status.replaceAll("X", "0"));
  return first >= 200
    ? first
    : fail(at, `${status} is no status from 200 to 599`, 'write it as "200", "2XX" or default');
};

const examplesOf = (reading: Reading, { responses }: ApiOperation): readonly Example[] =>
  responses.flatMap((response): readonly Example[] => {
    const status = statusOf(reading, response);
    if (response.content.length === 0) return [{ status, name: undefined, body: undefined }];
    const media = response.content.find(({ mediaType }) => /[/+]json(?:;|$)/.test(mediaType));
    return media === undefined ? [] : examplesIn(reading, media, status);
  });

/** The first example whose named parameters all have their values of that name, otherwise the default one. */
const chosen = (
  examples: readonly Example[],
  usual: Example,
  parameters: readonly ApiParameter[],
  sent: Readonly<Record<string, unknown>>,
): Example => {
  const isAsked = ({ name }: Example): boolean => {
    if (name === undefined) return false;
    const named = parameters.flatMap((parameter) =>
      parameter.examples
        .filter((one) => one.name === name)
        .map(({ value }) => sent[parameter.name] === value),
    );
    return named.length > 0 && named.every(Boolean);
  };
  return examples.find(isAsked) ?? usual;
};

const answerOf = ({ status, body }: Example): Answer => ({ status, ...(body === undefined ? {} : { body }) });

/** Parameters that answers depend on. */
const isRead = ({ in: where }: ApiParameter): boolean => where === "path" || where === "query";

const routeOf = (reading: Reading, operation: ApiOperation): SandboxRoute => {
  const { path, requestBody, at } = operation;
  const method =
    served.find((one) => one === operation.method) ??
    reading.fail(at, `${operation.method} is not served`, "a path holds get, post, put, patch or delete");
  const name = interfaceOf(reading, operation);
  const parameters = operation.parameters.filter(isRead);
  const examples = examplesOf(reading, operation);
  const usual =
    examples.find(({ status }) => status < 300) ??
    reading.fail(
      inside(at, "responses"),
      `${method} ${printable(path)} has no example to answer with`,
      "give a successful response content: application/json: example",
    );
  const permission = permissionOf(reading, operation, name);
  return {
    interface: name,
    method,
    path,
    parameters: Object.fromEntries(parameters.map((one) => [one.name, typeOf(reading, one)])),
    required: parameters
      .filter(({ required, in: where }) => required && where === "query")
      .map((one) => one.name),
    ...(permission === undefined ? {} : { permission }),
    ...(requestBody === undefined ? {} : { body: requestBody.required ? "required" : "optional" }),
    respond: (request) => answerOf(chosen(examples, usual, parameters, request.parameters)),
  };
};

const most = 1000;

/** What a document may not hold if it is to be served. */
const refused: readonly ApiDocument["notes"][number]["about"][] = ["method", "status"];

/**
 * The routes of an OpenAPI document, each of which answers with the document's examples.
 * @throws UsageError with the location of anything that cannot be served.
 */
export const documentRoutes = (document: ApiDocument): readonly SandboxRoute[] => {
  const fail: Fail = (at, message, hint) => {
    throw new UsageError(message, { location: document.location(at), hint });
  };
  const note = document.notes.find(({ about }) => refused.includes(about));
  if (note !== undefined) return fail(note.at, note.message, note.hint);
  const routes = document.operations
    .filter(({ method }) => !ignored.has(method))
    .map((operation) => routeOf({ document, fail }, operation));
  if (routes.length === 0) return fail(document.at, "the document has no operation", "add one below paths");
  return routes.length > most
    ? fail(document.at, `the document has more than ${most} operations`, "name a smaller document")
    : routes;
};
