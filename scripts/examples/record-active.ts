import { faults } from "../../src/builtin/faults/generated/faults.ts";
import type { ActiveCheck, JudgeTools } from "../../src/core/model/check.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import { factOf, collectJudgements } from "../../src/core/run/verdicts.ts";
import type { ConversationExample } from "../../test/checks/kit/example.ts";
import { answerOf, askSandbox } from "./ask-sandbox.ts";
import { anchored, type Blamed, type Draft, type Drafts, hold, sayChanges, shrink } from "./example-draft.ts";

type Answers = Record<string, Draft>;

interface Fail extends Blamed {
  readonly answers: Answers;
}

/** Seeds by which plans sample other calls, tried until every fact of the check is shown. */
const seeds = [1, 2, 3, 4, 5, 6];

/** Number of faults to try per fact, and how many become a fail. */
const mostFaults = 8;
const mostFails = 2;

const labelOf = ({ call }: Exchange): string => call?.label ?? "";

const answersOf = (exchanges: readonly Exchange[]): Answers =>
  Object.fromEntries(exchanges.map((exchange) => [labelOf(exchange), answerOf(exchange)]));

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

/** The answers of a fault for which this check blames only that fault's fact. */
const failOf = async (
  check: ActiveCheck,
  fault: (typeof faults)[number],
  seed: number,
  pass: Answers,
  tools: JudgeTools,
): Promise<(Fail & { readonly message: string }) | undefined> => {
  const [exchanges = []] = await askSandbox([check], fault, seed);
  const violations = collectJudgements(check, check.judge(exchanges, tools)).filter(
    (one) => one.kind === "violation",
  );
  const [first] = violations;
  if (first === undefined || violations.some((one) => factOf(check, one) !== fault.fact)) return undefined;
  const answers = Object.fromEntries(
    Object.entries(answersOf(exchanges)).filter(
      ([label, answer]) => JSON.stringify(answer) !== JSON.stringify(pass[label]),
    ),
  );
  const { pointer = "", message } = first;
  return { what: fault.title, blames: fault.fact, pointer, answers, message };
};

/** Fails of a fact that differ little from the pass, with distinct messages. */
const failsOf = async (
  check: ActiveCheck,
  fact: string,
  seed: number,
  pass: Answers,
  tools: JudgeTools,
): Promise<readonly Fail[]> => {
  const found: (Fail & { readonly message: string })[] = [];
  for (const fault of faults.filter((one) => one.fact === fact)) {
    const fail = await failOf(check, fault, seed, pass, tools);
    if (fail !== undefined && hold(check, conversation(seed, pass, [fail]), [], tools)) found.push(fail);
    if (found.length === mostFaults) break;
  }
  const sorted = found.toSorted((one, other) => lengthOf(one.answers) - lengthOf(other.answers));
  const kinds = Map.groupBy(sorted, ({ message, pointer }) => `${pointer} ${message.replaceAll(/\d+/g, "")}`);
  return [...kinds.values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, mostFails)
    .map(({ message: _, ...fail }) => fail);
};

const conversation = (
  seed: number | undefined,
  answers: Answers,
  fails: readonly Fail[],
): Drafts<ConversationExample> => ({ pass: { ...(seed === undefined ? {} : { seed }), answers }, fails });

/** Removes answers that do not affect the verdicts. */
const dropAnswers = (answers: Answers, still: () => boolean): void => {
  for (const [label, answer] of Object.entries(answers)) {
    delete answers[label];
    if (!still()) answers[label] = answer;
  }
};

/** Replaces equal answers of many calls by one, per operation or for all. */
const collapse = (answers: Answers, key: string, labels: readonly string[], still: () => boolean): void => {
  const here = labels.filter((label) => Object.hasOwn(answers, label));
  const groups = [...Map.groupBy(here, (label) => JSON.stringify(answers[label]))];
  const [common] = groups.toSorted(([, one], [, other]) => other.length - one.length);
  const first = common?.[1][0];
  const answer = first === undefined ? undefined : answers[first];
  if (common === undefined || common[1].length < 2 || answer === undefined) return;
  const before = { ...answers };
  answers[key] = structuredClone(answer);
  for (const label of common[1]) {
    const own = answers[label];
    if (own === undefined) continue;
    delete answers[label];
    if (!still()) answers[label] = own;
  }
  if (Object.keys(answers).length >= Object.keys(before).length) {
    delete answers[key];
    Object.assign(answers, before);
  }
};

const shrinkConversation = (
  pass: Answers,
  fails: readonly Fail[],
  holds: () => boolean,
  exchanges: readonly Exchange[],
): void => {
  const drafts = fails.flatMap(({ answers }) => Object.entries(answers));
  for (const { answers } of fails) dropAnswers(answers, holds);
  for (const [label, draft] of drafts) sayChanges(draft, pass[label], holds);
  for (const [, draft] of drafts) shrink(draft, holds);
  const kept = drafts.map(([label, draft]) => anchored(draft, pass[label]));
  const still = (): boolean => holds() && kept.every((keeps) => keeps());
  for (const draft of Object.values(pass)) shrink(draft, still);
  for (const [, draft] of drafts) shrink(draft, still);
  for (const draft of Object.values(pass)) shrink(draft, still);
  collapse(pass, "*", exchanges.map(labelOf), still);
  for (const [operation, asked] of Map.groupBy(exchanges, ({ call }) => call?.operation ?? ""))
    collapse(pass, operation, asked.map(labelOf), still);
  dropAnswers(pass, still);
};

/**
 * A conversation that passes every fact of a check, and for each fact some that planted faults make fail.
 * @throws Error if no seed shows all facts.
 */
export const recordActive = async (
  check: ActiveCheck,
  tools: JudgeTools,
): Promise<Drafts<ConversationExample>> => {
  for (const seed of seeds) {
    const [exchanges = []] = await askSandbox([check], undefined, seed);
    const pass = answersOf(exchanges);
    const fails: Fail[] = [];
    for (const fact of check.facts) fails.push(...(await failsOf(check, fact, seed, pass, tools)));
    if (!check.facts.every((fact) => fails.some(({ blames }) => blames === fact))) continue;
    const examples = conversation(seed, pass, fails);
    const holds = (): boolean => hold(check, examples, check.facts, tools);
    if (!holds()) continue;
    shrinkConversation(pass, fails, holds, exchanges);
    const unsampled = conversation(undefined, pass, fails);
    return hold(check, unsampled, check.facts, tools) ? unsampled : examples;
  }
  throw new Error(
    "no seed gives a pass and a fail for each fact; npx tripact check --check ID --fault ID shows what a run sees",
  );
};
