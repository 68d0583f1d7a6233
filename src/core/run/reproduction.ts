import type { ActiveCheck, Check, JudgeTools, Violation } from "../model/check.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import { type AnyCall, type Exchange, jsonOf, responseOf } from "../model/exchange.ts";
import {
  generalPointer,
  type Reproduction,
  type Restoration,
  type ShellVariable,
  type Step,
} from "../model/finding.ts";
import { withoutFigures } from "../model/texts.ts";
import { isSecret } from "../model/secret.ts";
import type { Method } from "../model/operation.ts";
import type { UndoPlan } from "../model/undo-plan.ts";
import { curlOf } from "./curl.ts";
import { type AskedPlan, type NeededExchanges, neededExchanges } from "./needed-exchanges.ts";
import { createLabels } from "./restricted-plan.ts";
import { answerWords, wordsOf } from "./step-words.ts";
import type { Target } from "./target.ts";
import { learntOf, pointerTo, secretsIn, variablesOf } from "./shell-variables.ts";
import { collectJudgements } from "./verdicts.ts";

export interface AskedCheck extends AskedPlan {
  readonly check: ActiveCheck;
  /** Text from which its plan asks for the same again. */
  readonly replay?: string;
  /** Whether it sends a write along with other requests. */
  readonly overlaps?: boolean;
  /** Absent for the first portion. */
  readonly portion?: number;
}

export interface Reproduced extends Reproduction {
  readonly exchanges?: readonly Exchange[];
  /** As the steps show it, perhaps at another place than others do. */
  readonly violation?: Violation;
}

export interface ReproducerOptions {
  readonly contract: Pick<Contract, "operations" | "described" | "undoPlanOf" | "fieldNames" | "anew">;
  readonly target: Pick<Target, "baseUrls" | "secretName" | "setting">;
  readonly tools: JudgeTools;
  /** Whether a check sees the answers of an operation. */
  readonly isServed: (operation: string | undefined) => boolean;
}

/** Limit of steps; beyond it a finding is reproduced by all that its check asks. */
const mostSteps = 40;

/** The same statement about the same place: its figures are those of the exchanges at hand. */
const isAlike = (one: Violation, other: Violation): boolean =>
  one.fact === other.fact &&
  one.rule === other.rule &&
  one.severity === other.severity &&
  one.exchange.operation === other.exchange.operation &&
  generalPointer(one.pointer ?? "") === generalPointer(other.pointer ?? "") &&
  (one.cause === undefined || other.cause === undefined
    ? withoutFigures(one.message) === withoutFigures(other.message)
    : one.cause.what === other.cause.what);

const evidenceOf = ({ exchange, also = [] }: Violation): readonly Exchange[] => [exchange, ...also];

/** What a check says in these exchanges of what it has said in all. */
const saidIn = (
  exchanges: readonly Exchange[],
  check: ActiveCheck,
  violation: Violation,
  { tools, isServed }: ReproducerOptions,
): readonly Violation[] => {
  try {
    const served = exchanges.filter(({ operation }) => isServed(operation));
    return collectJudgements(check, check.judge(served, tools))
      .filter((one) => one.kind === "violation")
      .filter((one) => isAlike(one, violation));
  } catch {
    return [];
  }
};

const hasCall = (exchanges: readonly Exchange[], { call }: Exchange): boolean =>
  exchanges.some((one) => one.call === call);

/** All exchanges of a drawn sequence up to the given one: answers do not show what a server remembers. */
const wholeSequence = (
  { replay, exchanges }: AskedCheck,
  { call }: Exchange,
): readonly Exchange[] | undefined =>
  replay === undefined ? undefined : exchanges.slice(0, exchanges.findIndex((one) => one.call === call) + 1);

