import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { shownFlag } from "../harness/validation/shape-of.ts";
import { isGone, isObject, property, type JsonObject } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import {
  fieldOf,
  lower,
  readReplaced,
  recordIn,
  replacements,
  type Replacement,
} from "./support/replaced-record.ts";
import { mainBearer } from "./support/sample-calls.ts";

const lessBy = (names: readonly string[]): string => `without ${names.join(" and ")}`;

/** The properties that a replacement left out. */
const leftOut = ({ call }: Exchange, of: Replacement): readonly string[] => {
  const start = `${of.name} without `;
  return call?.label.startsWith(start) === true ? call.label.slice(start.length).split(" and ") : [];
};

/** The record that a replacement was about, if an answer holds it: most of what was sent and is shown there is the same. */
const replacedIn = (
  answer: Exchange | undefined,
  { request: { body } }: Exchange,
): JsonObject | undefined => {
  const record = answer && recordIn(jsonOf(answer), fieldOf(body, "id"));
  const answered = Object.entries(isObject(body) ? body : {}).filter(
    ([name]) => lower(name) !== "id" && fieldOf(record, name) !== undefined,
  );
  const same = answered.filter(
    ([name, value]) => JSON.stringify(fieldOf(record, name)) === JSON.stringify(value),
  );
  return same.length * 2 > answered.length ? record : undefined;
};

const again = ", again";

/**
 * Reads back what was replaced. How soon that shows is not stated: what is as it was before is asked for once more.
 * @param before what the last read has shown
 */
function* readBack(
  of: Replacement,
  context: PlanContext,
  label: string,
  before?: Exchange,
): Plan<Exchange | undefined> {
  const after = yield* readReplaced(of, context, label);
  const isSame = JSON.stringify(after && jsonOf(after)) === JSON.stringify(before && jsonOf(before));
  return before !== undefined && isSame ? yield* readReplaced(of, context, `${label}${again}`) : after;
}

/** Properties that can be left out and whose absence differs from a value that means nothing. */
const removable = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => lower(name) !== "id" && !isGone(value))
    .map(([name]) => name);

/** What was sent and shows under its own name must hold something afterwards. */
const lost = function* (of: Replacement, put: Exchange, after: Exchange | undefined): Generator<Judgement> {
  const { body } = put.request;
  const record = after && recordIn(jsonOf(after), fieldOf(body, "id"));
  if (after === undefined || record === undefined || !isObject(body)) return;
  for (const name of removable(body)) {
    const stored = fieldOf(record, name);
    // A field that does not show says nothing: the bodies are not stated.
    if (stored === undefined || !isGone(stored)) continue;
    yield violation({
      rule: "relation",
      message: `${name} was sent in the replacement of a ${of.name} and is not there`,
      exchange: put,
      also: [after],
      pointer: `/${name}`,
      expected: shownFlag(body[name]),
      actual: shownFlag(stored),
    });
  }
};

const judgeOne = function* (of: Replacement, exchanges: readonly Exchange[]): Generator<Judgement, boolean> {
  const find = (label: string): Exchange | undefined =>
    labelled(exchanges, `${of.name} ${label}${again}`) ?? labelled(exchanges, `${of.name} ${label}`);
  const whole = find("whole");
  if (whole === undefined) return false;
  const wrong = wrongStatus(whole, [200, 204], `replacing a ${of.name}`);
  if (wrong !== undefined) {
    yield wrong;
    return true;
  }
  let judged = false;
  for (const after of [whole, find("read whole")]) yield* lost(of, whole, after);
  // A refusal for want of a required property keeps nothing stale: the bodies are not stated.
  const partials = exchanges.filter((one) => leftOut(one, of).length > 0 && statusOf(one) < 300);
  for (const partial of partials) yield* lost(of, partial, find(`read ${lessBy(leftOut(partial, of))}`));
  for (const [partial, name] of partials.flatMap((one) =>
    leftOut(one, of).map((left) => [one, left] as const),
  ))
    for (const [before, after] of [
      [whole, partial],
      [find("read whole"), find(`read ${lessBy(leftOut(partial, of))}`)],
    ] as const) {
      const stored = fieldOf(replacedIn(before, whole), name);
      const record = replacedIn(after, partial);
      if (after === undefined || record === undefined || stored === undefined || isGone(stored)) continue;
      judged = true;
      const left = fieldOf(record, name);
      // A flag that was left out may be on by default.
      const isFlag = typeof property(whole.request.body, name) === "boolean";
      if (isGone(left) || isFlag || JSON.stringify(left) !== JSON.stringify(stored)) continue;
      yield violation({
        rule: "relation",
        message: `${name} was left out of the replacement of a ${of.name} but kept`,
        exchange: partial,
        also: [after],
        pointer: `/${name}`,
        expected: "gone",
        actual: shownFlag(left),
      });
    }
  return judged;
};

export const recordsAreReplacedWhole = defineCheck({
  id: "records-are-replaced-whole",
  facts: ["DON-17"],
  effect: "write",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Replacing a campaign, project or segment replaces the whole record",
  why: "A property that survives a replacement can never be deleted.",
  *plan(context) {
    for (const of of context.sample(replacements, 2)) {
      const body = context.setting(`donation.scratch.${of.name}`);
      if (!isObject(body)) continue;
      const put = (value: JsonObject, label: string) => ({
        operation: of.operation,
        body: { kind: "json", value } as const,
        authorization: mainBearer("donation"),
        label: `${of.name} ${label}`,
      });
      yield* send(put(body, "whole"));
      let before = yield* readBack(of, context, `${of.name} read whole`);
      const removed = removable(body);
      // Every other one at once; each alone where so many at once are refused.
      const open = context
        .sample(
          [0, 1].map((rest) => removed.filter((_, index) => index % 2 === rest)),
          1,
        )
        .filter((names) => names.length > 0);
      for (const names of open) {
        const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !names.includes(key)));
        const partial = yield* send(put(rest, lessBy(names)));
        if (statusOf(partial) < 300)
          before = yield* readBack(of, context, `${of.name} read ${lessBy(names)}`, before);
        else if (names.length > 1) open.push(...names.map((name) => [name]));
      }
      yield* send(put(body, "put back"));
    }
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = false;
    for (const of of replacements) judged = (yield* judgeOne(of, exchanges)) || judged;
    if (!judged) yield notApplicable("no documented read shows a replaced record, or none is configured");
  },
});
