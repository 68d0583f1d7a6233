import fc from "fast-check";
import { send, sendAll, type PlanContext, type Violation } from "../../harness/model/check.ts";
import type { Call, Exchange } from "../../harness/model/exchange.ts";
import { defineStep, stepOf, type Step } from "../../harness/model/exploration.ts";
import { wrongWrite } from "./declared-body.ts";
import { isObject } from "./json.ts";
import { wrongStatus } from "./judgements.ts";
import { markIn, shownMark } from "./marked.ts";
import { toBeRefused } from "./refusal.ts";
import { bearer } from "./sample-calls.ts";
import { shownField } from "./shown-record.ts";

/** What is written, and how it is read back. */
export interface Written {
  /** Facts of the write. */
  readonly shows: readonly string[];
  reads(label: string): readonly Call[];
}

/** A step that reads back what it has written, where the configuration says how. */
export const writing = <Argument>(
  name: string,
  argument: fc.Arbitrary<Argument>,
  { shows, reads }: Written,
  calls: (argument: Argument, history: readonly Exchange[]) => readonly Call[],
): Step =>
  defineStep({
    name,
    shows,
    argument,
    *plan(chosen, { history }) {
      // Only what is to overlap is under way at once.
      if (name === "two-at-once") yield* sendAll(calls(chosen, history));
      else for (const call of calls(chosen, history)) yield* send(call);
      for (const call of reads("read back")) yield* send(call);
    },
  });

/** Credentials that a write must not get through with: the setting, the status and the fact that says so. */
export const refusedKeys = {
  "no credential": { status: 401, fact: "VOL-08" },
  limitedToken: { status: 403, fact: "VOL-09" },
  revokedToken: { status: 401, fact: "VOL-09" },
  suspendedToken: { status: 401, fact: "VOL-09" },
} as const;

type RefusedKey = keyof typeof refusedKeys;

/** The refused credentials that the configuration has. */
const refusedKeysIn = (context: PlanContext): readonly RefusedKey[] =>
  (Object.keys(refusedKeys) as RefusedKey[]) // Its own keys.
    .filter((key) => key === "no credential" || context.has(`volunteer.credentials.${key}`));

const andTheOthers = " and the others";

/** Nearly always each of the refused credentials, any of them first; one is what a failing sequence shrinks to. */
export const anyRefusedKey = (context: PlanContext): fc.Arbitrary<string> => {
  const keys = refusedKeysIn(context);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom(...keys), weight: 1 },
    { arbitrary: fc.constantFrom(...keys.map((key) => `${key}${andTheOthers}`)), weight: 9 },
  );
};

const chosenKeys = (chosen: string, context: PlanContext): readonly RefusedKey[] => {
  const keys = refusedKeysIn(context);
  const first = keys.findIndex((key) => chosen.startsWith(key));
  return chosen.endsWith(andTheOthers)
    ? [...keys.slice(first), ...keys.slice(0, first)]
    : keys.slice(first, first + 1);
};

/** The call with a refused credential, or with each of them. */
export const refusedWith = (call: Call, chosen: string, context: PlanContext): readonly Call[] =>
  chosenKeys(chosen, context).map((key) =>
    toBeRefused({
      ...call,
      label: `${call.label} with ${key}, to be refused`,
      authorization: key === "no credential" ? { kind: "none" } : bearer(`volunteer.credentials.${key}`),
    }),
  );

/** The key that a call of a step `refused` has presented. */
export const refusedKeyOf = (exchange: Exchange): RefusedKey | undefined => {
  if (stepOf(exchange)?.endsWith("refused") !== true || exchange.call?.expects !== "refusal")
    return undefined;
  const { label } = exchange.call;
  return (Object.keys(refusedKeys) as RefusedKey[]) // Its own keys.
    .find((key) => label.endsWith(`with ${key}, to be refused`));
};

/** How a write of a sequence is answered that must be answered otherwise, as far as that is stated. */
export const wrongAnswer = (
  exchange: Exchange,
  earlier: readonly Exchange[],
  fact: string,
): Violation | undefined => {
  const key = refusedKeyOf(exchange);
  if (key !== undefined)
    return wrongWrite(exchange, earlier, [refusedKeys[key].status], refusedKeys[key].fact);
  if (stepOf(exchange) === "invalid") return wrongStatus(exchange, [422], exchange.call?.label ?? "", fact);
  return exchange.call?.expects === "refusal" ? undefined : wrongWrite(exchange, earlier, "success", fact);
};

export const marks = fc.integer({ min: 1, max: 999 });

/** A property of a record that shows another mark than it was sent with. */
interface OtherMark {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

const otherMarkThan = (answer: unknown, kind: string, body: unknown): OtherMark | undefined => {
  for (const [name, sent] of Object.entries(isObject(body) ? body : {})) {
    const shown = shownField(answer, kind, name);
    const isMarked = (markIn(sent) ?? markIn(shown)) !== undefined;
    if (typeof sent === "string" && shown !== undefined && isMarked && markIn(shown) !== markIn(sent))
      return { name, expected: shownMark(sent), actual: shownMark(shown) };
  }
  return undefined;
};

/** How a record differs from the first of some bodies, where it is none of them. */
export const otherMark = (
  answer: unknown,
  kind: string,
  bodies: readonly unknown[],
): OtherMark | undefined => {
  const differing = bodies.map((body) => otherMarkThan(answer, kind, body));
  return differing.every((one) => one !== undefined) ? differing[0] : undefined;
};
