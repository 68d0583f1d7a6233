import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Authorization,
  type Call,
  type Exchange,
} from "../harness/model/exchange.ts";
import { resources } from "../contract/generated/resources.ts";
import { learntId } from "./support/asked-id.ts";
import { createdId } from "./support/created-id.ts";
import { isObject, type JsonObject } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "./support/judgements.ts";
import { handedOut } from "./support/other-organization.ts";
import { declaredBody, readCall, writeCall } from "./support/resource.ts";
import { memberIds, membersBody, putMembers, readOfGroup } from "./support/member-calls.ts";
import { recordList } from "./support/record-list.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";
import { columnsHolding, columnsOf, isSameSet, nobody } from "./support/shown-members.ts";
import { sentFields, shownField, shownIds } from "./support/shown-record.ts";
import { largePage } from "./support/paging.ts";
import { fillTemplate } from "./support/declared-body.ts";
import { textFields } from "./support/text-fields.ts";
import { toBeRefused } from "./support/refusal.ts";
import { totalIn } from "./support/user-pages.ts";

const otherToken = "volunteer.credentials.otherOrganizationToken";

interface Side {
  readonly name: "this organization" | "the other organization";
  readonly authorization: Authorization;
  /** Before the name of a scratch record: `groupId` or `otherOrganizationGroupId`. */
  readonly id: (what: "group" | "project") => string;
}

const here: Side = {
  name: "this organization",
  authorization: mainBearer("volunteer"),
  id: (what) => `volunteer.scratch.${what}Id`,
};

const there: Side = {
  name: "the other organization",
  authorization: bearer(otherToken),
  id: (what) => `volunteer.scratch.otherOrganization${what === "group" ? "Group" : "Project"}Id`,
};

const pairs = [
  { owner: here, stranger: there },
  { owner: there, stranger: here },
] as const;

const { group, project, members, user } = resources.volunteer;

const written = {
  group: { resource: group, write: group.update },
  project: { resource: project, write: project.update },
  members: { resource: members, write: members.replace },
} as const;

const kinds = ["group", "project", "members"] as const;

type Kind = (typeof kinds)[number];

const labelOf = (kind: Kind, owner: Side, what: "before" | "write" | "after"): string =>
  `${kind} of ${owner.name}, ${what}`;

const intruded = "Written by another organization";

const declared = (kind: Kind, context: PlanContext): unknown =>
  fillTemplate(context.setting(written[kind].write.body), context);

/** What a stranger writes: words of its own, or nobody as the members. */
const bodyOf = (kind: Kind, context: PlanContext): JsonObject | undefined => {
  const body = kind === "members" ? membersBody(context, []) : declared(kind, context);
  if (!isObject(body)) return undefined;
  return { ...body, ...Object.fromEntries(textFields(body).map((field) => [field, intruded])) };
};

const ownLabel = (kind: Kind): string => `${kind} of ${here.name}, own write`;

/** The write of a record, whoever makes it. */
const writeOfKind = (kind: Kind, context: PlanContext, value: unknown, label: string): Call =>
  writeCall(context, written[kind].resource, written[kind].write, value, label);

function* intrude(kind: Kind, { owner, stranger }: (typeof pairs)[number], context: PlanContext): Plan {
  const id = idAt(context, owner.id(kind === "members" ? "group" : kind));
  const value = bodyOf(kind, context);
  if (id === undefined || value === undefined) return;
  // An operation that refuses nobody but strangers is served.
  if (owner === here) yield* send(writeOfKind(kind, context, declared(kind, context), ownLabel(kind)));
  const read = (what: "before" | "after"): Call | undefined => {
    const call = readCall(context, resources.volunteer[kind], id, labelOf(kind, owner, what));
    return call && { ...call, authorization: owner.authorization };
  };
  const write = toBeRefused({
    ...writeOfKind(kind, context, value, labelOf(kind, owner, "write")),
    path: { id },
    authorization: stranger.authorization,
  });
  for (const call of [read("before"), write, read("after")]) if (call !== undefined) yield* send(call);
}

/** Whether a record shows what the stranger wrote, and did not before. */
const isOverwritten = (
  write: Exchange,
  before: Exchange,
  after: Exchange,
  kind: "group" | "project",
): boolean =>
  sentFields(write.request.body).some(([name, sent]) => {
    const [was, is] = [before, after].map((read) => shownField(jsonOf(read), kind, name));
    return JSON.stringify(is) === JSON.stringify(sent) && JSON.stringify(was) !== JSON.stringify(sent);
  });

/**
 * Whether a list of a scratch group holds whom the stranger has set, and did not before: what else changes in a group
 * from one read to the next is not stated.
 */
