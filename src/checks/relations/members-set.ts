import fc from "fast-check";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
  type Violation,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import { defineStep, replayed, stepOf, type Exploration, type Action } from "../../core/model/exploration.ts";
import type { Resource } from "../../core/model/resource.ts";
import { notApplicable, violation, wrongStatus } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import {
  memberIds,
  membersBody,
  putMembers,
  readMembers,
  type MemberId,
  type MemberSet,
} from "../support/member-calls.ts";
import { toBeRefused } from "../support/refusal.ts";
import { anyRefused, refusedWith, wrongAnswer } from "../support/refused-callers.ts";
import { needsOf } from "../support/resource.ts";
import {
  createMembersView,
  isPartOfList,
  memberColumnsOf,
  nobody,
  type MembersView,
} from "../support/shown-members.ts";
import { unknownId } from "../support/ids.ts";

/** A set of members, and the record that has them and may show them, too. */
interface Group {
  readonly set: MemberSet;
  readonly shownBy?: Resource;
}

/** A read while sets are under way, of the set or of the record that has it, and the other of two sets at once. */
interface Tag {
  readonly isInvalid?: true;
  readonly isOther?: true;
  readonly isMeanwhile?: true;
  readonly ofRecord?: true;
}

const invalid = "invalid members";

/** A set as invalid as it is declared. */
const invalidCall = (context: PlanContext, { set }: Group): readonly Call<Tag>[] => {
  const path = set.invalid?.body ?? "";
  if (!context.has(path)) return [];
  const body = membersBody(
    context,
    { ...set, replace: { ...set.replace, body: path } },
    memberIds(context, set),
  );
  return [toBeRefused({ ...putMembers(context, set, body, invalid), tag: { isInvalid: true } })];
};

const readAfter = (label: string): string => `${label}, read back`;

/** The fixed first sequence: sets of different members, each read back, and an invalid one. */
function* firstSequence(group: Group, context: PlanContext): Plan<void, Tag> {
  const { set } = group;
  const ids = memberIds(context, set);
  const put = (members: readonly MemberId[], label: string): Call =>
    putMembers(context, set, membersBody(context, set, members), label);
  const read = (label: string): readonly Call[] => readMembers(context, set, set, label);
  const sets = [
    ["all members", ids],
    ["all but the last", ids.slice(0, -1)],
    // A single member cannot be left out.
    ...(ids.length > 1 ? context.sample([["all but the first", ids.slice(1)] as const], 0) : []),
    ...(ids.length > 2 ? context.sample([["the first alone", ids.slice(0, 1)] as const], 0) : []),
  ] as const;
  for (const call of read("before")) yield* send(call);
  for (const [label, members] of sets)
    for (const call of [put(members, label), ...read(readAfter(label))]) yield* send(call);
  for (const call of invalidCall(context, group)) {
    yield* send(call);
    for (const label of context.sample([readAfter(invalid)], 0))
      for (const after of read(label)) yield* send(after);
  }
  yield* send(put(ids, "put back"));
}

/** An id of the same form that no user has. */
const unknownMember = ([first]: readonly MemberId[]): MemberId =>
  typeof first === "number" ? unknownId : String(unknownId);

/** A read that shows members, as far as one is configured. */
const read = (context: PlanContext, { set, shownBy }: Group, which: number): readonly Call<Tag>[] => {
  const records = shownBy === undefined ? [set] : [set, shownBy];
  const calls = records.flatMap((one) =>
    readMembers(context, set, one, `the ${one.called}, read back`).map((call): Call<Tag> =>
      one === shownBy ? { ...call, tag: { ofRecord: true } } : call,
    ),
  );
  return calls.slice(which % Math.max(1, calls.length)).slice(0, 1);
};

const putSome = (context: PlanContext, { set }: Group, ids: readonly MemberId[], what = ""): Call => {
  const label = `${ids.length} of the scratch members${what}`;
  return putMembers(context, set, membersBody(context, set, ids), label);
};

/** Some members and the others, to be set at once. */
const putHalves = (context: PlanContext, group: Group, chosen: readonly MemberId[]): readonly Call<Tag>[] => {
  const others = memberIds(context, group.set).filter((id) => !chosen.includes(id));
  return [
    putSome(context, group, chosen, ", one of two at once"),
    { ...putSome(context, group, others, ", the other one"), tag: { isOther: true } },
  ];
};

