import { resources } from "../../contract/generated/resources.ts";
import type { PlanContext } from "../../harness/model/check.ts";
import type { Call } from "../../harness/model/exchange.ts";
import { fillTemplate } from "./declared-body.ts";
import { readCall, writeCall } from "./resource.ts";
import { idAt } from "./sample-calls.ts";

const { members } = resources.volunteer;

/** The users that may become members. */
export const memberIds = (context: PlanContext): readonly (string | number)[] => {
  const ids = context.setting("volunteer.scratch.memberIds");
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string" || typeof id === "number") : [];
};

/** The declared body with these members. */
export const membersBody = (context: PlanContext, ids: readonly unknown[]): unknown =>
  fillTemplate(context.setting(members.replace.body), {
    setting: (path) => (path === "volunteer.scratch.memberIds" ? ids : context.setting(path)),
  });

/** Sets the members of the scratch group. */
export const putMembers = (context: PlanContext, value: unknown, label: string): Call =>
  writeCall(context, members, members.replace, value, label);

/** The configured read of the members of the scratch group, or of the whole group. */
export const readOfGroup = (
  context: PlanContext,
  what: "members" | "group",
  label: string,
): readonly Call[] =>
  [
    readCall(context, resources.volunteer[what], idAt(context, members.replace.id.setting) ?? "", label),
  ].flatMap((call) => call ?? []);
