import type { PlanContext } from "../../model/check.ts";
import { isObject } from "./json.ts";

/** A body template with `$memberIds` replaced by the configured scratch members, at any depth. */
export const fillTemplate = (template: unknown, context: Pick<PlanContext, "setting">): unknown => {
  if (template === "$memberIds") return context.setting("volunteer.scratch.memberIds") ?? [];
  if (Array.isArray(template)) return template.map((inner) => fillTemplate(inner, context));
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, inner]) => [name, fillTemplate(inner, context)]),
  );
};
