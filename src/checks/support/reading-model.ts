import fc from "fast-check";
import type { OperationId } from "../../contract/generated/operations.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import { canonical } from "./canonical.ts";
import { send, type ActiveCheck, type Judgement, type PlanContext } from "../../harness/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Authorization,
  type Call,
  type Exchange,
} from "../../harness/model/exchange.ts";
import {
  defineStep,
  replayed,
  stepOf,
  type Exploration,
  type Step,
} from "../../harness/model/exploration.ts";
import { property } from "./json.ts";
import { violation, wrongStatus } from "./judgements.ts";
import { handedOut } from "./other-organization.ts";
import { toBeRefused } from "./refusal.ts";
import { bearer, mainBearer, sampleCall } from "./sample-calls.ts";
import { sameId } from "./same-id.ts";
import { unknownId } from "./unknown-id.ts";

/** A read that is made again and again. */
export interface RepeatedRead {
  readonly operation: OperationId;
  readonly fact: string;
  /** The path parameter by which it reads one record. */
  readonly id?: string;
}

/** A credential that no read gets through with. */
interface Outsider {
  readonly fact: string;
  readonly expected: readonly number[] | "refusal";
}

/** What is read of an interface, and who must not. */
export interface Readings {
  readonly of: InterfaceName;
  readonly reads: readonly RepeatedRead[];
  /** By the names of credentials; `none` stands for none at all. */
  readonly outsiders: Readonly<Record<string, Outsider>>;
  readonly effort: number;
}

const authorizationOf = (of: InterfaceName, key: string): Authorization => {
  if (key === "main") return mainBearer(of);
  return key === "none" ? { kind: "none" } : bearer(`${of}.credentials.${key}`);
};

const stranger = "stranger";

const strangerKeys: Readonly<Partial<Record<InterfaceName, string>>> = {
  crm: "otherOrganizationApiKey",
  volunteer: "otherOrganizationToken",
};

const stepsIn = ({ of, reads, outsiders }: Readings, context: PlanContext): readonly Step[] => {
  const callWith = (operation: OperationId, key: string, label: string): Call | undefined =>
    sampleCall(operation, context, authorizationOf(of, key), label);
  const known = reads.filter(({ operation }) => callWith(operation, "main", "") !== undefined);
  const records = known.filter(({ id }) => id !== undefined);
  const ids = known.map(({ operation }) => operation);
  if (ids.length === 0) return [];
  const any = fc.constantFrom(...ids);
  const reading = (
    name: string,
    shows: readonly string[],
    argument: fc.Arbitrary<OperationId>,
    call: (operation: OperationId) => Call | undefined,
  ): Step =>
    defineStep({
      name,
      shows,
      argument,
      *plan(operation) {
        const made = call(operation);
        if (made !== undefined) yield* send(made);
      },
    });
  const refused = (made: Call | undefined): Call | undefined => made && toBeRefused(made);
  const foreign = strangerKeys[of];
  return [
    reading("read", [...new Set(known.map(({ fact }) => fact))], any, (operation) =>
      callWith(operation, "main", operation),
    ),
    ...Object.entries(outsiders)
      .filter(([key]) => key === "none" || context.has(`${of}.credentials.${key}`))
      .map(([key, { fact }]) =>
        reading(`by-${key.toLowerCase()}`, [fact], any, (operation) =>
          refused(callWith(operation, key, `${operation} with ${key}, to be refused`)),
        ),
      ),
    ...(foreign !== undefined && records.length > 0 && context.has(`${of}.credentials.${foreign}`)
      ? [
          reading(
            stranger,
            ["GEN-05"],
            fc.constantFrom(...records.map(({ operation }) => operation)),
            (operation) => refused(callWith(operation, foreign, `${operation} with ${foreign}`)),
          ),
        ]
      : []),
    ...(records.length > 0
      ? [
          reading(
            "unknown",
            [],
            fc.constantFrom(...records.map(({ operation }) => operation)),
            (operation) => {
              const call = callWith(operation, "main", `${operation} of no record`);
              const id = records.find((one) => one.operation === operation)?.id;
              return call && id !== undefined
                ? toBeRefused({ ...call, path: { [id]: unknownId } })
                : undefined;
            },
          ),
        ]
      : []),
  ];
};

