import { isDeepStrictEqual } from "node:util";
import { valueAtPointer } from "../../src/core/formats/json-pointer.ts";
import type { Check, JudgeTools } from "../../src/core/model/check.ts";
import { pointersOf, type AnswerExample, type ExchangeExample } from "../../test/checks/kit/example.ts";
import { type AnyExamples, judgeExamples } from "../../test/checks/kit/judge-example.ts";
import { changesBetween, reduce, type ReduceOptions } from "./reduce.ts";

/** An answer or exchange that is being reduced. */
export type Draft = { -readonly [Key in keyof ExchangeExample]: ExchangeExample[Key] };

export interface Blamed {
  readonly what: string;
  readonly blames: string;
  readonly pointer: string;
}

/** A pass, and fails that are reduced with it. */
export interface Drafts<Example> {
  readonly pass: Example;
  readonly fails: readonly (Example & Blamed)[];
}

/** Shortens a conversation of only answers to the answers, and an answer of only a status to the status. */
const brief = (example: object): object => {
  if (!("answers" in example) || Object.keys(example).length > 1) return example;
  const answers = Object.entries(example.answers as Readonly<Record<string, AnswerExample>>); // As in drafts.
  return Object.fromEntries(
    answers.map(([label, answer]) => [
      label,
      Object.keys(answer).join() === "status" ? answer.status : answer,
    ]),
  );
};

/** Drafts in the form of an examples file. */
export const written = ({ pass, fails }: Drafts<object>) => ({
  pass: brief(pass),
  otherwise: {},
  fails: Object.fromEntries(
    fails.map(({ what, blames, pointer, ...fail }) => [
      `${blames}${pointer === "" ? "" : ` ${pointer}`}: ${what}`,
      brief(fail),
    ]),
  ),
});

/** Whether the examples pass and fail as stated, and a fail blames nothing else. */
export const hold = (
  check: Check,
  drafts: Drafts<object>,
  facts: readonly string[],
  tools: JudgeTools,
): boolean => {
  try {
    const { passes, fails } = judgeExamples(check, written(drafts) as AnyExamples, tools);
    return (
      passes.every(({ violations }) => violations.length === 0) &&
      facts.every((fact) => passes.some(({ passed }) => passed.includes(fact))) &&
      fails.every(
        ({ blames, pointer, judged }) =>
          judged.violations.some((one) => one.fact === blames && one.pointer === pointer) &&
          judged.violations.every((one) => one.fact === blames),
      )
    );
  } catch {
    return false;
  }
};

const parts = [
  "headers",
  "requestHeaders",
  "status",
  "body",
  "text",
  "requestBody",
  "path",
  "method",
] as const;
const structured: ReadonlySet<string> = new Set(["headers", "requestHeaders", "body", "requestBody"]);

/** Reduces an example part by part, as long as all examples keep their verdicts. */
export const shrink = (draft: Draft, still: () => boolean, options: ReduceOptions = {}): void => {
  const open = draft as Record<string, unknown>; // Each part is set to a smaller one of its own type.
  for (const part of [...parts, ...pointersOf(draft)]) {
    if (!Object.hasOwn(open, part)) continue;
    const before = open[part];
    delete open[part];
    const isNeeded = part === "body" && options.keepsProperties === true;
    if (!isNeeded && still()) continue;
    open[part] = before;
    if (!structured.has(part) && !part.startsWith("/")) continue;
    open[part] = reduce(
      before,
      (smaller) => {
        const last = open[part];
        open[part] = smaller;
        const good = still();
        open[part] = last;
        if (good) open[part] = smaller;
        return good;
      },
      options,
    );
  }
};

/** A fail with more changes than this from the pass is written in full. */
const mostChanges = 60;

/** Expresses a fail by its changes from the pass. */
export const sayChanges = (fail: Draft, pass: AnswerExample | undefined, still: () => boolean): void => {
  if (fail.body === undefined || pass?.body === undefined) return;
  const changes = changesBetween(pass.body, fail.body);
  if (Object.hasOwn(changes, "") || Object.keys(changes).length > mostChanges) return;
  const { body } = fail;
  delete fail.body;
  Object.assign(fail, changes);
  if (still()) return;
  for (const pointer of pointersOf(changes)) delete fail[pointer];
  fail.body = body;
};

/** Requires a pass to keep what a fail changes: otherwise the fail would add what the pass never showed. */
export const anchored = (fail: Draft, pass: AnswerExample | undefined): (() => boolean) => {
  const kept = pointersOf(fail)
    .map((pointer) => [pointer, valueAtPointer(pass?.body, pointer)] as const)
    .filter(([, value]) => value !== undefined);
  return () =>
    kept.every(([pointer, value]) => isDeepStrictEqual(valueAtPointer(pass?.body, pointer), value));
};