/** How a request's change is undone; undefined if it changes no record, or one that the requests have created. */
const undoPlanFor = (
  { operation: id, call, interface: name, request }: Exchange,
  { contract, target }: ReproducerOptions,
): UndoPlan | undefined => {
  const operation = id === undefined ? undefined : contract.operations[id];
  if (operation?.effect !== "write" || call === undefined) return undefined;
  const path = Object.entries(call.path ?? {});
  if (path.some(([, value]) => isSecret(value))) return undefined;
  const pathParameters = Object.fromEntries(path.map(([key, value]) => [key, String(value)]));
  const { id: of, effect, method } = operation;
  const sent = { interface: name, operation: of, effect, method, pathParameters, asItComes: false } as const;
  return contract.undoPlanOf({ ...sent, url: request.url, headers: {} }, target.setting);
};

const restorationOf = (
  plan: UndoPlan,
  interfaceName: string,
  { contract, target }: ReproducerOptions,
): readonly Restoration[] => {
  const undo = plan.kind === "record" ? plan.undo(undefined) : undefined;
  if (plan.kind !== "record" || undo === undefined) return [];
  const { mainCredential } = describedAs(contract, interfaceName);
  const base = target.baseUrls[interfaceName] ?? "";
  const authorization = `Bearer ${target.secretName(mainCredential)}`;
  const curl = (method: Method, path: string, body?: unknown): string =>
    curlOf({
      method,
      url: `${base}${path}`,
      headers: { "content-type": "application/json" },
      authorization,
      ...(body === undefined ? {} : { body }),
    });
  const isRead = plan.readPath !== undefined && plan.declared === undefined;
  return [
    {
      record: plan.record,
      ...(isRead && plan.readPath !== undefined ? { read: curl("GET", plan.readPath) } : {}),
      write: curl(undo.method, undo.path, undo.bodies[0]),
    },
  ];
};

/** What a write changes, in words; empty for a record that the run has created. */
const changedBy = (plan: UndoPlan): Pick<Step, "changes"> => {
  if (plan.kind === "own") return {};
  return { changes: plan.kind === "record" ? plan.record : plan.what };
};

/** Whether a drawn request alone shows that it is not refused as it should be: none like it was refused rightly before. */
const isMissingRefusal = (
  plan: AskedCheck,
  check: Check,
  violation: Violation,
  options: ReproducerOptions,
): boolean => {
  const { exchange, rule } = violation;
  if (check.effect === "passive" || rule !== "status" || exchange.call?.expects !== "refusal") return false;
  const isLike = ({ operation, call, request, outcome }: Exchange): boolean =>
    call?.expects === "refusal" &&
    operation === exchange.operation &&
    request.authorization === exchange.request.authorization &&
    outcome !== exchange.outcome;
  return (
    learntOf(exchange).length === 0 &&
    !plan.exchanges.some(isLike) &&
    saidIn([exchange], check, violation, options).some((one) => one.exchange === exchange)
  );
};

const neededFor = (
  plan: AskedCheck,
  check: Check,
  violation: Violation,
  options: ReproducerOptions,
): NeededExchanges | undefined => {
  const { exchange } = violation;
  const { operations } = options.contract;
  const sequence = wholeSequence(plan, exchange);
  if (sequence !== undefined && isMissingRefusal(plan, check, violation, options))
    return { shown: [exchange], asked: [exchange] };
  if (sequence !== undefined) return { shown: sequence, asked: sequence };
  // What changes the sandbox, its clock for example, affects everything after it.
  if (plan.check.effect === "sandbox") {
    const calls = new Set(evidenceOf(violation).map(({ call }) => call));
    const last = plan.exchanges.findLastIndex(({ call }) => calls.has(call));
    const asked = plan.exchanges.slice(0, last + 1);
    return { shown: asked, asked };
  }
  const shows = (some: readonly Exchange[]): boolean =>
    check.effect === "passive"
      ? hasCall(some, exchange)
      : saidIn(some, check, violation, options).some((one) => one.exchange === exchange);
  return (
    neededExchanges(plan, evidenceOf(violation), shows, operations) ??
    // Fall back to the calls on the operation or the record, whatever the check says about its exchanges.
    neededExchanges(plan, [exchange], (some) => hasCall(some, exchange), operations)
  );
};