/** What the reads of one operation with the main credential were answered, in order. */
type Answered = Map<string, Exchange[]>;

/** An answer between two that are alike and that differs from both shows something else than the record. */
const judgeAmong = function* (answers: readonly Exchange[], fact: string): Generator<Judgement> {
  const [before, exchange, after] = answers.slice(-3);
  if (before === undefined || exchange === undefined || after === undefined) return;
  const [one, odd, other] = [before, exchange, after].map((each) => canonical(jsonOf(each)));
  if (one !== other || odd === one) return;
  yield violation({
    fact,
    rule: "relation",
    message: `${exchange.operation ?? "a read"} answers something else than the same read before and after`,
    exchange,
    also: [before, after],
    expected: "one answer to one request",
    actual: "another answer",
  });
};

const judgeRead = function* (
  exchange: Exchange,
  { fact, id }: RepeatedRead,
  answered: Answered,
): Generator<Judgement> {
  const operation = exchange.operation ?? "";
  const answers = answered.get(operation) ?? [];
  if (!isSuccess(exchange)) {
    // Whether it should be answered at all is for others to judge.
    const wrong =
      answers.length === 0
        ? undefined
        : wrongStatus(exchange, "success", `${operation}, answered before`, fact);
    if (wrong !== undefined) yield wrong;
    return;
  }
  answers.push(exchange);
  answered.set(operation, answers);
  if (id === undefined) return;
  const body = jsonOf(exchange);
  const shown = [property(body, "id"), property(property(body, "data"), "id")].filter(
    (one) => one !== undefined,
  );
  if (shown.length > 0 && !shown.some((one) => sameId(one, exchange.call?.path?.[id])))
    yield violation({
      fact,
      rule: "relation",
      message: `${operation} answers another record than it was asked for`,
      exchange,
      expected: "the record with the id of the path",
      actual: "another record",
    });
  yield* judgeAmong(answers, fact);
};

const judgeSequence = function* (
  exchanges: readonly Exchange[],
  { reads, outsiders }: Readings,
): Generator<Judgement> {
  const byStep = new Map(Object.entries(outsiders).map(([key, one]) => [`by-${key.toLowerCase()}`, one]));
  const answered: Answered = new Map();
  for (const exchange of exchanges) {
    const step = stepOf(exchange) ?? "";
    const label = exchange.call?.label ?? "";
    const of = reads.find(({ operation }) => operation === exchange.operation);
    const outsider = byStep.get(step);
    const owner = answered.get(exchange.operation ?? "")?.at(-1);
    if (outsider !== undefined) {
      const wrong = wrongStatus(exchange, outsider.expected, label, outsider.fact);
      if (wrong !== undefined) yield wrong;
    } else if (step === stranger && owner !== undefined)
      for (const found of handedOut(exchange, { owner })) yield { ...found, fact: "GEN-05" };
    else if (step === "unknown" && of !== undefined && isSuccess(exchange)) {
      const wrong = wrongStatus(exchange, "refusal", label, of.fact);
      if (wrong !== undefined) yield wrong;
    } else if (step === "read" && of !== undefined) yield* judgeRead(exchange, of, answered);
  }
};

/** A model of reads: each is answered as before, and refused to whoever it was refused to, whoever has asked meanwhile. */
export const readingModel = (
  readings: Readings,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck => {
  const { of, reads, outsiders } = readings;
  const exploration: Exploration = {
    effort: readings.effort,
    steps: (context) => stepsIn(readings, context),
  };
  const [first, ...others] = new Set([
    ...reads.map(({ fact }) => fact),
    ...Object.values(outsiders).map(({ fact }) => fact),
    ...(strangerKeys[of] === undefined ? [] : ["GEN-05"]),
  ]);
  if (first === undefined) throw new Error(`${words.id} reads nothing`);
  return {
    ...words,
    facts: [first, ...others],
    effect: "read",
    severity: "error",
    interfaces: [of],
    needs: [interfaces[of].mainCredential],
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge: (exchanges) => judgeSequence(exchanges, readings),
  };
};
