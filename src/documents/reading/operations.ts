import { isObject } from "../../core/model/json-object.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { printable } from "../../core/output/escape.ts";
import type { ApiCallback, ApiLink, ApiOperation, ApiRequestBody, ApiResponse } from "../document.ts";
import { contentOf, fittingPath, headersOf, mergedParameters, textsAt } from "./content.ts";
import { note, placed, type ReadingContext, knownStatus } from "./context.ts";
import { entries, inside, isTrue, type SourceNode, objectNode, nodeText } from "./node.ts";
import { securityOf } from "./security.ts";
import { serverOf, serversOf } from "./servers.ts";
import { oldRequestOf, oldResponsesOf, oldParametersOf } from "./swagger.ts";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

const besidesMethods = new Set([
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
]);

/** An operation in its path item. */
interface Found {
  readonly method: string;
  readonly path: string;
  readonly pathItem: SourceNode;
  readonly operation: SourceNode;
  /** Callbacks around it, so that those that contain themselves end. */
  readonly within: ReadonlySet<string>;
}

const requestOf = (reading: ReadingContext, operation: SourceNode): ApiRequestBody | undefined => {
  const stated = inside(operation, "requestBody");
  if (stated === undefined) return undefined;
  const body = objectNode(reading.resolver.resolved(stated), "a request body");
  return {
    ...placed(body),
    required: isTrue(body, "required"),
    description: nodeText(body, "description") ?? "",
    content: contentOf(reading, body),
  };
};

const linkOf = (name: string, node: SourceNode): ApiLink => {
  const server = inside(node, "server");
  const parameters = inside(node, "parameters")?.value;
  return {
    ...placed(node),
    name,
    operationId: nodeText(node, "operationId"),
    operationRef: nodeText(node, "operationRef"),
    parameters: isObject(parameters) ? parameters : {},
    requestBody: inside(node, "requestBody")?.value,
    server: server && serverOf(server),
  };
};

const responseOf = (reading: ReadingContext, status: string, node: SourceNode): ApiResponse => ({
  ...placed(objectNode(node, "a response")),
  status,
  description: nodeText(node, "description") ?? "",
  headers: headersOf(reading, node),
  content: contentOf(reading, node),
  links: entries(inside(node, "links")).map(([name, link]) => linkOf(name, reading.resolver.resolved(link))),
});

const followed = ({ resolver }: ReadingContext, node: SourceNode | undefined): SourceNode | undefined =>
  node && resolver.resolved(node);

const responsesOf = (reading: ReadingContext, operation: SourceNode): readonly ApiResponse[] =>
  entries(followed(reading, inside(operation, "responses"))).flatMap(([key, stated]) => {
    if (key.startsWith("x-")) return [];
    const status = knownStatus(key);
    if (status === undefined) {
      note(reading, stated, {
        about: "status",
        message: `${printable(key)} is not an HTTP status`,
        hint: "200, 2XX or default",
      });
      return [];
    }
    return [responseOf(reading, status, reading.resolver.resolved(stated))];
  });

const callbacksOf = (reading: ReadingContext, { operation, within }: Found): readonly ApiCallback[] =>
  entries(inside(operation, "callbacks")).flatMap(([name, stated]) => {
    const callback = reading.resolver.resolved(stated);
    const key = `${callback.document.path}#${callback.pointer}`;
    if (within.has(key)) {
      note(reading, stated, {
        about: "callback",
        message: `the callback ${printable(name)} contains itself`,
      });
      return [];
    }
    return entries(callback).flatMap(([expression, item]) =>
      expression.startsWith("x-")
        ? []
        : [
            {
              name,
              expression,
              operations: operationsAt(reading, expression, item, new Set([...within, key])),
            },
          ],
    );
  });

const madeId = ({ method, path }: Pick<Found, "method" | "path">): string =>
  `${method.toLowerCase()}_${path}`.replaceAll(/[\W_]+/g, "_").replaceAll(/^_+|_+$/g, "");

const operationOf = (reading: ReadingContext, found: Found): ApiOperation => {
  const { method, path, pathItem, operation } = found;
  const isOld = reading.dialect === "2.0";
  const statedId = nodeText(operation, "operationId");
  const parameters = isOld
    ? oldParametersOf(reading, [pathItem, operation])
    : mergedParameters(reading, [pathItem, operation]);
  return {
    ...placed(operation),
    id: statedId ?? madeId(found),
    statedId,
    method: method.toUpperCase(),
    path,
    pathItem: placed(pathItem),
    summary: nodeText(operation, "summary") ?? "",
    description: nodeText(operation, "description") ?? "",
    tags: textsAt(operation, "tags"),
    deprecated: isTrue(operation, "deprecated"),
    servers: serversOf(reading, [pathItem, operation]),
    parameters: path.startsWith("/") ? fittingPath(reading, operation, path, parameters) : parameters,
    requestBody: isOld ? oldRequestOf(reading, [pathItem, operation]) : requestOf(reading, operation),
    responses: isOld ? oldResponsesOf(reading, operation) : responsesOf(reading, operation),
    ...securityOf(reading, operation),
    callbacks: callbacksOf(reading, found),
  };
};

/** A path item with what it refers to; its own keys win. */
const wholeItem = ({ resolver }: ReadingContext, item: SourceNode): SourceNode => {
  const target = resolver.resolved(item);
  if (target === item || !isObject(item.value) || !isObject(target.value)) return target;
  const { $ref: _, ...own } = item.value;
  return Object.keys(own).length === 0 ? target : { ...target, value: { ...target.value, ...own } };
};

/** The operations of one path item, in its order. */
const operationsAt = (
  reading: ReadingContext,
  path: string,
  item: SourceNode,
  within: ReadonlySet<string> = new Set(),
): readonly ApiOperation[] => {
  const pathItem = objectNode(wholeItem(reading, item), "a path item");
  const own = entries(pathItem).filter(([key]) => methods.has(key.toLowerCase()));
  for (const [key, node] of entries(pathItem))
    if (!methods.has(key.toLowerCase()) && !besidesMethods.has(key) && !key.startsWith("x-"))
      note(reading, node, {
        about: "method",
        message: `${printable(key)} is no method`,
        hint: suggestionHint(key, [...methods]) ?? "a path holds get, post, put, patch or delete",
      });
  return [...own, ...entries(inside(pathItem, "additionalOperations"))].map(([method, stated]) => {
    const operation = objectNode(reading.resolver.resolved(stated), "an operation");
    return operationOf(reading, { method, path, pathItem, operation, within });
  });
};

const isPath = (key: string): boolean => !key.startsWith("x-");

/** The operations below `paths` or `webhooks`, in the document's order. */
export const operationsIn = (reading: ReadingContext, key: "paths" | "webhooks"): readonly ApiOperation[] =>
  [
    ...entries(inside(reading.root, key)),
    ...(key === "webhooks" ? entries(inside(reading.root, "x-webhooks")) : []),
  ].flatMap(([path, item]) => (key === "paths" && !isPath(path) ? [] : operationsAt(reading, path, item)));