/** Of the places where a check says the same, the one with the least evidence. */
const leastEvidence = (
  plan: AskedCheck,
  check: Check,
  violation: Violation,
  options: ReproducerOptions,
): Violation => {
  const isWhole = plan.replay !== undefined || plan.check.effect === "sandbox" || check.effect === "passive";
  return (isWhole ? [] : saidIn(plan.exchanges, check, violation, options)).reduce(
    (some, one) => (evidenceOf(one).length < evidenceOf(some).length ? one : some),
    violation,
  );
};

/** For a person: what shows it, earlier changes, and reads whose answers hold what the commands use. */
const stepsTo = (needed: NeededExchanges, operations: Contract["operations"]): readonly Exchange[] => {
  const { shown } = needed;
  const asked = needed.asked.slice(0, needed.asked.findLastIndex((one) => shown.includes(one)) + 1);
  const isRead = ({ operation = "", call }: Exchange): boolean =>
    call?.sandbox === undefined && operations[operation]?.effect === "read";
  const kept = new Set([...shown, ...asked.filter((one) => !isRead(one))]);
  for (const [index, one] of [...asked.entries()].toReversed())
    for (const secret of kept.has(one) ? learntOf(one) : []) {
      const sources = asked
        .slice(0, index)
        .filter((before) => pointerTo(jsonOf(before), secret) !== undefined);
      const source =
        sources.findLast((before) => kept.has(before)) ??
        sources.find((before) => learntOf(before).length === 0) ??
        sources.at(-1);
      if (source !== undefined) kept.add(source);
    }
  return asked.filter((one) => kept.has(one));
};

/** Why requests cannot be repeated by a shell; nothing if they can. */
const reasonFor = (
  { overlaps }: AskedCheck,
  steps: readonly Exchange[],
  variables: readonly ShellVariable[],
): Pick<Reproduction, "onlyReplay"> => {
  const isUnknown = ({ step, word }: ShellVariable): boolean => step === undefined && word === undefined;
  if (steps.some(({ call }) => call?.authorization.kind === "hmac"))
    return { onlyReplay: "each request has a signature of its own" };
  if (overlaps === true && steps.length > 1)
    return { onlyReplay: "some of its requests must be sent at once" };
  if (steps.some(({ call }) => call?.sandbox !== undefined))
    return { onlyReplay: "it takes the control interface of the sandbox" };
  return variables.some(isUnknown) ? { onlyReplay: "it takes values of earlier answers" } : {};
};

const isSameRequest = ({ request: one }: Exchange, { request: other }: Exchange): boolean =>
  one.method === other.method &&
  one.url === other.url &&
  one.authorization === other.authorization &&
  JSON.stringify([one.headers, one.body]) === JSON.stringify([other.headers, other.body]);

/** Whether a check would find nothing in an exchange with the answer of another one. */
const isRightWith = (
  check: Check,
  { exchange, fact, rule }: Violation,
  { outcome }: Exchange,
  { tools }: ReproducerOptions,
): boolean => {
  const other = { ...exchange, outcome };
  if (check.effect === "passive" && !check.applies(other, tools)) return true;
  const judgements = check.effect === "passive" ? check.judge(other, tools) : check.judge([other], tools);
  return ![...judgements].some((one) => one.kind === "violation" && one.fact === fact && one.rule === rule);
};

