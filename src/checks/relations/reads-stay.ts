import { isOperationId } from "../../builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Authorization,
  type Call,
  type Exchange,
} from "../../core/model/exchange.ts";
import { replayed, type Exploration, type Sequence, type Action } from "../../core/model/exploration.ts";
import type { RefusedCaller, Resource, ResourceRead } from "../../core/model/resource.ts";
import { judgeAmong } from "../support/among-others.ts";
import { property } from "../support/json.ts";
import { violation, wrongStatus } from "../support/judgements.ts";
import { handedOut } from "../support/other-organization.ts";
import { toBeRefused } from "../support/refusal.ts";
import { bearer, idAt, mainBearer, sampleCall } from "../support/sample-calls.ts";
import { sameId, unknownId } from "../support/ids.ts";

export interface RepeatedRead {
  readonly operation: string;
  readonly fact: string;
  /** The path parameter by which it reads one record, and the setting of another organization's one. */
  readonly id?: string;
  readonly foreign?: string | undefined;
}

export const stayingRead = ({
  read,
}: Resource & { readonly read: ResourceRead & { readonly fact: string } }): RepeatedRead => {
  const { operation, fact, parameter, known } = read;
  return { operation, fact, id: parameter, foreign: known?.other[0] };
};

/** The reads of an interface, and the callers that must be refused. */
export interface Readings {
  readonly of: BuiltinInterface;
  readonly reads: readonly RepeatedRead[];
  readonly outsiders: readonly RefusedCaller[];
  /** The credential of another organization, and the fact that these records are out of its reach. */
  readonly stranger?: { readonly credential: string; readonly fact: string };
  readonly effort: number;
  readonly longest: number;
}

/** The kind of the step that asked; of its calls, the one by the owner of the record, and the one among others. */
interface Tag {
  readonly kind: string;
  readonly who?: "owner";
  readonly when?: "at once";
}

/** The name of a credential in steps and labels. */
const nameOfKey = (credential: string | undefined): string => credential?.split(".").at(-1) ?? "none";

const byKey = (credential: string | undefined): string => `by-${nameOfKey(credential).toLowerCase()}`;

const authorizationOf = (credential: string | undefined): Authorization =>
  credential === undefined ? { kind: "none" } : bearer(credential);

const stranger = "stranger";

const foreign = "foreign";

/** `listUsers` as part of a step's name: `list-users`. */
const kebabCase = (operation: string): string =>
  operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A step of a kind, whose calls have it in their tags. */
const stepOf = (
  kind: string,
  operation: string,
  shows: readonly string[],
  plan: (
    ask: (call: Call, more?: Omit<Tag, "kind">) => Call<Tag>,
    sequence: Sequence<Tag>,
  ) => Plan<void, Tag>,
): Action<Tag> => ({
  name: `${kind}-of-${kebabCase(operation)}`,
  shows,
  plan: (_, sequence) => plan((call, more) => ({ ...call, tag: { kind, ...more } }), sequence),
});

/** Callers that a configuration allows to be refused, each with the fact that it shows. */
const refusalsIn = (
  { of, outsiders, stranger: other }: Readings,
  context: PlanContext,
): readonly {
  readonly kind: string;
  readonly key: string | undefined;
  readonly shows: readonly string[];
}[] => [
  ...outsiders
    .filter(({ credential }) => credential === undefined || context.has(credential))
    .map(({ credential, fact }) => ({ kind: byKey(credential), key: credential, shows: [fact] })),
  ...(other !== undefined && context.has(other.credential)
    ? [{ kind: stranger, key: other.credential, shows: [other.fact] }]
    : []),
  { kind: "unknown", key: interfaces[of].mainCredential, shows: [] },
];

/** A refused request between two accepted ones. */
const between = (kind: string, shows: readonly string[], accepted: Call, refused: Call): Action<Tag> =>
  stepOf(kind, accepted.operation, shows, function* (ask, { history }) {
    const { operation } = accepted;
    const last = history.at(-1);
    if (last?.operation !== operation || last.call?.expects === "refusal") yield* send(ask(accepted));
    yield* send(ask(toBeRefused(refused)));
    yield* send(ask({ ...accepted, label: `${operation} once more` }));
  });

const isOwners = ({ call }: Exchange<Tag>): boolean => call?.tag?.who === "owner";

