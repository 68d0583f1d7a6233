import type { Method, Operation, Parameter, ScalarType } from "../core/model/operation.ts";
import { validatorKeys } from "./checks/api.ts";
import { isJsonType, schemaOf } from "./checks/input.ts";
import { safeMethods } from "../core/model/operation.ts";
import type { SchemaReading } from "./checks/schema-view.ts";
import type { ApiOperation } from "../documents/document.ts";

const methods: ReadonlySet<string> = new Set<Method>([
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
]);

const isMethod = (method: string): method is Method => methods.has(method);

const scalars: readonly ScalarType[] = ["integer", "number", "boolean", "string"];

/** An operation as the engine knows it; undefined for a method that no client here sends. */
export const engineOperation = (
  operation: ApiOperation,
  name: string,
  reading: SchemaReading,
): Operation | undefined => {
  const { id, method, path, summary, parameters, requestBody, responses } = operation;
  if (!isMethod(method)) return undefined;
  const [body] = requestBody?.content ?? [];
  return {
    id,
    interface: name,
    method,
    path,
    summary: summary === "" ? `${method} ${path}` : summary,
    effect: safeMethods.has(method) ? "read" : "write",
    security: "schemes",
    parameters: parameters.flatMap((parameter): readonly Parameter[] => {
      const { in: place, required } = parameter;
      if (place === "querystring") return [];
      const { types } = reading.view(schemaOf(parameter));
      const type = scalars.find((one) => types.includes(one)) ?? "string";
      return [{ name: parameter.name, in: place, type, required }];
    }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            mediaType: body.mediaType,
            required: requestBody?.required === true,
            validator: validatorKeys.request(id, body.mediaType),
          },
        }),
    responses: Object.fromEntries(
      responses.map(({ status, content }) => {
        const json = content.find(({ mediaType, schema }) => isJsonType(mediaType) && schema !== undefined);
        return [
          status,
          {
            mediaTypes: content.map(({ mediaType }) => mediaType),
            ...(json === undefined ? {} : { validator: validatorKeys.response(id, status, json.mediaType) }),
          },
        ];
      }),
    ),
    facts: [],
    unknowns: [],
  };
};