const readMeanwhile = (context: PlanContext, group: Group): readonly Call<Tag>[] =>
  read(context, group, 0).map((call) => ({
    ...call,
    label: `${call.label}, meanwhile`,
    tag: { ...call.tag, isMeanwhile: true },
  }));

const explorationOf = (group: Group, effort: number): Exploration<Tag> => {
  const { set } = group;
  const { fact } = set.replace;
  const put = (context: PlanContext, ids: readonly MemberId[], what = ""): Call =>
    putSome(context, group, ids, what);
  const lastTaken = (history: readonly Exchange[]): unknown =>
    history.findLast((one) => one.operation === set.replace.operation && isSuccess(one))?.request.body;
  return {
    effort,
    begin: {
      name: "begin",
      shows: [fact],
      *plan(_, { context }) {
        const ids = memberIds(context, set);
        // Two sets show where members are listed.
        for (const chosen of [ids, ids.slice(0, -1)]) {
          yield* send(put(context, chosen));
          yield read(context, group, 0);
        }
      },
    },
    steps(context) {
      const ids = memberIds(context, set);
      if (ids.length < 2) return [];
      const writing = <Argument>(
        name: string,
        argument: fc.Arbitrary<Argument>,
        calls: (argument: Argument, history: readonly Exchange[]) => readonly Call<Tag>[],
        shows = fact,
      ): Action<Tag> =>
        defineStep({
          name,
          shows: [shows],
          argument: fc.tuple(argument, fc.constantFrom(0, 0, 1)),
          *plan([chosen, which], { history }) {
            // Only calls that should overlap run at once.
            if (name === "two-at-once")
              yield* sendAll([...calls(chosen, history), ...readMeanwhile(context, group)]);
            else for (const call of calls(chosen, history)) yield* send(call);
            yield read(context, group, which);
          },
        });
      const wrong = invalidCall(context, group);
      const some = fc.shuffledSubarray([...ids]);
      const nothing = fc.constant(null);
      const proper = fc.subarray([...ids], { minLength: 1, maxLength: ids.length - 1 });
      return [
        writing("set", some, (chosen) => [put(context, chosen)]),
        writing("nobody", nothing, () => [put(context, [])]),
        writing("again", nothing, (_, history) => [
          putMembers(context, set, lastTaken(history), "the same members again"),
        ]),
        writing("two-at-once", proper, (chosen) => putHalves(context, group, chosen)),
        ...(wrong.length === 0 ? [] : [writing("invalid", nothing, () => wrong)]),
        // Refusing an unknown member is not stated; a refused set must have no effect.
        writing("somebody-unknown", proper, (chosen) => [
          toBeRefused(put(context, [...chosen, unknownMember(ids)], " and one whom nobody knows")),
        ]),
        writing(
          "refused",
          fc.tuple(some, anyRefused(set, context)),
          ([chosen, key]) => refusedWith(set, put(context, chosen), key, context),
          set.refused?.[0]?.fact,
        ),
        writing("malformed", nothing, () => [
          toBeRefused({ ...putMembers(context, set, {}, "malformed JSON"), body: malformedJson }),
        ]),
      ];
    },
  };
};

type Members = ReadonlySet<string>;

/** The ids in a body, at the location with the most of them. */
const idsIn = (body: unknown): Members =>
  [...memberColumnsOf(body).values()].toSorted((one, other) => other.size - one.size)[0] ?? nobody;

/** A set answered wrongly; it is not stated that a group may be without members. */
const wrongSet = (
  set: MemberSet,
  exchange: Exchange<Tag>,
  earlier: readonly Exchange[],
): Violation | undefined => {
  const { label = "", expects, tag } = exchange.call ?? {};
  const { status } = set.invalid ?? {};
  if (tag?.isInvalid === true)
    return wrongStatus(exchange, status === undefined ? "refusal" : [status], label, set.replace.fact);
  if (expects === undefined && idsIn(exchange.request.body).size === 0) return undefined;
  return wrongAnswer(set, set.replace, exchange, earlier);
};

const isOtherOfTwo = ({ call }: Exchange<Tag>): boolean => call?.tag?.isOther === true;

