import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../model/exchange.ts";
import { labelled, notApplicable, violation, wrongStatus } from "./support/judgements.ts";
import { readBack } from "./support/read-back.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { columnsOf, placesOf } from "./support/shown-members.ts";
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

interface Members {
  readonly everyone: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** Who was set first and who was kept, by what differs between the two requests. */
const membersSent = (all: Exchange, fewer: Exchange): Members | undefined => {
  const kept = columnsOf(fewer.request.body);
  for (const [key, everyone] of columnsOf(all.request.body)) {
    const rest = kept.get(key);
    if (rest !== undefined && rest.size < everyone.size) return { everyone, kept: rest };
  }
  return undefined;
};

/**
 * Compares one pair of answers, after everybody and after fewer were set, at every place where the first one shows
 * everybody; undefined when they show nothing. A place that shows it right speaks for them: another one may tell who
 * there was before, or who was added.
 */
const compared = (
  all: Exchange,
  fewer: Exchange,
  { everyone, kept }: Members,
  isRead: boolean,
): readonly Judgement[] | undefined => {
  if (!isSuccess(all) || !isSuccess(fewer)) return undefined;
  const after = columnsOf(jsonOf(fewer));
  const nobody: ReadonlySet<string> = new Set();
  const shown = placesOf(everyone, columnsOf(jsonOf(all))).flatMap(
    (place) => after.get(place) ?? (isRead ? nobody : []),
  );
  if (shown.length === 0) return undefined;
  const isStale = (left: ReadonlySet<string>): boolean =>
    [...everyone].some((id) => !kept.has(id) && left.has(id));
  const isLost = (left: ReadonlySet<string>): boolean => isRead && ![...kept].every((id) => left.has(id));
  const [left] = shown;
  if (left === undefined || shown.some((one) => !isStale(one) && !isLost(one))) return [];
  return [
    violation({
      rule: "relation",
      message: isStale(left)
        ? "a member who was left out is still there"
        : "a member who was set is not there",
      exchange: fewer,
      also: [all],
      expected: `the ${kept.size} members that were set`,
      actual: `${[...everyone].filter((id) => left.has(id)).length} of the ${everyone.size} scratch members`,
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
    const members = membersSent(all, fewer);
    if (members === undefined) return yield notApplicable("needs at least two scratch members");
    const [allRead, fewerRead] = ["all members", "all but the last"].map((label) =>
      labelled(exchanges, `${label}, read back`),
    );
    const byAnswer = compared(all, fewer, members, false);
    const byRead = allRead && fewerRead && compared(allRead, fewerRead, members, true);
    if (byAnswer === undefined && byRead === undefined)
      return yield notApplicable("neither the answer nor a configured read back shows the members");
    yield* byRead ?? byAnswer ?? [];
  },
});
