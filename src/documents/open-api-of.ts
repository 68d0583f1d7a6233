import type { ApiDocument, ApiHeader, ApiMedia, ApiOperation, ApiParameter } from "./document.ts";

const contentOf = (content: readonly ApiMedia[]): object =>
  Object.fromEntries(content.map(({ statedType, schema }) => [statedType, { schema: schema ?? {} }]));

/** A text unless it is empty. */
const described = (description: string): { readonly description?: string } =>
  description === "" ? {} : { description };

const valueOf = ({ required, deprecated, description, schema, content }: ApiHeader): object => ({
  ...described(description),
  ...(required ? { required } : {}),
  ...(deprecated ? { deprecated } : {}),
  ...(content === undefined ? { schema: schema ?? {} } : { content: contentOf([content]) }),
});

const parameterOf = (parameter: ApiParameter): readonly object[] =>
  parameter.in === "querystring"
    ? []
    : [{ name: parameter.statedName, in: parameter.in, ...valueOf(parameter) }];

const operationOf = ({ id, ...operation }: ApiOperation): object => ({
  operationId: id,
  ...(operation.summary === "" ? {} : { summary: operation.summary }),
  ...described(operation.description),
  ...(operation.deprecated ? { deprecated: true } : {}),
  parameters: operation.parameters.flatMap(parameterOf),
  ...(operation.requestBody === undefined
    ? {}
    : {
        requestBody: {
          required: operation.requestBody.required,
          content: contentOf(operation.requestBody.content),
        },
      }),
  responses: Object.fromEntries(
    operation.responses.map(({ status, description, headers, content }) => [
      status,
      {
        description,
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map((header) => [header.statedName, valueOf(header)])) }),
        ...(content.length === 0 ? {} : { content: contentOf(content) }),
      },
    ]),
  ),
});

/** Those that OpenAPI 3.1 has. */
const methods = new Set(["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]);

const pathsOf = (operations: readonly ApiOperation[]): object =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, own]) => [
      path,
      Object.fromEntries(
        own
          .filter(({ method }) => methods.has(method))
          .map((operation) => [operation.method.toLowerCase(), operationOf(operation)]),
      ),
    ]),
  );

/** A document's operations and models as one OpenAPI 3.1 document, whatever it was written in. */
export const openApiOf = ({ title, version, operations, webhooks, models }: ApiDocument): object =>
  structuredClone({
    openapi: "3.1.0",
    info: { title, version },
    paths: pathsOf(operations),
    ...(webhooks.length === 0 ? {} : { webhooks: pathsOf(webhooks) }),
    components: {
      schemas: Object.fromEntries([...models.values()].map(({ name, schema }) => [name, schema])),
    },
  });