/** The sets that may be stored after a call; none if unknown. */
const storedAfter = (exchange: Exchange<Tag>, before: readonly Members[]): readonly Members[] => {
  if (!isSuccess(exchange)) return before;
  if (exchange.call?.expects === "refusal") return [];
  return [...(isOtherOfTwo(exchange) ? before : []), idsIn(exchange.request.body)];
};

/** Compares every answer of a sequence with the members that were last set. */
const judgeSets = function* ({ set }: Group, exchanges: readonly Exchange<Tag>[]): Generator<Judgement> {
  const { operation, fact } = set.replace;
  const isSet = (exchange: Exchange): boolean => exchange.operation === operation;
  const accepted = exchanges.filter((one) => isSet(one) && one.call?.expects === undefined);
  const everyone = new Set(accepted.flatMap(({ request }) => [...idsIn(request.body)]));
  const views = new Map<string, MembersView>();
  let sets: readonly Members[] = [];
  let before: readonly Members[] = [];
  let last: Exchange | undefined;
  let hasShown = false;
  for (const [index, exchange] of exchanges.entries()) {
    const isWrite = isSet(exchange);
    const wrong = isWrite ? wrongSet(set, exchange, exchanges.slice(0, index)) : undefined;
    if (wrong !== undefined) yield wrong;
    if (isWrite && !isOtherOfTwo(exchange)) before = [...before, ...sets];
    if (isWrite) sets = storedAfter(exchange, sets);
    // A read meanwhile shows the members of one of the sets, or earlier ones: it is not stated when they must show.
    const isMeanwhile = exchange.call?.tag?.isMeanwhile === true;
    const possible = isMeanwhile ? [...before, ...sets] : sets;
    if (isWrite && isSuccess(exchange)) last = exchange;
    // The answer to one of two overlapping sets may show the other.
    const isOpen = isWrite && (stepOf(exchange) === "two-at-once" || exchange.call?.expects === "refusal");
    if (!isSuccess(exchange) || isOpen || (sets.length === 0 && last !== undefined)) continue;
    // Whoever is missing may be on another page.
    if (isPartOfList(jsonOf(exchange))) continue;
    // Until a read has shown one of them, it may show members of before the first set.
    if (isMeanwhile && (before.length === 0 || !hasShown)) continue;
    hasShown ||= !isWrite;
    const at = exchange.call?.at ?? exchange.operation ?? "";
    const isOfRecord = exchange.call?.tag?.ofRecord === true;
    const view =
      views.get(at) ?? createMembersView(everyone, isWrite ? "write" : isOfRecord ? "record" : "members");
    views.set(at, view);
    const actual = view.see(possible, exchange);
    if (actual !== undefined)
      yield violation({
        fact,
        rule: "relation",
        message: `the ${set.called} that are shown are not those who were last set`,
        exchange,
        ...(last === undefined || last === exchange ? {} : { also: [last] }),
        expected: possible.map(({ size }) => `the ${size} who were last set`).join(", or "),
        actual,
      });
  }
  if (!accepted.some(isSuccess)) return;
  if (everyone.size < 2) yield notApplicable(`needs at least two scratch ${set.called}`, fact);
  else if (![...views.values()].some(({ isKnown }) => isKnown))
    yield notApplicable(`neither the answer nor a configured read-back shows the ${set.called}`, fact);
};

const common = ({ set }: Group) =>
  ({
    effect: "write",
    interfaces: [set.interface],
    needs: [set.credential, ...needsOf(set.replace), set.ids],
  }) as const;

/** Members are those who were set: a fixed first sequence. */
export const membersAreSet = (
  group: Group,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck<Tag> => ({
  ...words,
  ...common(group),
  facts: [group.set.replace.fact],
  plan: (context) => firstSequence(group, context),
  judge: (exchanges) => judgeSets(group, exchanges),
});

/** Members are those who were last set, whatever was sent before. */
export const membersOverTime = (
  group: Group,
  { effort, ...words }: Pick<ActiveCheck, "id" | "title" | "why"> & Pick<Exploration, "effort">,
): ActiveCheck<Tag> => {
  const exploration = explorationOf(group, effort);
  const { refused = [], replace } = group.set;
  return {
    ...words,
    ...common(group),
    facts: [replace.fact, ...new Set(refused.map(({ fact }) => fact))],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeSets(group, exchanges),
  };
};
