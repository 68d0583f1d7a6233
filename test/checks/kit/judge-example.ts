import { contract } from "../../../src/inputs/contract.ts";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type {
  ActiveCheck,
  Check,
  JudgeTools,
  PassiveCheck,
  PlanContext,
  Severity,
} from "../../../src/core/model/check.ts";
import {
  type AnyCall,
  type Body,
  type Exchange,
  callName,
  type ResponseOutcome,
} from "../../../src/core/model/exchange.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import { configured } from "../../../src/core/model/secret.ts";
import { atPath } from "../../../src/core/run/at-path.ts";
import { sandboxOperation } from "../../../src/core/run/execute.ts";
import { createMask } from "../../../src/core/privacy/mask.ts";
import { spread } from "../../../src/core/run/picks.ts";
import { callsAgain, confirmed } from "../../../src/core/run/second-look.ts";
import { factOf, collectJudgements, verdictOn } from "../../../src/core/run/verdicts.ts";
import { prepare } from "../../../src/core/run/wire-request.ts";
import { fakeTarget } from "../../core/run/kit.ts";
import { changed } from "./changed.ts";
import {
  pointersOf,
  type ActiveExamples,
  type Answer,
  type AnswerExample,
  type Answers,
  type ConversationExample,
  type Examples,
  type ExchangeExample,
  type PassiveExamples,
} from "./example.ts";
import { settings } from "./settings.ts";

/** What a check says of an example. */
export interface Judged {
  /** Facts that the example shows to be kept. */
  readonly passed: readonly string[];
  readonly violations: readonly {
    readonly fact: string;
    readonly pointer: string;
    readonly message: string;
    readonly severity: Severity;
  }[];
}

/** A plan that asks on and on is a bug of its check. */
const mostCalls = 1000;

const bodyWithChanges = (answer: AnswerExample): unknown => {
  const changes = pointersOf(answer).map((pointer) => [pointer, answer[pointer]] as const);
  return changes.length === 0 ? answer.body : changed(answer.body, Object.fromEntries(changes));
};

const bodyOf = (answer: AnswerExample): Body => {
  if (answer.text !== undefined) return { kind: "text", text: answer.text };
  const body = bodyWithChanges(answer);
  return body === undefined ? { kind: "empty" } : { kind: "json", value: body };
};

const outcomeOf = (answer: AnswerExample): ResponseOutcome => ({
  kind: "response",
  status: answer.status ?? 200,
  headers: answer.headers ?? {},
  body: bodyOf(answer),
  elapsedMs: 0,
});

const table: Readonly<Record<string, Operation>> = operations;

/** The call of an exchange that somebody is known to have asked for. */
const callOf = ({ operation, credential = "none", path = "" }: ExchangeExample): AnyCall => ({
  operation: operation ?? "",
  path: { id: path.slice(path.lastIndexOf("/") + 1) || "1" },
  authorization:
    credential === "none" ? { kind: "none" } : { kind: "secret", secret: configured(credential) },
  label: "one",
});

/** An exchange as a recording has it, or as a run does where it is stated who asked. */
export const exchangeOf = (example: ExchangeExample): Exchange => {
  const operation = example.operation === undefined ? undefined : table[example.operation];
  const name = example.interface ?? operation?.interface ?? "crm";
  const path = example.path ?? operation?.path.replaceAll(/\{\w+\}/g, "1") ?? "/";
  return {
    interface: name,
    operation: operation?.id,
    ...(example.credential === undefined ? {} : { call: callOf(example) }),
    request: {
      method: example.method ?? operation?.method ?? "GET",
      url: `https://${name}.example.org${path}`,
      headers: example.requestHeaders ?? {},
      ...(example.requestBody === undefined ? {} : { body: example.requestBody }),
      authorization: "unknown",
    },
    outcome: outcomeOf(example),
  };
};

const judgePassive = (check: PassiveCheck, example: ExchangeExample, tools: JudgeTools): Judged => {
  const exchange = exchangeOf(example);
  const sample = check.sample?.();
  const seen = [
    ...[...(example.after ?? []).map(exchangeOf), exchange].flatMap((one) => [
      ...(sample?.see(one, tools) ?? []),
    ]),
    ...(sample?.conclude?.() ?? []),
  ];
  if (!check.applies(exchange, tools) && seen.length === 0) return { passed: [], violations: [] };
  return judgedBy(check, collectJudgements(check, [...check.judge(exchange, tools), ...seen]), 1);
};

