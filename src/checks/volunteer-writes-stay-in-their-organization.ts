import { resources } from "../builtin/generated/resources.ts";
import { send, type Judgement, type Plan, type PlanContext } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../core/model/exchange.ts";
import { staysInItsOrganization } from "./relations/own-organization.ts";
import { labelled, statusOf, violation } from "./support/judgements.ts";
import { memberIds, membersBody, putMembers, readMembers } from "./support/member-calls.ts";
import { toBeRefused } from "./support/refusal.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { columnsOf } from "./support/shown-members.ts";

const { group, project, members, user } = resources.volunteer;

const foreigners = ["another organization's member", "another organization's member alone"] as const;
const readOf = (label: string): string => `${label}, read`;
const foreignSeen = "another organization's member, looked up";

function* addForeigner(context: PlanContext): Plan {
  const [groupId, member] = [members.replace.id.setting, "volunteer.scratch.otherOrganizationMemberId"].map(
    (path) => idAt(context, path),
  );
  const ids = memberIds(context, members);
  if (groupId === undefined || member === undefined || !context.has(members.replace.body)) return;
  if (ids.length === 0) return;
  // A user that this organization may read is its own, with the same number.
  yield* send({
    operation: "getUser",
    path: { id: member },
    authorization: mainBearer("volunteer"),
    label: foreignSeen,
    expects: "refusal",
  });
  for (const label of foreigners) {
    const some = label === foreigners[0] ? ids : [];
    yield* send(
      toBeRefused(putMembers(context, members, membersBody(context, members, [...some, member]), label)),
    );
    for (const call of readMembers(context, members, members, readOf(label))) yield* send(call);
  }
  yield* send(putMembers(context, members, membersBody(context, members, ids), "members put back"));
}

const judgeForeigner = function* (label: string, exchanges: readonly Exchange[]): Generator<Judgement> {
  const [seen, put, read] = [foreignSeen, label, readOf(label)].map((one) => labelled(exchanges, one));
  if (seen === undefined || put === undefined || isSuccess(seen) || !isSuccess(put)) return;
  const id = String(seen.call?.path?.["id"]);
  // The answer may repeat the request; a read shows what was stored.
  const shown = read !== undefined && isSuccess(read) ? read : undefined;
  if (shown === undefined || ![...columnsOf(jsonOf(shown)).values()].some((ids) => ids.has(id))) return;
  yield violation({
    rule: "relation",
    message: "a user of another organization is taken as a member",
    exchange: put,
    also: [shown, seen],
    expected: "a refusal, or a group without that user",
    actual: `${statusOf(put)}, and the user is a member`,
  });
};

export const volunteerWritesStayInTheirOrganization = staysInItsOrganization(
  [group, project, members, user],
  {
    id: "volunteer-writes-stay-in-their-organization",
    facts: ["GEN-05"],
    needs: [user.credential, user.stranger, group.update.id.other],
    title:
      "A volunteer token writes only to its own organization's records, and no other organization reads what it wrote",
    why: "A caller that may not read a record must not overwrite it either.",
    turns: 4,
  },
  {
    *plan(context) {
      for (const _ of context.sample([true], 0)) yield* addForeigner(context);
    },
    *judge(exchanges) {
      for (const label of foreigners) yield* judgeForeigner(label, exchanges);
    },
  },
);