const isSetTo = (write: Exchange, before: Exchange, after: Exchange): boolean => {
  const [set = nobody] = columnsOf(write.request.body).values();
  const [was, is] = [columnsOf(jsonOf(before)), columnsOf(jsonOf(after))];
  return [...was.keys(), ...is.keys()].some(
    (location) => isSameSet(is.get(location) ?? nobody, set) && !isSameSet(was.get(location) ?? nobody, set),
  );
};

/** Whether a group holds whom its owner has set just before, though an earlier read did not show it yet. */
const holdsOwn = (own: Exchange | undefined, after: Exchange): boolean =>
  own !== undefined &&
  [...columnsOf(own.request.body).values()].some(
    (ids) => columnsHolding(ids, columnsOf(jsonOf(after))).length > 0,
  );

const judgeIntrusion = function* (
  kind: Kind,
  owner: Side,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const [before, write, after] = (["before", "write", "after"] as const).map((what) =>
    labelled(exchanges, labelOf(kind, owner, what)),
  );
  if (write === undefined) return;
  if (before === undefined || after === undefined || !isSuccess(before) || !isSuccess(after)) {
    if (kind !== "members") yield* handedOut(write);
    return;
  }
  const own = owner === here ? labelled(exchanges, ownLabel(kind)) : undefined;
  const isChanged =
    kind === "members"
      ? isSetTo(write, before, after) && !holdsOwn(own, after)
      : isOverwritten(write, before, after, kind);
  if (!isChanged) return kind === "members" ? undefined : yield* handedOut(write, { owner: before });
  yield violation({
    rule: "relation",
    message: `another organization's credential has changed the ${kind === "members" ? "members of a group" : kind} of ${owner.name}`,
    exchange: write,
    also: [before, after],
    expected: "a refusal that changes nothing",
    actual: `${statusOf(write)}, and the record is changed`,
  });
};

const foreigners = ["another organization's member", "another organization's member alone"] as const;
const readOf = (label: string): string => `${label}, read`;
const foreignSeen = "another organization's member, looked up";

function* addForeigner(context: PlanContext): Plan {
  const [groupId, member] = ["volunteer.scratch.groupId", "volunteer.scratch.otherOrganizationMemberId"].map(
    (path) => idAt(context, path),
  );
  const ids = memberIds(context);
  if (groupId === undefined || member === undefined || !context.has(members.replace.body)) return;
  if (ids.length === 0) return;
  const { authorization } = here;
  const put = (some: readonly unknown[], label: string): Call =>
    putMembers(context, membersBody(context, some), label);
  // A user that this organization may read is its own, of the same number.
  yield* send({
    operation: "getUser",
    path: { id: member },
    authorization,
    label: foreignSeen,
    expects: "refusal",
  });
  for (const label of foreigners) {
    const some = label === foreigners[0] ? ids : [];
    yield* send(toBeRefused(put([...some, member], label)));
    for (const call of readOfGroup(context, "members", readOf(label))) yield* send(call);
  }
  yield* send(put(ids, "members put back"));
}

