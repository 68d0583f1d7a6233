import type { OperationId } from "../../generated/operations.ts";
import type { BuiltinInterface } from "../../interface-name.ts";
import type { Answering, Fault, FaultEnvironment, FaultRequest, FaultAnswer } from "../fault.ts";
import { parse, withJson } from "./answers.ts";
import { set, type Becomes } from "./edit.ts";
import { asAdmitted, isAdmitted, type Who } from "./credentials.ts";

type Wrap = Fault["wrap"];

/** Scope of a row: an operation, several, a whole interface, or other requests. */
export type Of =
  | OperationId
  | BuiltinInterface
  | readonly OperationId[]
  | ((incoming: FaultRequest) => boolean);

/** The environment of a row; `next` calls the sandbox. */
interface Here extends FaultEnvironment {
  readonly next: Answering;
}

type Question = (incoming: FaultRequest, here: FaultEnvironment, outgoing: FaultAnswer) => boolean;

export interface Statuses {
  readonly has: (status: number) => boolean;
}

/** A condition over time. `start` returns its state. */
export interface TimedRule {
  start(here: FaultEnvironment): {
    /** Called for exchanges that meet the row's other conditions. */
    picks(incoming: FaultRequest): boolean;
    /** Called after every exchange. */
    sees?(incoming: FaultRequest, outgoing: FaultAnswer, isPicked: boolean): void;
  };
}

/** When a row acts: all conditions must hold. Without a status, only on success. */
export type When = number | readonly number[] | Statuses | Question | TimedRule;

/** When a row acts before the answer is known. */
export type WhenAsked = Who | TimedRule;

/** Changes an answer; `incoming` is the caller's request. */
export type Changing = (
  outgoing: FaultAnswer,
  incoming: FaultRequest,
  here: Here,
) => FaultAnswer | Promise<FaultAnswer>;

/** A fixed answer, or a change. */
type Say = FaultAnswer | Changing;

/** Changes a JSON body. */
export type BodyChange = (body: unknown, incoming: FaultRequest, here: FaultEnvironment) => unknown;

/** Changes a request before the sandbox sees it. */
export type Ask = (incoming: FaultRequest, here: FaultEnvironment) => FaultRequest;

export const success: Statuses = { has: (status) => status < 300 };

export const refusedStatuses: Statuses = { has: (status) => status >= 400 && status < 500 };

export const failed: Statuses = { has: (status) => status >= 400 };

export const anyStatus: Statuses = { has: () => true };

/** Errors of the donation interface, except 429 (U-25). */
export const problems: Statuses = { has: (status) => status >= 400 && status !== 429 };

export const isRequestOf = (incoming: FaultRequest, of: Of): boolean => {
  const { operation, url } = incoming;
  if (typeof of === "function") return of(incoming);
  if (typeof of === "string") return operation === of || url.pathname.startsWith(`/${of}/`);
  return operation !== undefined && of.includes(operation);
};

const isRule = (when: When): when is TimedRule => typeof when === "object" && "start" in when;

/** One status or several, as a set. */
export const onlyStatuses = (status: number | readonly number[] | Statuses): Statuses => {
  if (typeof status === "number") return { has: (other) => other === status };
  return "has" in status ? status : { has: (other) => status.includes(other) };
};

const statusesOf = (when: When): readonly Statuses[] =>
  typeof when === "function" || isRule(when) ? [] : [onlyStatuses(when)];

const startedRules = (when: readonly When[], here: FaultEnvironment) => {
  const rules = when.filter(isRule).map((rule) => rule.start(here));
  return {
    pick: (incoming: FaultRequest): boolean => rules.every((rule) => rule.picks(incoming)),
    see: (incoming: FaultRequest, outgoing: FaultAnswer, isPicked: boolean): void => {
      for (const rule of rules) rule.sees?.(incoming, outgoing, isPicked);
    },
  };
};

/** A copy of the answer with its own headers. */
export const fresh = (outgoing: FaultAnswer): FaultAnswer => ({
  ...outgoing,
  headers: new Headers(outgoing.headers),
});

export const onAnswer =
  (of: Of, say: Say, ...when: readonly When[]): Wrap =>
  (next, here) => {
    const rules = startedRules(when, here);
    const named = when.flatMap(statusesOf);
    const statuses = named.length === 0 ? [success] : named;
    const questions = when.filter((one) => typeof one === "function");
    return async (incoming) => {
      const outgoing = await next(incoming);
      const isPicked =
        isRequestOf(incoming, of) &&
        statuses.every((one) => one.has(outgoing.status)) &&
        questions.every((question) => question(incoming, here, outgoing)) &&
        rules.pick(incoming);
      rules.see(incoming, outgoing, isPicked);
      if (!isPicked) return outgoing;
      return typeof say === "function" ? say(outgoing, incoming, { ...here, next }) : fresh(say);
    };
  };

