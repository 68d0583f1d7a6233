import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../model/exchange.ts";
import { isObject } from "./support/json.ts";
import { labelled, notApplicable, violation, wrongStatus } from "./support/judgements.ts";
import { readBack } from "./support/read-back.ts";
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
  const setting = (path: string): unknown =>
    path === "volunteer.scratch.memberIds" ? members : context.setting(path);
  return {
    operation: "setGroupMembers",
    path: { id: idAt(context, "volunteer.scratch.groupId") ?? "" },
    body: { kind: "json", value: fillTemplate(context.setting("volunteer.scratch.setMembers"), { setting }) },
    authorization: mainBearer("volunteer"),
    label,
  };
};

const invalid = "invalid members";

const invalidMembers = (context: PlanContext): Call => ({
  ...putMembers(context, invalid, []),
  body: { kind: "json", value: fillTemplate(context.setting("volunteer.scratch.invalidMembers"), context) },
});

function* putAndRead(context: PlanContext, label: string, members: readonly unknown[]): Plan {
  yield* send(putMembers(context, label, members));
  const groupId = idAt(context, "volunteer.scratch.groupId") ?? "";
  const read = readBack(context, "members", groupId, `${label}, read back`);
  if (read !== undefined) yield* send(read);
}

/** Every id that an answer names: bare scalars in arrays, and fields called id or ending in it. */
const idsIn = function* (value: unknown): Generator<string> {
  if (Array.isArray(value))
    for (const inner of value) {
      if (typeof inner === "number" || typeof inner === "string") yield String(inner);
      else yield* idsIn(inner);
    }
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      if (/^(.*_)?(user_?)?id$/i.test(name) && (typeof inner === "number" || typeof inner === "string"))
        yield String(inner);
      else yield* idsIn(inner);
    }
};

const shown = (exchange: Exchange, everyone: readonly string[]): ReadonlySet<string> => {
  const ids = new Set(idsIn(jsonOf(exchange)));
  return new Set(everyone.filter((id) => ids.has(id)));
};

/** Compares one pair of answers, after everybody and after fewer were set; undefined when they show nothing. */
const compared = (
  all: Exchange,
  fewer: Exchange,
  everyone: readonly string[],
  kept: ReadonlySet<string>,
): readonly Judgement[] | undefined => {
  // Payloads are not stated: only an answer that shows all members when all were set can show who is gone.
  if (!isSuccess(all) || !isSuccess(fewer) || shown(all, everyone).size < everyone.length) return undefined;
  const left = shown(fewer, everyone);
  const stale = everyone.filter((id) => !kept.has(id) && left.has(id));
  const lost = everyone.filter((id) => kept.has(id) && !left.has(id));
  if (stale.length === 0 && lost.length === 0) return [];
  return [
    violation({
      rule: "relation",
      message:
        stale.length > 0 ? "a member who was left out is still there" : "a member who was set is not there",
      exchange: fewer,
      also: [all],
      expected: `the ${kept.size} members that were set`,
      actual: `${left.size} of the ${everyone.length} scratch members`,
    }),
  ];
};

export const groupMembersAreSet = defineCheck({
  id: "group-members-are-set",
  facts: ["VOL-06"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs,
  title: "Setting the members of a group replaces them; invalid members get 422",
  why: "A server that adds keeps people in a group after they have left it.",
  *plan(context) {
    const members = membersOf(context);
    yield* putAndRead(context, "all members", members);
    yield* putAndRead(context, "all but the last", members.slice(0, -1));
    if (context.has("volunteer.scratch.invalidMembers")) yield* send(invalidMembers(context));
    yield* send(putMembers(context, "put back", members));
  },
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges.filter(({ operation }) => operation === "setGroupMembers")) {
      const label = exchange.call?.label ?? "";
      const wrong = wrongStatus(exchange, label === invalid ? [422] : "success", `setting ${label}`);
      if (wrong !== undefined) yield wrong;
    }
    const [all, fewer] = ["all members", "all but the last"].map((label) => labelled(exchanges, label));
    if (all === undefined || fewer === undefined || !isSuccess(all) || !isSuccess(fewer)) return;
    const everyone = [...new Set(idsIn(all.request.body))];
    const kept = new Set(idsIn(fewer.request.body));
    if (everyone.length < 2) return yield notApplicable("needs at least two scratch members");
    const [allRead, fewerRead] = ["all members", "all but the last"].map((label) =>
      labelled(exchanges, `${label}, read back`),
    );
    const byAnswer = compared(all, fewer, everyone, kept);
    const byRead = allRead && fewerRead && compared(allRead, fewerRead, everyone, kept);
    if (byAnswer === undefined && byRead === undefined)
      return yield notApplicable("neither the answer nor a configured read back shows the members");
    yield* byRead ?? byAnswer ?? [];
  },
});
