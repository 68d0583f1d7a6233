import fc from "fast-check";
import type { PlanContext, Violation } from "../../core/model/check.ts";
import type { Call, Exchange } from "../../core/model/exchange.ts";
import { stepOf } from "../../core/model/exploration.ts";
import type { RefusedCaller, Resource, ResourceWrite } from "../../core/model/resource.ts";
import { mayBeInvalid } from "./declared-body.ts";
import { has } from "./json.ts";
import { statusOf, wrongStatus } from "./judgements.ts";
import { toBeRefused } from "./refusal.ts";
import { bearer } from "./sample-calls.ts";

/** Short name of what a caller presents: `limitedToken`. */
const nameOf = ({ credential }: RefusedCaller): string =>
  credential === undefined ? "no credential" : credential.slice(credential.lastIndexOf(".") + 1);

/** Callers whose writes must be refused, as far as their credentials are configured. */
const callersIn = ({ refused = [] }: Resource, context: PlanContext): readonly RefusedCaller[] =>
  refused.filter(({ credential }) => credential === undefined || context.has(credential));

const andTheOthers = " and the others";

/** Usually all refused callers, in any order; a failing sequence shrinks to one. */
export const anyRefused = (resource: Resource, context: PlanContext): fc.Arbitrary<string> => {
  const keys = callersIn(resource, context).map(nameOf);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom(...keys), weight: 1 },
    { arbitrary: fc.constantFrom(...keys.map((key) => `${key}${andTheOthers}`)), weight: 9 },
  );
};

export const refusedWith = (
  resource: Resource,
  call: Call,
  chosen: string,
  context: PlanContext,
): readonly Call[] => {
  const callers = callersIn(resource, context);
  const first = callers.findIndex((caller) => chosen.startsWith(nameOf(caller)));
  const those = chosen.endsWith(andTheOthers)
    ? [...callers.slice(first), ...callers.slice(0, first)]
    : callers.slice(first, first + 1);
  return those.map((caller) =>
    toBeRefused({
      ...call,
      label: `${call.label} with ${nameOf(caller)}, to be refused`,
      authorization: caller.credential === undefined ? { kind: "none" } : bearer(caller.credential),
    }),
  );
};

/** The caller of a step `refused`. */
export const refusedCallerOf = (
  { refused = [] }: Pick<Resource, "refused">,
  exchange: Exchange,
): RefusedCaller | undefined => {
  if (stepOf(exchange)?.endsWith("refused") !== true || exchange.call?.expects !== "refusal")
    return undefined;
  const { authorization } = exchange.call;
  const presented = authorization.kind === "secret" ? authorization.secret.name : undefined;
  return refused.find(({ credential }) => credential === presented);
};

/** Whether the body of a write is stated, so that no declaration is needed. */
const isStated = ({ body }: ResourceWrite): boolean => typeof body !== "string";

/** A wrong answer to a write of a sequence, as far as that is stated. */
export const wrongAnswer = (
  { malformed, invalid, ...resource }: Resource,
  write: ResourceWrite,
  exchange: Exchange,
  earlier: readonly Exchange[],
): Violation | undefined => {
  const label = exchange.call?.label ?? "";
  const wrong = (status: number | undefined, fact: string | undefined): Violation | undefined =>
    wrongStatus(exchange, status === undefined ? "refusal" : [status], label, fact);
  const caller = refusedCallerOf(resource, exchange);
  if (caller !== undefined)
    return !isStated(write) && mayBeInvalid(exchange, earlier)
      ? undefined
      : wrong(caller.status, caller.fact);
  if (exchange.call?.expects === "refusal") {
    const step = stepOf(exchange);
    if (step === "invalid") return wrong(invalid?.status, invalid?.fact ?? write.fact);
    if (step !== "malformed" || malformed === undefined) return undefined;
    return wrongStatus(exchange, malformed.statuses, label, malformed.fact);
  }
  // Required properties are not stated.
  const isOpen = isStated(write)
    ? isPartial(write, exchange) && [400, 422].includes(statusOf(exchange))
    : mayBeInvalid(exchange, earlier);
  return isOpen ? undefined : wrongStatus(exchange, write.statuses ?? "success", label, write.fact);
};

const isPartial = ({ body }: ResourceWrite, { request }: Exchange): boolean =>
  !Object.keys(body).every((name) => has(request.body, name));

export const marks = fc.integer({ min: 1, max: 999 });
