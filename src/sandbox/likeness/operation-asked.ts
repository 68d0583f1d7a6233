import { type OperationId, operations } from "../../contract/generated/operations.ts";
import type { Operation } from "../../harness/model/operation.ts";
import type { Incoming } from "../faults/fault.ts";

interface Template {
  readonly id: OperationId;
  readonly method: string;
  readonly segments: readonly string[];
}

const templates: readonly Template[] = Object.entries<Operation>(operations)
  .filter(([, { path }]) => path.includes("{"))
  .map(([id, { method, interface: name, path }]) => ({
    // These ids are the table's keys.
    id: id as OperationId,
    method,
    segments: `/${name}${path}`.toLowerCase().split("/"),
  }));

const isAt = (segments: readonly string[], path: readonly string[]): boolean =>
  segments.length === path.length &&
  segments.every((segment, index) => segment.startsWith("{") || segment === path[index]);

/**
 * The operation of a request, even if its id has another type than documented: a target refuses it like other requests.
 */
export const operationAsked = ({ operation, method, url }: Incoming): OperationId | undefined => {
  if (operation !== undefined) return operation;
  const path = url.pathname.toLowerCase().split("/");
  return templates.find((one) => one.method === method && isAt(one.segments, path))?.id;
};