/** The same request, as it was answered before. */
const exchangesBefore = ({ exchange }: Violation, exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges
    .slice(
      0,
      exchanges.findIndex(({ outcome }) => outcome === exchange.outcome),
    )
    .filter(
      (other) =>
        other.operation === exchange.operation &&
        responseOf(other) !== undefined &&
        isSameRequest(other, exchange),
    );

export const createReproducer = (options: ReproducerOptions) => {
  const asked = new WeakMap<AnyCall, AskedCheck>();

  const stepsOf = (
    plan: AskedCheck,
    needed: readonly Exchange[],
    reached: readonly Exchange[],
    wrong: Exchange,
  ): Reproduced => {
    const labelOf = createLabels();
    const labels = new Map(plan.exchanges.map(({ call }) => [call, call && labelOf(call)]));
    const alsoAsked = reached.flatMap((one) => (needed.includes(one) ? [] : (labels.get(one.call) ?? [])));
    const { variables, renameFor } = variablesOf(needed, options);
    const undoPlans = new Map(needed.map((one) => [one, undoPlanFor(one, options)]));
    const restore = new Map(
      [...undoPlans]
        .flatMap(([one, undo]) => (undo === undefined ? [] : restorationOf(undo, one.interface, options)))
        .map((one) => [one.record, one]),
    );
    const answerOf = answerWords(needed, options.contract.fieldNames);
    const steps = needed.map((exchange): Step => {
      const undo = undoPlans.get(exchange);
      return {
        check: plan.check.id,
        label: labels.get(exchange.call) ?? "",
        curl: curlOf(exchange.request, renameFor(exchange)),
        does: wordsOf(exchange, options.contract.operations),
        answer: answerOf(exchange),
        ...(exchange.call === wrong.call ? { wrong: true as const } : {}),
        ...(undo === undefined ? {} : changedBy(undo)),
      };
    });
    return {
      steps,
      exchanges: needed.filter(({ call }) => call !== wrong.call),
      ...(alsoAsked.length === 0 ? {} : { alsoAsked }),
      ...(restore.size === 0 ? {} : { restore: [...restore.values()] }),
      ...(variables.length === 0 ? {} : { variables }),
      ...reasonFor(plan, needed, variables),
    };
  };

  return {
    see(one: AskedCheck) {
      for (const { call } of one.exchanges) if (call !== undefined) asked.set(call, one);
    },
    /** Whether the same request was answered rightly before, in these exchanges: then it takes more than itself. */
    isContradicted: (check: Check, violation: Violation, exchanges: readonly Exchange[]): boolean =>
      exchangesBefore(violation, exchanges).some((other) => isRightWith(check, violation, other, options)),
    /** Whether a request needs no answer to another one, no signature of its own, and changes nothing. */
    isPlain: ({ exchange: { call, operation = "" } }: Violation): boolean =>
      options.contract.operations[operation]?.effect === "read" &&
      call?.authorization.kind === "secret" &&
      secretsIn(call).every(({ kind }) => kind === "configured"),
    /** The texts are not masked yet. */
    reproduce(check: Check, violation: Violation): Reproduced {
      const { exchange, ofRun } = violation;
      const plan = exchange.call && asked.get(exchange.call);
      const replay = violation.replay ?? plan?.replay;
      const token = {
        ...(replay === undefined ? {} : { replay }),
        ...(plan?.portion === undefined ? {} : { portion: plan.portion }),
      };
      const ofAll = { ...token, onlyReplay: "it takes all requests of the run" };
      if (ofRun === true) return exchange.call === undefined ? token : ofAll;
      if (plan === undefined) return token;
      const least = leastEvidence(plan, check, violation, options);
      const found = neededFor(plan, check, least, options);
      if (found === undefined && options.contract.anew !== undefined) {
        const evidence = new Set(evidenceOf(violation));
        const steps = plan.exchanges.filter((one) => evidence.has(one));
        const { onlyReplay: _, ...shown } = stepsOf(plan, steps, [], exchange);
        return { ...shown, ...token, violation, orReplay: "it may take what the run had learnt before" };
      }
      if (found === undefined) return ofAll;
      const steps = stepsTo(found, options.contract.operations);
      if (steps.length > mostSteps) return ofAll;
      return {
        ...stepsOf(plan, steps, found.asked, least.exchange),
        ...token,
        violation: least,
      };
    },
  };
};