const judgeForeigner = function* (label: string, exchanges: readonly Exchange[]): Generator<Judgement> {
  const [seen, put, read] = [foreignSeen, label, readOf(label)].map((one) => labelled(exchanges, one));
  if (seen === undefined || put === undefined || isSuccess(seen) || !isSuccess(put)) return;
  const id = String(seen.call?.path?.["id"]);
  // The answer may repeat what was asked for; what was stored shows in a read.
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

const created = (owner: Side): string => `a user created in ${owner.name}`;
const listedBy = (owner: Side): string => `${created(owner)}, looked for in the other list`;
const listedBefore = (owner: Side): string => `the other list before ${created(owner)}`;

const readBy = (owner: Side, who: Side): string => `${created(owner)}, read by ${who.name}`;

function* create({ owner, stranger }: (typeof pairs)[number], context: PlanContext): Plan {
  const template = declaredBody(context, user.create);
  if (template === undefined) return;
  const creation = {
    ...writeCall(context, user, user.create, template, created(owner)),
    authorization: owner.authorization,
  };
  const all = listOf(stranger, largePage);
  yield* send({ ...all, label: listedBefore(owner) });
  // The same body in another organization says nothing of one that is sent twice.
  const made = yield* send(owner === here ? creation : { ...creation, expects: "refusal" });
  const id = createdId(jsonOf(made), user, context);
  if (!isSuccess(made) || id === undefined) return;
  for (const who of [owner, stranger]) {
    const read: Call = {
      operation: "getUser",
      path: { id: learntId("volunteer user", id) },
      authorization: who.authorization,
      label: readBy(owner, who),
    };
    yield* send(who === owner ? read : toBeRefused(read));
  }
  yield* send({ ...all, label: listedBy(owner) });
}

/** By how much the total of a list exceeds the users on it; undefined where it shows no total or no users. */
const excessOf = (list: Exchange | undefined): number | undefined => {
  const [total, users] = list === undefined ? [] : [totalIn(list), recordList(jsonOf(list))];
  return total === undefined || users === undefined ? undefined : total - users.length;
};

/** A list of everybody counts nobody who was just created elsewhere. */
const judgeCounted = function* (owner: Side, exchanges: readonly Exchange[]): Generator<Judgement> {
  const [before, list] = [listedBefore(owner), listedBy(owner)].map((label) => labelled(exchanges, label));
  const excess = excessOf(list);
  if (list === undefined || excess !== 1 || excessOf(before) !== 0) return;
  yield violation({
    rule: "relation",
    message: `a user just created in ${owner.name} counts in the total of the other organization`,
    exchange: list,
    also: before === undefined ? [] : [before],
    pointer: "/meta/total",
    expected: "the number of users on a page for everybody, as before",
    actual: "one more",
  });
};

/** A user who was just created is in no list but that of the own organization. */
const judgeListed = function* (
  owner: Side,
  own: Exchange | undefined,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const list = labelled(exchanges, listedBy(owner));
  if (own === undefined || list === undefined || !isSuccess(own)) return;
  const ids = new Set(shownIds(jsonOf(own), "user"));
  const sent = sentFields(labelled(exchanges, created(owner))?.request.body);
  const isListed = (recordList(jsonOf(list)) ?? []).some(
    (user) =>
      shownIds(user, "user").some((id) => ids.has(id)) &&
      sent.some(([name, value]) => shownField(user, "user", name) === value),
  );
  if (!isListed) return;
  yield violation({
    rule: "relation",
    message: `a user just created in ${owner.name} is in the list of the other organization`,
    exchange: list,
    also: [own],
    expected: "the users of the organization that asks",
    actual: "a user of another one",
  });
};

const judgeCreated = function* (
  { owner, stranger }: (typeof pairs)[number],
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const [own, other] = [owner, stranger].map((who) => labelled(exchanges, readBy(owner, who)));
  yield* judgeListed(owner, own, exchanges);
  yield* judgeCounted(owner, exchanges);
  if (own === undefined || other === undefined || !isSuccess(own) || !isSuccess(other)) return;
  const ids = new Set(shownIds(jsonOf(own), "user"));
  if (!shownIds(jsonOf(other), "user").some((id) => ids.has(id))) return;
  // Another user of the same number has another name.
  const sent = labelled(exchanges, created(owner))?.request.body;
  const isSame = sentFields(sent).every(([name]) => {
    const [here_, there_] = [own, other].map((read) => shownField(jsonOf(read), "user", name));
    return JSON.stringify(here_) === JSON.stringify(there_);
  });
  if (!isSame) return;
  yield violation({
    rule: "relation",
    message: `a user just created in ${owner.name} is read by ${stranger.name}`,
    exchange: other,
    also: [own],
    expected: "a refusal",
    actual: `${statusOf(other)} with the user`,
  });
};

/** The users of an organization, on a page of the default size and on another one. */
const pages = [undefined, 5] as const;

const listOf = ({ name, authorization }: Side, size: number | undefined): Call => ({
  operation: "listUsers",
  ...(size === undefined ? {} : { query: { per_page: size } }),
  authorization,
  label: `the users of ${name}${size === undefined ? "" : `, ${size} on a page`}`,
  fresh: true,
});

const judgeLists = function* (
  size: number | undefined,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const [own, other] = [here, there].map((side) => labelled(exchanges, listOf(side, size).label));
  const [mine, theirs] = [own, other].map((list) => list && recordList(jsonOf(list)));
  if (other === undefined || own === undefined || mine === undefined || mine.length < 2) return;
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) return;
  yield violation({
    rule: "relation",
    message: "the list of users is the same for two organizations",
    exchange: other,
    also: [own],
    expected: "the users of the organization that asks",
    actual: "those of another one",
  });
};

export const volunteerWritesStayInTheirOrganization = defineCheck({
  id: "volunteer-writes-stay-in-their-organization",
  facts: ["GEN-05"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", otherToken, "volunteer.scratch.otherOrganizationGroupId"],
  title:
    "A volunteer token writes only to its own organization's records, and nobody else reads what it wrote",
  why: "A caller that may not read a record must not overwrite it either.",
  turns: 4,
  *plan(context) {
    for (const size of context.sample(pages, 1))
      for (const side of [here, there]) yield* send(listOf(side, size));
    for (const pair of pairs)
      for (const kind of context.sample(kinds, 1)) yield* intrude(kind, pair, context);
    for (const _ of context.sample([true], 0)) yield* addForeigner(context);
    for (const pair of context.sample(pairs, 0)) yield* create(pair, context);
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("it was another check's turn");
    for (const pair of pairs) {
      for (const kind of kinds) yield* judgeIntrusion(kind, pair.owner, exchanges);
      yield* judgeCreated(pair, exchanges);
    }
    for (const label of foreigners) yield* judgeForeigner(label, exchanges);
    for (const size of pages) yield* judgeLists(size, exchanges);
  },
});
