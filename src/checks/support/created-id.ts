import type { PlanContext } from "../../harness/model/check.ts";
import type { Resource } from "../../harness/model/resource.ts";
import { fitsPath } from "./asked-id.ts";
import { at, mayBeId } from "./json.ts";

/** The id of a created record, at the configured pointer or else at the usual ones; undefined if no id fits a path. */
export const createdId = (
  body: unknown,
  { called, create }: Resource,
  context: Pick<PlanContext, "setting">,
): string | number | undefined => {
  const configured = create === undefined ? undefined : context.setting(create.newId);
  const pointers = typeof configured === "string" ? [configured] : ["/id", "/data/id", `/${called}/id`];
  return pointers
    .map((pointer) => at(body, pointer))
    .find((id): id is string | number => mayBeId(id) && fitsPath(id));
};
