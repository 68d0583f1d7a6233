import { isOperationId, operations, type OperationId } from "../../builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { send, sendAll, type ActiveCheck, type Judgement, type PlanContext } from "../../core/model/check.ts";
import {
  isBusy,
  isSuccess,
  jsonOf,
  type AnyCall,
  type Call,
  type Exchange,
} from "../../core/model/exchange.ts";
import { replayed, type Exploration } from "../../core/model/exploration.ts";
import { judgeAmong, type Among } from "../support/among-others.ts";
import { violation, wrongStatus } from "../support/judgements.ts";
import { readMembers, type MemberSet } from "../support/member-calls.ts";
import { bearer, fullCall, mainBearer, sampleCall } from "../support/sample-calls.ts";
import { extentOf, lacks } from "../support/shown-parts.ts";

/** Requests of one interface that do not concern each other. */
export interface Beside {
  readonly of: BuiltinInterface;
  readonly facts: Readonly<Partial<Record<OperationId, string>>>;
  /** The operations whose two sample calls ask for different records. */
  readonly two?: readonly OperationId[];
  /** Dotted config path of another organization's credential, by which lists are asked for as well. */
  readonly stranger?: string;
  /** A set that one of the operations writes, as declared, and that can be read. */
  readonly set?: MemberSet;
}

type When = "before" | "at once" | "after";

/** The request, by its place among those of a sequence, and when it is sent. */
interface Tag {
  readonly request: number;
  readonly when: When;
}

const isRead = ({ operation, at }: AnyCall): boolean =>
  at !== undefined || (isOperationId(operation) && operations[operation].effect === "read");

const requestsOf = (
  { of, facts, two = [], stranger, set }: Beside,
  context: PlanContext,
): readonly Call[] => {
  const byStranger = (call: Call | undefined): readonly Call[] => {
    const isAsked = stranger !== undefined && context.has(stranger);
    if (call === undefined || !isAsked || !isRead(call) || call.path !== undefined) return [];
    const label = `${call.operation} of another organization`;
    return [{ ...call, authorization: bearer(stranger), label }];
  };
  const own = Object.keys(facts)
    .filter(isOperationId)
    .flatMap((operation) => {
      const usual = sampleCall(operation, context, mainBearer(of), operation);
      const other = two.includes(operation)
        ? fullCall(operation, context, mainBearer(of), `another ${operation}`)
        : undefined;
      return [usual, other, ...byStranger(usual)];
    })
    .filter((call) => call !== undefined);
  const looks = set === undefined ? [] : readMembers(context, set, set, "the members");
  // Writes first, so that they are under way while something is read.
  return [...own, ...looks].toSorted((one, other) => Number(isRead(one)) - Number(isRead(other)));
};

const explorationOf = (beside: Beside, effort: number): Exploration<Tag> => ({
  effort,
  longest: 1,
  steps(context) {
    const requests = requestsOf(beside, context);
    if (requests.length < 2) return [];
    const sent = (when: When): readonly Call<Tag>[] =>
      requests.map((call, request) => ({
        ...call,
        label: `${call.label}, ${when}`,
        tag: { request, when },
      }));
    return [
      {
        name: "at-once",
        shows: Object.values(beside.facts),
        *plan() {
          for (const call of sent("before")) yield* send(call);
          yield* sendAll(sent("at once"));
          for (const call of sent("after").filter(isRead)) yield* send(call);
        },
      },
    ];
  },
});

/** Nobody else changes the members of the scratch record. */
const judgeSet = function* (last: Exchange, before: Exchange, fact: string): Generator<Judgement> {
  if (lacks(extentOf(jsonOf(last)), extentOf(jsonOf(before))))
    yield violation({
      fact,
      rule: "relation",
      message: `what ${last.call?.operation ?? "a request"} has set at once with other requests is not there`,
      exchange: last,
      also: [before],
      expected: "the answer to the same request alone",
      actual: "something else",
    });
};

const judgeOne = function* ({ among, before, last }: Among, fact: string): Generator<Judgement> {
  if (!isSuccess(before) || (last !== undefined && !isSuccess(last)) || isBusy(among)) return;
  const wrong = wrongStatus(among, "success", `${among.operation ?? ""} beside other requests`, fact);
  if (wrong !== undefined) yield { ...wrong, also: [before, ...(last === undefined ? [] : [last])] };
  else if (last?.call?.at === undefined) yield* judgeAmong({ among, before, last }, fact);
  else yield* judgeSet(last, before, fact);
};

const judgeAll = function* (
  exchanges: readonly Exchange<Tag>[],
  { facts, set }: Beside,
): Generator<Judgement> {
  for (const same of Map.groupBy(exchanges, ({ call }) => call?.tag?.request).values()) {
    const at = (when: When) => same.findLast(({ call }) => call?.tag?.when === when);
    const [before, among, last] = [at("before"), at("at once"), at("after")];
    const fact = among?.call?.at === undefined ? facts[among?.operation as OperationId] : set?.replace.fact;
    if (before !== undefined && among !== undefined && fact !== undefined)
      yield* judgeOne({ among, before, last }, fact);
  }
};

/** Requests that do not concern each other are answered at once like alone, writes among them. */
export const answeredAtOnce = (
  beside: Beside,
  { effort, ...words }: Pick<ActiveCheck, "id" | "title" | "why"> & Pick<Exploration, "effort">,
): ActiveCheck<Tag> => {
  const exploration = explorationOf(beside, effort);
  const [first = "", ...others] = Object.values(beside.facts);
  return {
    ...words,
    facts: [first, ...others],
    effect: "write",
    interfaces: [beside.of],
    needs: [interfaces[beside.of].mainCredential],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeAll(exchanges, beside),
  };
};
