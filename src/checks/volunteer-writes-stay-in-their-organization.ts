import { resources } from "../builtin/generated/resources.ts";
import { send, type Judgement, type Plan, type PlanContext } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../core/model/exchange.ts";
import { type OwnershipTag, staysInItsOrganization } from "./relations/own-organization.ts";
import { statusOf, tagged, violation } from "./support/judgements.ts";
import { memberIds, membersBody, putMembers, readMembers } from "./support/member-calls.ts";
import { toBeRefused } from "./support/refusal.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { memberColumnsOf } from "./support/shown-members.ts";

const { group, project, members, user } = resources.volunteer;

const foreigners = ["another organization's member", "another organization's member alone"] as const;

type Foreigner = (typeof foreigners)[number];

type Tag = "looked up" | { readonly foreigner: Foreigner; readonly is: "put" | "read" };

function* addForeigner(context: PlanContext): Plan<void, Tag> {
  const [groupId, member] = [members.replace.id.setting, "volunteer.scratch.otherOrganizationMemberId"].map(
    (path) => idAt(context, path),
  );
  const ids = memberIds(context, members);
  if (groupId === undefined || member === undefined || !context.has(members.replace.body)) return;
  if (ids.length === 0) return;
  // A user that this organization may read is its own, with the same number.
  yield* send<Tag>({
    operation: "getUser",
    path: { id: member },
    authorization: mainBearer("volunteer"),
    label: "another organization's member, looked up",
    tag: "looked up",
    expects: "refusal",
  });
  for (const foreigner of foreigners) {
    const some = foreigner === foreigners[0] ? ids : [];
    const body = membersBody(context, members, [...some, member]);
    yield* send(
      toBeRefused<Tag>({
        ...putMembers(context, members, body, foreigner),
        tag: { foreigner, is: "put" },
      }),
    );
    for (const call of readMembers(context, members, members, `${foreigner}, read`))
      yield* send<Tag>({ ...call, tag: { foreigner, is: "read" } });
  }
  yield* send(putMembers(context, members, membersBody(context, members, ids), "members put back"));
}

const judgeForeigner = function* (
  foreigner: Foreigner,
  exchanges: readonly Exchange<Tag | OwnershipTag>[],
): Generator<Judgement> {
  const tags: readonly Tag[] = ["looked up", { foreigner, is: "put" }, { foreigner, is: "read" }];
  const [seen, put, read] = tags.map((tag) => tagged(exchanges, tag));
  if (seen === undefined || put === undefined || isSuccess(seen) || !isSuccess(put)) return;
  const id = String(seen.call?.path?.["id"]);
  // The answer may repeat the request; a read shows what was stored.
  const shown = read !== undefined && isSuccess(read) ? read : undefined;
  if (shown === undefined || ![...memberColumnsOf(jsonOf(shown)).values()].some((ids) => ids.has(id))) return;
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
      for (const foreigner of foreigners) yield* judgeForeigner(foreigner, exchanges);
    },
  },
);
