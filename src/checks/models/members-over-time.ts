import fc from "fast-check";
import {
  defineCheck,
  send,
  sendAll,
  type Judgement,
  type PlanContext,
  type Violation,
} from "../../harness/model/check.ts";
import { resources } from "../../contract/generated/resources.ts";
import { isSuccess, type Call, type Exchange } from "../../harness/model/exchange.ts";
import {
  defineStep,
  replayed,
  stepOf,
  type Exploration,
  type Step,
} from "../../harness/model/exploration.ts";
import { templateAt } from "../support/declared-body.ts";
import { violation } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { memberIds, membersBody, putMembers, readOfGroup } from "../support/member-calls.ts";
import { createMembersView, type MembersView } from "../support/members-view.ts";
import { toBeRefused } from "../support/refusal.ts";
import { columnsOf } from "../support/shown-members.ts";
import { unknownId } from "../support/unknown-id.ts";
import { anyRefused, refusedWith, wrongAnswer } from "../support/refused-callers.ts";

const resource = resources.volunteer.members;

type Id = string | number;

const put = (context: PlanContext, ids: readonly Id[], what = ""): Call =>
  putMembers(context, membersBody(context, ids), `${ids.length} of the scratch members${what}`);

/** An id of the same form that no user has. */
const unknownMember = ([first]: readonly Id[]): Id =>
  typeof first === "number" ? unknownId : String(unknownId);

/** Reads that show members, as far as configured. */
const read = (context: PlanContext, which: number): readonly Call[] => {
  const calls = (["members", "group"] as const).flatMap((what) =>
    readOfGroup(context, what, `the ${what}, read back`),
  );
  return calls.slice(which % Math.max(1, calls.length)).slice(0, 1);
};

const anyRead = fc.constantFrom(0, 0, 1);

const writing = <Argument>(
  name: string,
  fact: string,
  argument: fc.Arbitrary<Argument>,
  context: PlanContext,
  calls: (argument: Argument, history: readonly Exchange[]) => readonly Call[],
): Step =>
  defineStep({
    name,
    shows: [fact],
    argument: fc.tuple(argument, anyRead),
    *plan([chosen, which], { history }) {
      // Only calls that should overlap run at once.
      if (name === "two-at-once") yield* sendAll(calls(chosen, history));
      else for (const call of calls(chosen, history)) yield* send(call);
      yield read(context, which);
    },
  });

const lastTaken = (history: readonly Exchange[]): unknown =>
  history.findLast((one) => one.operation === "setGroupMembers" && isSuccess(one))?.request.body;

const exploration: Exploration = {
  effort: 60,
  begin: {
    name: "begin",
    shows: ["VOL-06"],
    *plan(_, { context }) {
      const ids = memberIds(context);
      // Two sets show where members are listed.
      for (const chosen of [ids, ids.slice(0, -1)]) {
        yield* send(put(context, chosen));
        yield read(context, 0);
      }
    },
  },
  steps(context) {
    const ids = memberIds(context);
    if (ids.length < 2) return [];
    const invalid = templateAt(context, "invalidMembers");
    const some = fc.shuffledSubarray([...ids]);
    const nothing = fc.constant(null);
    const proper = { minLength: 1, maxLength: ids.length - 1 };
    return [
      writing("set", "VOL-06", some, context, (chosen) => [put(context, chosen)]),
      writing("nobody", "VOL-06", nothing, context, () => [put(context, [])]),
      writing("again", "VOL-06", nothing, context, (_, history) => [
        putMembers(context, lastTaken(history), "the same members again"),
      ]),
      writing("two-at-once", "VOL-06", fc.subarray([...ids], proper), context, (chosen) => [
        put(context, chosen, ", one of two at once"),
        put(
          context,
          ids.filter((id) => !chosen.includes(id)),
          ", the other one",
        ),
      ]),
      ...(invalid === undefined
        ? []
        : [
            writing("invalid", "VOL-06", nothing, context, () => [
              toBeRefused(putMembers(context, invalid, "invalid members")),
            ]),
          ]),
      // Refusing an unknown member is not stated; a refused set must have no effect.
      writing("somebody-unknown", "VOL-06", fc.subarray([...ids], proper), context, (chosen) => [
        toBeRefused(put(context, [...chosen, unknownMember(ids)], " and one whom nobody knows")),
      ]),
      writing("refused", "VOL-08", fc.tuple(some, anyRefused(resource, context)), context, ([chosen, key]) =>
        refusedWith(resource, put(context, chosen), key, context),
      ),
      writing("malformed", "VOL-06", nothing, context, () => [
        toBeRefused({ ...putMembers(context, {}, "malformed JSON"), body: malformedJson }),
      ]),
    ];
  },
};

/** The ids in a body, at the location with the most of them. */
const idsIn = (body: unknown): ReadonlySet<string> =>
  [...columnsOf(body).values()].toSorted((one, other) => other.size - one.size)[0] ?? new Set();

/** A set answered wrongly; it is not stated that a group may be without members. */
const wrongSet = (exchange: Exchange, earlier: readonly Exchange[]): Violation | undefined =>
  exchange.call?.expects === undefined && idsIn(exchange.request.body).size === 0
    ? undefined
    : wrongAnswer(resource, resource.replace, exchange, earlier);

type Members = ReadonlySet<string>;

/** The sets that may be stored after a call; none if unknown. */
const storedAfter = (exchange: Exchange, before: readonly Members[]): readonly Members[] => {
  if (!isSuccess(exchange)) return before;
  if (exchange.call?.expects === "refusal") return [];
  const overlaps =
    stepOf(exchange) === "two-at-once" && exchange.call?.label.endsWith("the other one") === true;
  return [...(overlaps ? before : []), idsIn(exchange.request.body)];
};

/** All members that a sequence has set. */
const everyoneIn = (exchanges: readonly Exchange[]): Members =>
  new Set(
    exchanges
      .filter(({ operation, call }) => operation === "setGroupMembers" && call?.expects === undefined)
      .flatMap(({ request }) => [...idsIn(request.body)]),
  );

export const membersOverTime = defineCheck({
  id: "members-over-time",
  facts: ["VOL-06", "VOL-08", "VOL-09"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.groupId", "volunteer.scratch.setMembers"],
  title: "A group has the members that were last set, whatever was sent before",
  why: "Members who have left come back with the second call, and nobody knows who let them in.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    const everyone = everyoneIn(exchanges);
    const views = new Map<string, MembersView>();
    let sets: readonly Members[] = [];
    for (const [index, exchange] of exchanges.entries()) {
      const isWrite = exchange.operation === "setGroupMembers";
      const wrong = isWrite ? wrongSet(exchange, exchanges.slice(0, index)) : undefined;
      if (wrong !== undefined) yield wrong;
      if (isWrite) sets = storedAfter(exchange, sets);
      // The answer to one of two overlapping sets may show the other.
      const isOpen = isWrite && (stepOf(exchange) === "two-at-once" || exchange.call?.expects === "refusal");
      if (!isSuccess(exchange) || sets.length === 0 || isOpen) continue;
      const path = exchange.operation ?? exchange.call?.at ?? "";
      const view = views.get(path) ?? createMembersView(everyone, !isWrite);
      views.set(path, view);
      if (view.see(sets, exchange))
        yield violation({
          fact: "VOL-06",
          rule: "relation",
          message: "the members that are shown are not those who were last set",
          exchange,
          expected: "the members who were last set",
          actual: "others",
        });
    }
  },
});