const judgedBy = (
  check: Check,
  judgements: ReturnType<typeof collectJudgements>,
  exchanges: number,
): Judged => ({
  passed: check.facts.filter((fact) => verdictOn(fact, check, judgements, exchanges).kind === "passed"),
  violations: judgements
    .filter((one) => one.kind === "violation")
    .map((one) => ({
      fact: factOf(check, one),
      pointer: one.pointer ?? "",
      message: one.message,
      severity: one.severity ?? check.severity ?? "error",
    })),
});

/** What a plan may know of the target of a conversation. */
export const contextOf = ({
  settings: own = {},
  seed,
  replay,
  isLive,
}: Omit<ConversationExample, "answers">): PlanContext => {
  const setting = (path: string): unknown => (Object.hasOwn(own, path) ? own[path] : atPath(settings, path));
  return {
    seed: seed ?? 1,
    allowWrites: true,
    interfaces: interfaceNames,
    controlsSandbox: true,
    isEmbedded: isLive !== true,
    setting,
    has: (path) => setting(path) !== undefined,
    secretMatches: (path, pattern) => pattern.test(String(setting(path) ?? "")),
    sample: (items, few) => (seed === undefined ? items : spread(items, few, seed)),
    ...(replay === undefined ? {} : { replay }),
  };
};

/** The script of a conversation, read as it goes on. */
const createScript = (answers: Answers) => {
  const given = new Map<string, number>();
  return (call: AnyCall, before?: string): AnswerExample => {
    const [label, { operation }] = [callName(call), call];
    const key = [label, before ?? label, operation, "*"].find((one) => Object.hasOwn(answers, one));
    const answer = key === undefined ? undefined : answers[key];
    if (key === undefined || answer === undefined)
      throw new Error(`no answer is given to "${label}" (${operation})`);
    const times = given.get(key) ?? 0;
    given.set(key, times + 1);
    const one = isList(answer) ? (answer[times] ?? answer.at(-1)) : answer;
    if (one === undefined) throw new Error(`the answers to "${key}" are an empty list`);
    return wholeAnswer(one);
  };
};

export const isList = (answer: Answers[string]): answer is readonly Answer[] => Array.isArray(answer);

export const wholeAnswer = (answer: Answer): AnswerExample =>
  typeof answer === "number" ? { status: answer } : answer;

/** @param before the name of the call that is made again */
type AnswerTo = (call: AnyCall, before?: string) => AnswerExample;

/** A target that is asked call by call. */
const targetOf = (example: ConversationExample, answerTo: AnswerTo) => {
  const context = contextOf(example);
  const target = fakeTarget({ settings: {}, sandboxOrigin: "https://sandbox.example.org" });
  const wire = {
    target: { ...target, secret: (path: string) => String(context.setting(path)) },
    contract,
    mask: createMask(),
    nonce: () => "nonce",
  };
  return (call: AnyCall, before?: string): Exchange => {
    const operation = call.sandbox === undefined ? table[call.operation] : sandboxOperation(call.sandbox);
    if (operation === undefined) throw new Error(`no operation is called ${call.operation}`);
    const isDocumented = call.sandbox === undefined && call.at === undefined;
    return {
      interface: operation.interface,
      operation: isDocumented ? operation.id : undefined,
      call,
      request: prepare(operation, call, wire).shown,
      outcome: outcomeOf(answerTo(call, before)),
    };
  };
};

/** The exchanges of a plan with a target, which answers by a script unless another way is given. */
export const converse = (
  check: ActiveCheck,
  example: ConversationExample,
  answerTo: AnswerTo = createScript(example.answers),
  ask = targetOf(example, answerTo),
): readonly Exchange[] => {
  const exchanges: Exchange[] = [];
  const plan = check.plan(contextOf(example));
  for (let step = plan.next([]); step.done !== true;) {
    const batch = step.value.map((call) => ask(call));
    exchanges.push(...batch);
    if (exchanges.length > mostCalls) throw new Error(`${check.id} asks more than ${mostCalls} times`);
    step = plan.next(batch);
  }
  return exchanges;
};