/** Changes the body of an answer if it is JSON. */
const body =
  (change: BodyChange): Changing =>
  (outgoing, incoming, here) => {
    const value = parse(outgoing.body);
    return value === undefined ? outgoing : withJson(outgoing, change(value, incoming, here));
  };

export const onBody = (of: Of, change: BodyChange, ...when: readonly When[]): Wrap =>
  onAnswer(of, body(change), ...when);

/** Replaces the values at some paths of answers. */
export const onField = (
  of: Of,
  paths: string | readonly string[],
  change: Becomes,
  ...when: readonly When[]
): Wrap => onBody(of, set(paths, change), ...when);

/** Handles requests instead of the sandbox. */
const onAsked =
  (
    of: Of,
    answer: (incoming: FaultRequest, here: Here) => FaultAnswer | Promise<FaultAnswer>,
    when: readonly WhenAsked[],
  ): Wrap =>
  (next, here) => {
    const rules = startedRules(when, here);
    return async (incoming) => {
      const isPicked =
        isRequestOf(incoming, of) &&
        when.every((one) => typeof one !== "function" || one(incoming, here)) &&
        rules.pick(incoming);
      const outgoing = await (isPicked ? answer(incoming, { ...here, next }) : next(incoming));
      rules.see(incoming, outgoing, isPicked);
      return outgoing;
    };
  };

/** Changes requests before the sandbox sees them. */
export const onRequest = (of: Of, ask: Ask, ...when: readonly WhenAsked[]): Wrap =>
  onAsked(of, (incoming, here) => here.next(ask(incoming, here)), when);

/** The request with another body; a body that is not JSON stays. */
export const sending =
  (change: BodyChange): Ask =>
  (incoming, here) => {
    const value = parse(incoming.body);
    return value === undefined
      ? incoming
      : { ...incoming, body: JSON.stringify(change(value, incoming, here)) };
  };

/** Changes the JSON bodies of requests before the sandbox sees them. */
export const onSent = (of: Of, change: BodyChange, ...when: readonly WhenAsked[]): Wrap =>
  onRequest(of, sending(change), ...when);

/** Replaces the values at some paths of requests. */
export const onSentField = (
  of: Of,
  paths: string | readonly string[],
  change: Becomes,
  ...when: readonly WhenAsked[]
): Wrap => onSent(of, set(paths, change), ...when);

/** Answers instead of the sandbox, for any caller. */
export const instead = (
  of: Of,
  say: FaultAnswer | ((incoming: FaultRequest, here: Here) => FaultAnswer | Promise<FaultAnswer>),
  ...when: readonly WhenAsked[]
): Wrap =>
  onAsked(of, (incoming, here) => (typeof say === "function" ? say(incoming, here) : fresh(say)), when);

/** Answers instead of the sandbox, for admitted callers. */
export const answering = (of: Of, outgoing: FaultAnswer, ...when: readonly WhenAsked[]): Wrap =>
  instead(of, outgoing, isAdmitted, ...when);

/** Admits some callers with the main credential. */
export const admitting = (of: Of, ...when: readonly WhenAsked[]): Wrap => onRequest(of, asAdmitted, ...when);

/** Answers with the sandbox's answer to another request. */
export const again =
  (ask: Ask): Changing =>
  (_outgoing, incoming, here) =>
    here.next(ask(incoming, here));

/** Keeps the sandbox's answer, and also makes another request. */
export const also =
  (ask: Ask): Changing =>
  async (outgoing, incoming, here) => {
    await here.next(ask(incoming, here));
    return outgoing;
  };

/** The answer with another status; 204 and 304 have no body. */
export const status =
  (status: number): Changing =>
  (outgoing) => ({ ...outgoing, status, body: [204, 304].includes(status) ? "" : outgoing.body });

export const bodiless: Changing = (outgoing) => ({ ...outgoing, body: "" });

/** Combines several faults, the first one nearest to the caller. */
export const combinedFaults =
  (...wraps: readonly Wrap[]): Wrap =>
  (next, here): Answering =>
    wraps.reduceRight((inner, wrap) => wrap(inner, here), next);
