import { withMembers } from "../../contract/body-template.ts";
import type { PlanContext } from "../../harness/model/check.ts";

/** A body template with `$memberIds` replaced by the configured scratch members, at any depth. */
export const fillTemplate = (template: unknown, context: Pick<PlanContext, "setting">): unknown => {
  const members = context.setting("volunteer.scratch.memberIds");
  return withMembers(template, Array.isArray(members) ? members : []);
};