/** The owner's read of another organization's record; undefined if none is configured. */
const ownersCall = (
  { stranger: other }: Readings,
  { operation, id, foreign: setting }: RepeatedRead,
  context: PlanContext,
): Call | undefined => {
  const record = setting === undefined ? undefined : idAt(context, setting);
  if (id === undefined || record === undefined || other === undefined || !context.has(other.credential))
    return undefined;
  return {
    operation,
    path: { [id]: record },
    authorization: bearer(other.credential),
    label: `${operation} of another organization by its owner`,
  };
};

/** Asks for another organization's record, each time after its owner. */
const foreignStep = ({ of, stranger: other }: Readings, operation: string, owners: Call): Action<Tag> =>
  stepOf(foreign, operation, other === undefined ? [] : [other.fact], function* (ask) {
    yield* send(ask(owners, { who: "owner" }));
    for (const label of ["with main, to be refused", "with main once more, to be refused"])
      yield* send(
        ask(
          toBeRefused({
            ...owners,
            authorization: mainBearer(of),
            label: `${operation} of another organization ${label}`,
          }),
        ),
      );
  });

const atOnce = "at-once";

/** A concurrent read: another organization's record, read by its owner, if possible; else another read. */
const besideOf = (read: RepeatedRead, { of, reads }: Readings, context: PlanContext): Call | undefined => {
  const next = reads[(reads.indexOf(read) + 1) % reads.length];
  if (next === undefined || !isOperationId(next.operation)) return undefined;
  return sampleCall(next.operation, context, mainBearer(of), `${next.operation} beside it`);
};

/** A read between two equal ones, with a concurrent request. */
const atOnceStep = (
  { operation, fact }: RepeatedRead,
  accepted: Call,
  owners: Call | undefined,
  other: Call | undefined,
): readonly Action<Tag>[] => {
  const beside = owners ?? other;
  if (beside === undefined) return [];
  return [
    stepOf(atOnce, operation, [fact], function* (ask) {
      yield* send(ask(accepted));
      yield* sendAll([
        ask(beside, owners === undefined ? {} : { who: "owner" }),
        ask({ ...accepted, label: `${operation} at the same time` }, { when: "at once" }),
      ]);
      yield* send(ask({ ...accepted, label: `${operation} once more` }));
    }),
  ];
};

const stepsIn = (readings: Readings, context: PlanContext): readonly Action<Tag>[] =>
  readings.reads.flatMap((read) => {
    const { operation, fact, id } = read;
    if (!isOperationId(operation)) return [];
    const callWith = (key: string | undefined, label: string): Call | undefined =>
      sampleCall(operation, context, authorizationOf(key), label);
    const accepted = callWith(interfaces[readings.of].mainCredential, operation);
    if (accepted === undefined) return [];
    const refused = (kind: string, key: string | undefined): Call | undefined => {
      // Only a record has a stranger and an unknown id.
      if (id === undefined && (kind === stranger || kind === "unknown")) return undefined;
      const call = callWith(
        key,
        `${operation} ${kind === "unknown" ? "of no record" : `with ${key === undefined ? "no credential" : nameOfKey(key)}`}, to be refused`,
      );
      return call && kind === "unknown" ? { ...call, path: { [id ?? ""]: unknownId } } : call;
    };
    const reading = stepOf("read", operation, [fact], function* (ask) {
      yield* send(ask(accepted));
      yield* send(ask({ ...accepted, label: `${operation} once more` }));
    });
    const owners = ownersCall(readings, read, context);
    return [
      reading,
      ...(owners === undefined ? [] : [foreignStep(readings, operation, owners)]),
      ...atOnceStep(read, accepted, owners, besideOf(read, readings, context)),
      ...refusalsIn(readings, context).flatMap(({ kind, key, shows }) => {
        const call = refused(kind, key);
        return call === undefined ? [] : [between(kind, shows, accepted, call)];
      }),
    ];
  });

/** The last answer to each operation with the main credential. */
type Answered = Map<string, Exchange>;

const idsOf = (exchange: Exchange): readonly unknown[] => {
  const body = jsonOf(exchange);
  return [property(body, "id"), property(property(body, "data"), "id")].filter((one) => one !== undefined);
};

