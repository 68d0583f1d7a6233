import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { labelled, notApplicable, violation, wrongStatus } from "./support/judgements.ts";
import { memberIds, membersBody, putMembers, readOfGroup } from "./support/member-calls.ts";
import {
  changingColumns,
  columnsOf,
  columnsHoldingOnly,
  columnsHolding,
  rightColumns,
  type Step,
} from "./support/shown-members.ts";
import { fillTemplate, wrongWrite } from "./support/declared-body.ts";
import { toBeRefused } from "./support/refusal.ts";

const needs = [
  "volunteer.credentials.token",
  "volunteer.scratch.groupId",
  "volunteer.scratch.memberIds",
  "volunteer.scratch.setMembers",
] as const;

const invalid = "invalid members";

const readAfter = (label: string): string => `${label}, read back`;

function* read(context: PlanContext, label: string): Plan {
  for (const call of readOfGroup(context, "members", label)) yield* send(call);
}

function* putAndRead(context: PlanContext, label: string, members: readonly unknown[]): Plan {
  yield* send(putMembers(context, membersBody(context, members), label));
  yield* read(context, readAfter(label));
}

const all = "all members";
const butLast = "all but the last";
const butFirst = "all but the first";
const alone = "the first alone";

/** What was read back after members were set. */
const stepsOf = (exchanges: readonly Exchange[], key: string): readonly Step[] =>
  [all, butLast, butFirst, alone].flatMap((label) => {
    const put = labelled(exchanges, label);
    const after = labelled(exchanges, readAfter(label));
    const members = put && columnsOf(put.request.body).get(key);
    if (put === undefined || after === undefined || members === undefined) return [];
    return isSuccess(put) && isSuccess(after) ? [{ members, put, read: after }] : [];
  });

const wrongMembers = (message: string, exchange: Exchange, also: Exchange): Judgement =>
  violation({
    rule: "relation",
    message,
    exchange,
    also: [also],
    expected: "the members that were set, and no others",
    actual: "other members",
  });

/** Compares every configured read back with the members that were set just before it. */
const judgeReads = function* (
  exchanges: readonly Exchange[],
  { key, everyone }: Members,
): Generator<Judgement> {
  const steps = stepsOf(exchanges, key);
  const last = steps.at(-1);
  if (steps.length < 2 || last === undefined) return;
  const right = rightColumns(steps, everyone);
  if (right.length === 0) {
    // A column that changes to anything but what was set shows wrong members.
    if (changingColumns(steps, everyone).length > 0)
      yield wrongMembers("the members that are read back are not those that were set", last.put, last.read);
    return;
  }
  const before = labelled(exchanges, "before");
  const stayed = (column: string): boolean => {
    const [was, is] = [before, last.read].map((one) => one && columnsOf(jsonOf(one)).get(column));
    return [...(is ?? [])].some((id) => !everyone.has(id) && was?.has(id) === true);
  };
  if (right.every(stayed))
    yield wrongMembers("a member from before who was left out is still there", last.put, last.read);
  const refused = labelled(exchanges, invalid);
  const after = labelled(exchanges, readAfter(invalid));
  if (refused === undefined || after === undefined || isSuccess(refused) || !isSuccess(after)) return;
  const left = rightColumns([{ members: last.members, put: refused, read: after }], everyone);
  if (!right.some((column) => left.includes(column)))
    yield wrongMembers(
      "invalid members were refused and have changed the members all the same",
      refused,
      after,
    );
};

interface Members {
  /** The locations of the ids in the body. */
  readonly key: string;
  readonly everyone: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** The members set first and those kept, from the difference of the two requests. */
const membersSent = (whole: Exchange, fewer: Exchange): Members | undefined => {
  const kept = columnsOf(fewer.request.body);
  for (const [key, everyone] of columnsOf(whole.request.body)) {
    const rest = kept.get(key);
    if (rest !== undefined && rest.size < everyone.size) return { key, everyone, kept: rest };
  }
  return undefined;
};

/**
 * Compares the answers after everybody and after fewer were set, at every column where the first shows everybody;
 * undefined if they show nothing. One correct column suffices: another may hold earlier or added members.
 */
const compared = (
  whole: Exchange,
  fewer: Exchange,
  { everyone, kept }: Members,
  isRead: boolean,
): readonly Judgement[] | undefined => {
  if (!isSuccess(whole) || !isSuccess(fewer)) return undefined;
  const after = columnsOf(jsonOf(fewer));
  const nobody: ReadonlySet<string> = new Set();
  // What an answer lists is not stated: a list with others may be unrelated.
  const columns = (isRead ? columnsHolding : columnsHoldingOnly)(everyone, columnsOf(jsonOf(whole)));
  const shown = columns.flatMap((column) => after.get(column) ?? (isRead ? nobody : []));
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
      also: [whole],
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
  title: "Setting a group's members replaces them; invalid members get 422",
  why: "A server that only adds members keeps people in a group after they have left it.",
  *plan(context) {
    const members = memberIds(context);
    yield* read(context, "before");
    yield* putAndRead(context, all, members);
    yield* putAndRead(context, butLast, members.slice(0, -1));
    // A single member cannot be left out.
    for (const label of members.length > 1 ? context.sample([butFirst], 0) : [])
      yield* putAndRead(context, label, members.slice(1));
    for (const label of members.length > 2 ? context.sample([alone], 0) : [])
      yield* putAndRead(context, label, members.slice(0, 1));
    if (context.has("volunteer.scratch.invalidMembers")) {
      const body = fillTemplate(context.setting("volunteer.scratch.invalidMembers"), context);
      yield* send(toBeRefused(putMembers(context, body, invalid)));
      for (const label of context.sample([readAfter(invalid)], 0)) yield* read(context, label);
    }
    yield* send(putMembers(context, membersBody(context, members), "put back"));
  },
  *judge(exchanges): Generator<Judgement> {
    for (const [index, exchange] of exchanges.entries()) {
      if (exchange.operation !== "setGroupMembers") continue;
      const wrong =
        exchange.call?.label === invalid
          ? wrongStatus(exchange, [422], `setting ${invalid}`)
          : wrongWrite(exchange, exchanges.slice(0, index), "success");
      if (wrong !== undefined) yield wrong;
    }
    const [whole, fewer] = [all, butLast].map((label) => labelled(exchanges, label));
    if (whole === undefined || fewer === undefined || !isSuccess(whole) || !isSuccess(fewer)) return;
    const members = membersSent(whole, fewer);
    if (members === undefined) return yield notApplicable("needs at least two scratch members");
    const [wholeRead, fewerRead] = [all, butLast].map((label) => labelled(exchanges, readAfter(label)));
    const byAnswer = compared(whole, fewer, members, false);
    const byRead = wholeRead && fewerRead && compared(wholeRead, fewerRead, members, true);
    const byAllReads = [...judgeReads(exchanges, members)];
    if (byAnswer === undefined && byRead === undefined && byAllReads.length === 0)
      return yield notApplicable("neither the answer nor a configured read-back shows the members");
    yield* byRead ?? byAnswer ?? [];
    yield* byAllReads;
  },
});