const judgeActive = (check: ActiveCheck, example: ConversationExample, tools: JudgeTools): Judged => {
  const script = createScript(example.answers);
  const ask = targetOf(example, script);
  const away: readonly (string | undefined)[] = example.notServed ?? [];
  const exchanges = converse(check, example, script, ask).filter(
    ({ operation }) => !away.includes(operation),
  );
  const found = collectJudgements(check, check.judge(exchanges, tools));
  const later = [...callsAgain(check, found)].map(
    ([exchange, call]) => [exchange, ask(call, exchange.call && callName(exchange.call))] as const,
  );
  return judgedBy(check, confirmed(check, found, new Map(later)), exchanges.length);
};

const layAnswers = (pass: Answers, fail: Answers): Answers => ({
  ...pass,
  ...Object.fromEntries(
    Object.entries(fail).map(([key, answer]) => {
      const base = pass[key];
      const isWhole = isList(answer) || base === undefined || isList(base);
      return [key, isWhole ? answer : { ...wholeAnswer(base), ...wholeAnswer(answer) }];
    }),
  ),
});

export const conversationOf = (example: ConversationExample | Answers): ConversationExample =>
  isConversation(example) ? example : { answers: example };

const isConversation = (example: ConversationExample | Answers): example is ConversationExample =>
  "answers" in example;

const layConversation = (
  pass: ConversationExample | Answers,
  fail: ConversationExample | Answers,
): ConversationExample => {
  const [base, over] = [conversationOf(pass), conversationOf(fail)];
  return {
    ...base,
    ...over,
    settings: { ...base.settings, ...over.settings },
    answers: layAnswers(base.answers, over.answers),
  };
};

/** The fact, the pointer and what is wrong. */
const keyOfFail = /^(\S+?)(?: (\/\S*))?: (.*)$/s;

const failOf = (key: string, fail: object): Pick<JudgedExamples["fails"][number], "blames" | "pointer"> => {
  const [, blames = "", stated] = keyOfFail.exec(key) ?? [];
  const [only = "", ...more] = pointersOf(fail);
  return { blames, pointer: stated ?? (more.length === 0 ? only : "") };
};

const judgeAll = <Example extends object>(
  { pass, alsoPasses = [], otherwise, fails }: Examples<Example>,
  judge: (example: Example) => Judged,
  lay: (pass: Example, fail: Example) => Example,
): JudgedExamples => ({
  passes: [pass, ...alsoPasses].map(judge),
  otherwise: Object.entries(otherwise).map(([assumes, one]) => ({
    assumes,
    isUnjudged: "isUnjudged" in one,
    judged: judge(lay(pass, one)),
  })),
  fails: Object.entries(fails).map(([key, fail]) => ({
    ...failOf(key, fail),
    says: fail.says,
    severity: fail.severity,
    judged: judge(lay(pass, fail)),
  })),
});

export interface JudgedExamples {
  readonly passes: readonly Judged[];
  readonly otherwise: readonly {
    readonly assumes: string;
    readonly isUnjudged: boolean;
    readonly judged: Judged;
  }[];
  readonly fails: readonly {
    readonly blames: string;
    readonly pointer: string;
    readonly says: string | undefined;
    readonly severity: Severity | undefined;
    readonly judged: Judged;
  }[];
}

export type AnyExamples = PassiveExamples | ActiveExamples;

/**
 * What a check says of its examples.
 * @throws Error when they lack the answer to a call.
 */
export const judgeExamples = (check: Check, examples: AnyExamples, tools: JudgeTools): JudgedExamples =>
  check.effect === "passive"
    ? judgeAll(
        examples as PassiveExamples, // The examples of a passive check are exchanges.
        (example) => judgePassive(check, example, tools),
        (pass, other) => ({ ...pass, ...other }),
      )
    : judgeAll(
        examples as ActiveExamples,
        (example) => judgeActive(check, conversationOf(example), tools),
        layConversation,
      );
