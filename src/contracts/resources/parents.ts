import type { Plan } from "../../core/model/check.ts";
import type { KnownRecord } from "../checks/run-records.ts";
import { placesIn } from "../checks/templates.ts";
import type { Scene } from "./relation.ts";
import type { ApiResource } from "./resource.ts";
import type { Tag } from "./tag.ts";
import { makeRecord } from "./working-record.ts";

/** The resource whose id is in a resource's paths: the declared one, or the one whose path is before it. */
export const parentResource = (
  { parent, create }: ApiResource,
  resources: readonly ApiResource[],
): ApiResource | undefined => {
  if (parent !== undefined) return resources.find(({ name }) => name === parent);
  const before = create && placesIn(create.callable.operation.path).at(-1)?.template;
  return before === undefined
    ? undefined
    : resources.find(({ read }) => read && placesIn(read.operation.path).at(-1)?.template === before);
};

/** A parent of its own for a record below it; undefined if it needs none, null if none could be created. */
export function* parentOf({ api, resource, resources }: Scene): Plan<KnownRecord | undefined | null, Tag> {
  const { create } = resource;
  const places = create === undefined ? [] : placesIn(create.callable.operation.path);
  if (places.length === 0) return undefined;
  const parent = parentResource(resource, resources);
  if (parent === undefined) return undefined;
  const above = yield* parentOf({ api, resource: parent, resources });
  if (above === null) return null;
  const made = yield* makeRecord(api, parent, "other", above);
  return made?.record ?? null;
}
