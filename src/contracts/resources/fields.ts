import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import type { Api, Callable } from "../checks/api.ts";
import { bodyContent, isJsonType, writableTypes } from "../checks/input.ts";
import { wrappers } from "./record-view.ts";
import type { ApiResource } from "./resource.ts";

type Properties = Readonly<Record<string, Schema>>;

/** Properties that servers keep themselves, by the names that are usual for them. */
const kept =
  /^(?:id|_id|etag|version|revision|_?rev|(?:created|updated|modified|changed)(?:_?(?:at|on|by|date|time))?|last_?modified)$/i;

const bodyProperties = (api: Api, { operation }: Callable): Properties => {
  const type = writableTypes(operation).find(isJsonType) ?? "";
  return api.reading.view(bodyContent(operation, type)?.schema).properties;
};

/** The property of a body that holds the record: `data` of `{"data": {"name": "x"}}`; undefined if the body is the record. */
export const wrapperOf = (api: Api, callable: Callable, resource: ApiResource): string | undefined => {
  const properties = bodyProperties(api, callable);
  const shown = Object.keys(topProperties(api, resource));
  return wrappers(resource).find((name) => {
    const inner = properties[name];
    return inner !== undefined && shown.includes(name) && api.reading.view(inner).types.includes("object");
  });
};

/** The record that a body carries. */
export const carriedRecord = (
  api: Api,
  callable: Callable,
  resource: ApiResource,
  body: unknown,
): JsonObject | undefined => {
  if (!isObject(body)) return undefined;
  const wrapper = wrapperOf(api, callable, resource);
  const inner = wrapper === undefined ? body : body[wrapper];
  return isObject(inner) ? inner : undefined;
};

/** Properties of the record that an operation is sent. */
export const sentProperties = (api: Api, callable: Callable, resource: ApiResource): Properties => {
  const properties = bodyProperties(api, callable);
  const wrapper = wrapperOf(api, callable, resource);
  const inner = wrapper === undefined ? undefined : properties[wrapper];
  return inner === undefined ? properties : api.reading.view(inner).properties;
};

/** Properties of what the read answers with. */
const topProperties = (api: Api, resource: ApiResource): Properties => {
  const success = resource.read?.operation.responses.find(({ status }) => status.startsWith("2"));
  const content = success?.content.find(({ mediaType }) => isJsonType(mediaType));
  return api.reading.view(content?.schema).properties;
};

/** Properties of a record as its read shows it. */
const shownProperties = (api: Api, resource: ApiResource): Properties => {
  const properties = topProperties(api, resource);
  const inner = wrappers(resource)
    .map((name) => api.reading.view(properties[name]).properties)
    .find((one) => Object.keys(one).length > 0);
  return { ...inner, ...properties };
};

/** Whether a property of a record is a client's: not read-only, not kept, spelled or moved by the server, and no secret. */
export const isReadable = (api: Api, resource: ApiResource) => {
  const { create, replace, update, canonical, moves, isDeclared } = resource;
  const schemas = [create?.callable, replace, update]
    .flatMap((callable) => (callable === undefined ? [] : [sentProperties(api, callable, resource)]))
    .concat(shownProperties(api, resource));
  return (name: string): boolean =>
    (isDeclared || !kept.test(name)) &&
    !canonical.includes(name) &&
    !moves.includes(name) &&
    !schemas.some((properties) => {
      const property = properties[name];
      return property !== undefined && (api.reading.isReadOnly(property) || api.reading.isSecret(property));
    });
};

/** Whether a read shows a property wherever it has a value. */
export const mustShow = (api: Api, resource: ApiResource) => {
  const shown = shownProperties(api, resource);
  return (name: string): boolean => Object.hasOwn(shown, name);
};

/** Whether only requests change a property: others may move by themselves. */
export const isStill = (api: Api, resource: ApiResource) => {
  const { create, replace, update, moves } = resource;
  const sent = [create?.callable, replace, update].flatMap((callable) =>
    callable === undefined ? [] : Object.keys(sentProperties(api, callable, resource)),
  );
  const isClients = isReadable(api, { ...resource, canonical: [] });
  return (name: string): boolean =>
    sent.includes(name) && !kept.test(name) && !moves.includes(name) && isClients(name);
};
