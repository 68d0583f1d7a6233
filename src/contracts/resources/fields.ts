import type { Api } from "../checks/api.ts";
import { bodyContent, writableTypes } from "../checks/input.ts";
import type { ApiResource } from "./resource.ts";

/** Properties that servers keep themselves, by the names that are usual for them. */
const kept =
  /^(?:id|_id|etag|version|revision|_?rev|(?:created|updated|modified|changed)(?:_?(?:at|on|by|date|time))?|last_?modified)$/i;

/** Whether a property of a record is a client's: not read-only, not spelled or moved by the server, and no secret. */
export const isReadable =
  (api: Api, resource: ApiResource) =>
  (name: string): boolean => {
    if (resource.canonical.includes(name) || resource.moves.includes(name)) return false;
    return !isServers(api, resource, name);
  };

/** Whether a property is read-only in what a creation or a change is sent. */
const isServers = (api: Api, { create, replace, update }: ApiResource, name: string): boolean =>
  [create?.callable, replace, update].some((callable) => {
    const [type = ""] = callable === undefined ? [] : writableTypes(callable.operation);
    const schema = callable && bodyContent(callable.operation, type)?.schema;
    const property = api.reading.view(schema).properties[name];
    return property !== undefined && api.reading.isReadOnly(property);
  });

/** Whether a property may change without being sent. */
export const mayMove =
  ({ moves, canonical }: ApiResource) =>
  (name: string): boolean =>
    kept.test(name) || moves.includes(name) || canonical.includes(name);
