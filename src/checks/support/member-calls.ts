import { mayBeId } from "./json.ts";
import { withMembers } from "../../builtin/body-template.ts";
import type { PlanContext } from "../../core/model/check.ts";
import type { Call } from "../../core/model/exchange.ts";
import type { Resource, ResourceWrite } from "../../core/model/resource.ts";
import { readCall, writeCall } from "./resource.ts";
import { idAt } from "./sample-calls.ts";

/** A set of ids that a record has: the members of a group. */
export type MemberSet = Resource & { readonly ids: string; readonly replace: ResourceWrite };

export type MemberId = string | number;

/** The ids that a set may hold. */
export const memberIds = (context: PlanContext, { ids: path }: MemberSet): readonly MemberId[] => {
  const ids = context.setting(path);
  return Array.isArray(ids) ? ids.filter(mayBeId) : [];
};

export const membersBody = (context: PlanContext, { replace }: MemberSet, ids: readonly unknown[]): unknown =>
  withMembers(typeof replace.body === "string" ? context.setting(replace.body) : replace.body, ids);

/** Sets the members of the scratch record. */
export const putMembers = (context: PlanContext, set: MemberSet, value: unknown, label: string): Call =>
  writeCall(context, set, set.replace, value, label);

/** The read of the members of the scratch record, or of a record that shows them, if it is stated or configured. */
export const readMembers = (
  context: PlanContext,
  { replace: { id } }: MemberSet,
  shownBy: Resource,
  label: string,
): readonly Call[] =>
  [readCall(context, shownBy, idAt(context, id?.setting ?? "") ?? "", label)].flatMap((call) => call ?? []);