const judgeRead = function* (
  exchange: Exchange<Tag>,
  read: RepeatedRead,
  answered: Answered,
): Generator<Judgement> {
  const { fact, id } = read;
  const operation = exchange.operation ?? "";
  if (!isSuccess(exchange)) {
    // Other checks judge whether it should be answered at all, and the owner's answer.
    const wrong =
      answered.has(operation) && !isOwners(exchange)
        ? wrongStatus(exchange, "success", `${operation} once more`, fact)
        : undefined;
    if (wrong !== undefined) yield wrong;
    return;
  }
  // The owner's answer is not the main credential's.
  if (!isOwners(exchange)) answered.set(operation, exchange);
  if (id === undefined) return;
  const shown = idsOf(exchange);
  if (shown.length > 0 && !shown.some((one) => sameId(one, exchange.call?.path?.[id])))
    yield violation({
      fact,
      rule: "relation",
      message: `${operation} answers another record than it was asked for`,
      exchange,
      expected: "the record with the id of the path",
      actual: "another record",
    });
};

/** A read during a concurrent request, between two others. */
const judgeAtOnce = function* (
  last: Exchange,
  earlier: readonly Exchange<Tag>[],
  fact: string,
): Generator<Judgement> {
  const [before, among] = earlier
    .filter((one) => one.operation === last.operation && !isOwners(one))
    .slice(-2);
  if (among?.call?.tag?.when === "at once" && before !== undefined)
    yield* judgeAmong({ among, before, last }, fact);
};

/** Another organization's record as its owner was shown it, which nobody else may see. */
const judgeForeign = function* (
  exchange: Exchange,
  owners: Map<string, Exchange>,
  fact: string,
): Generator<Judgement> {
  const operation = exchange.operation ?? "";
  const owner = owners.get(operation);
  if (exchange.call?.expects === undefined) owners.set(operation, exchange);
  else if (owner !== undefined && isSuccess(owner))
    for (const found of handedOut(exchange, { owner })) yield { ...found, fact };
};

const judgeSequence = function* (
  exchanges: readonly Exchange<Tag>[],
  { reads, outsiders, stranger: other }: Readings,
): Generator<Judgement> {
  const byKind = new Map(outsiders.map((one) => [byKey(one.credential), one]));
  const apart = other?.fact ?? "";
  const answered: Answered = new Map();
  const owners = new Map<string, Exchange>();
  for (const [index, exchange] of exchanges.entries()) {
    const { label = "", tag } = exchange.call ?? {};
    const kind = tag?.kind ?? "";
    const of = reads.find(({ operation }) => operation === exchange.operation);
    const isAccepted = exchange.call?.expects === undefined;
    const outsider = byKind.get(kind);
    const owner = answered.get(exchange.operation ?? "");
    if (of === undefined) continue;
    if (kind === atOnce) yield* judgeAtOnce(exchange, exchanges.slice(0, index), of.fact);
    if (kind === foreign) yield* judgeForeign(exchange, owners, apart);
    else if (isAccepted) yield* judgeRead(exchange, of, answered);
    else if (outsider !== undefined) {
      const { status, fact } = outsider;
      const wrong = wrongStatus(exchange, status === undefined ? "refusal" : [status], label, fact);
      if (wrong !== undefined) yield wrong;
    } else if (kind === stranger && owner !== undefined)
      for (const found of handedOut(exchange, { owner })) yield { ...found, fact: apart };
    else if (kind === "unknown" && isSuccess(exchange) && idsOf(exchange).length > 0) {
      const wrong = wrongStatus(exchange, "refusal", label, of.fact);
      if (wrong !== undefined) yield wrong;
    }
  }
};

/** Each read is answered as before, and refused as before, whatever other callers do. */
export const readsStay = (
  readings: Readings,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck<Tag> => {
  const { of, reads, outsiders } = readings;
  const exploration: Exploration<Tag> = {
    effort: readings.effort,
    longest: readings.longest,
    steps: (context) => stepsIn(readings, context),
  };
  const [first, ...others] = new Set([
    ...reads.map(({ fact }) => fact),
    ...outsiders.map(({ fact }) => fact),
    ...(readings.stranger === undefined ? [] : [readings.stranger.fact]),
  ]);
  if (first === undefined) throw new Error(`${words.id} reads nothing`);
  return {
    ...words,
    facts: [first, ...others],
    effect: "read",
    interfaces: [of],
    needs: [interfaces[of].mainCredential],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeSequence(exchanges, readings),
  };
};
