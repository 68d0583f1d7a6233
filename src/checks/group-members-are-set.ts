import { defineCheck, send, type Judgement, type PlanContext } from "../model/check.ts";
import { jsonOf, type Call, type Exchange } from "../model/exchange.ts";
import { isObject } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { fillTemplate } from "./support/template.ts";

const needs = [
  "volunteer.credentials.token",
  "volunteer.scratch.groupId",
  "volunteer.scratch.memberIds",
  "volunteer.scratch.setMembers",
] as const;

const membersOf = (context: PlanContext): readonly unknown[] => {
  const ids = context.setting("volunteer.scratch.memberIds");
  return Array.isArray(ids) ? ids : [];
};

const putMembers = (context: PlanContext, label: string, members: readonly unknown[]): Call => {
  const setting = (path: string): unknown => (path === "volunteer.scratch.memberIds" ? members : context.setting(path));
  return {
    operation: "setGroupMembers",
    path: { id: idAt(context, "volunteer.scratch.groupId") ?? "" },
    body: { kind: "json", value: fillTemplate(context.setting("volunteer.scratch.setMembers"), { setting }) },
    authorization: mainBearer("volunteer"),
    label,
  };
};

/** Every id that an answer names: bare scalars in arrays, and fields called id or ending in it. */
const idsIn = function* (value: unknown): Generator<string> {
  if (Array.isArray(value))
    for (const inner of value) {
      if (typeof inner === "number" || typeof inner === "string") yield String(inner);
      else yield* idsIn(inner);
    }
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      if (/(^|_)(user_?)?id$/i.test(name) && (typeof inner === "number" || typeof inner === "string"))
        yield String(inner);
      else yield* idsIn(inner);
    }
};

/** Which of the scratch members an answer shows; undefined when it shows none that it should. */
const shownMembers = (exchange: Exchange, all: readonly string[]): ReadonlySet<string> => {
  const ids = new Set(idsIn(jsonOf(exchange)));
  return new Set(all.filter((id) => ids.has(id)));
};

export const groupMembersAreSet = defineCheck({
  id: "group-members-are-set",
  facts: ["VOL-06"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs,
  title: "Setting the members of a group replaces them: who is left out is no longer a member",
  why: "A server that adds keeps people in a group after they have left it.",
  *plan(context) {
    const members = membersOf(context);
    yield* send(putMembers(context, "all members", members));
    yield* send(putMembers(context, "all but the last", members.slice(0, -1)));
    yield* send(putMembers(context, "put back", members));
  },
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, "success", "setting the members");
      if (wrong !== undefined) yield wrong;
    }
    const all = labelled(exchanges, "all members");
    const fewer = labelled(exchanges, "all but the last");
    if (all === undefined || fewer === undefined || statusOf(all) >= 300 || statusOf(fewer) >= 300) return;
    const everyone = [...new Set(idsIn(all.request.body))];
    const kept = new Set(idsIn(fewer.request.body));
    // Payloads are not stated: only an answer that shows all members when all were set can show who is gone.
    if (everyone.length < 2 || shownMembers(all, everyone).size < everyone.length)
      return yield notApplicable("the answer does not show the members");
    const shown = shownMembers(fewer, everyone);
    const stale = everyone.filter((id) => !kept.has(id) && shown.has(id));
    const lost = everyone.filter((id) => kept.has(id) && !shown.has(id));
    if (stale.length > 0 || lost.length > 0)
      yield violation({
        rule: "relation",
        message: stale.length > 0 ? "a member who was left out is still there" : "a member who was set is not there",
        exchange: fewer,
        also: [all],
        expected: `the ${kept.size} members that were set`,
        actual: `${shown.size} of the ${everyone.length} scratch members`,
      });
  },
});
