import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import type { Resource } from "../harness/model/resource.ts";
import { resources } from "../contract/generated/resources.ts";
import { shownFlag } from "../harness/validation/shape-of.ts";
import { changedBody, emptiedBody, flippedBody } from "./support/changed-body.ts";
import { isGone, isObject, property, without, type JsonObject } from "./support/json.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { fieldOf, lower, readPage, recordIn } from "./support/replaced-record.ts";
import { writeOf } from "./support/resource.ts";
import { mainBearer } from "./support/sample-calls.ts";

const replacements: readonly Resource[] = Object.values(resources.donation);

const declared = ", as declared";

/** What a replacement leaves out: every second property, or a single one. */
const lessBy = (names: readonly string[]): string => `without ${names.join(" and ")}`;

const changedLabel = "changed";
const emptied = "emptied and flipped";

/** The record that was replaced, if an answer holds it: most of what was sent and is shown there agrees. */
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
 * Reads back what was replaced. When it becomes visible is not stated: an unchanged record is read once more.
 * @param before what the last read has shown
 */
function* readBack(
  of: Resource,
  context: PlanContext,
  label: string,
  before?: Exchange,
): Plan<Exchange | undefined> {
  const after = yield* readPage(of, context, label);
  const isSame = JSON.stringify(after && jsonOf(after)) === JSON.stringify(before && jsonOf(before));
  return before !== undefined && isSame ? yield* readPage(of, context, `${label}${again}`) : after;
}

/** Properties that can be left out and whose absence differs from an empty value. */
const removable = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => lower(name) !== "id" && !isGone(value))
    .map(([name]) => name);

/** What was sent and is shown under its own name must have a value afterwards. */
const lost = function* (of: Resource, put: Exchange, after: Exchange | undefined): Generator<Judgement> {
  const { body } = put.request;
  const record = after && recordIn(jsonOf(after), fieldOf(body, "id"));
  if (after === undefined || record === undefined || !isObject(body)) return;
  for (const name of removable(body)) {
    const stored = fieldOf(record, name);
    // A field that is not shown says nothing, since bodies are not stated. A flag may be off.
    if (stored === undefined || !isGone(stored) || stored === body[name]) continue;
    yield violation({
      rule: "relation",
      message: `${name} was sent in the replacement of a ${of.called} and is not there`,
      exchange: put,
      also: [after],
      pointer: `/${name}`,
      expected: shownFlag(body[name]),
      actual: shownFlag(stored),
    });
  }
};

/** A replacement, and where its record shows: in its own answer, or in a later read. */
interface Replaced {
  readonly put: Exchange;
  readonly view: Exchange | undefined;
}

/** What was left out, emptied or changed must not keep its earlier value. Returns whether anything was visible. */
const kept = function* (
  of: Resource,
  [whole, ...later]: readonly Replaced[],
  isRead: boolean,
): Generator<Judgement, boolean> {
  const first = whole && replacedIn(whole.view, whole.put);
  const declaredBody = whole?.put.request.body;
  if (first === undefined || !isObject(declaredBody)) return false;
  let judged = false;
  const shown = new Map(
    removable(declaredBody).map((name) => [name, new Set([JSON.stringify(fieldOf(first, name))])]),
  );
  for (const { put, view } of later) {
    const record = view && recordIn(jsonOf(view), fieldOf(declaredBody, "id"));
    if (view === undefined || record === undefined) continue;
    for (const [name, before] of shown) {
      const [sent, value] = [property(put.request.body, name), fieldOf(record, name)];
      const isChanged = JSON.stringify(sent) !== JSON.stringify(declaredBody[name]);
      const isStale = before.has(JSON.stringify(value)) && JSON.stringify(value) !== JSON.stringify(sent);
      before.add(JSON.stringify(value));
      if (!isChanged || value === undefined) continue;
      judged = true;
      // An omitted flag may be on by default; what an answer shows of the request is not stated.
      const isOpen = sent === undefined ? typeof declaredBody[name] === "boolean" : !isRead;
      if (!isStale || isOpen || (isGone(value) && isGone(sent))) continue;
      yield violation({
        rule: "relation",
        message: `${name} was ${sent === undefined ? "left out of" : sent === null ? "emptied in" : "changed in"} the replacement of a ${of.called} but kept`,
        exchange: put,
        also: [view],
        pointer: `/${name}`,
        expected: sent === undefined || sent === null ? "gone" : "what was sent",
        actual: shownFlag(value),
      });
    }
  }
  return judged;
};

const isRead = ({ operation }: Exchange, of: Resource): boolean => operation !== of.replace?.operation;

const judgeOne = function* (of: Resource, exchanges: readonly Exchange[]): Generator<Judgement, boolean> {
  const own = exchanges.filter(({ call }) => call?.label.startsWith(`${of.called} `) === true);
  const whole = own.find((one) => !isRead(one, of));
  // If the replacement is not served, only reads were asked.
  if (whole === undefined) return false;
  const wrong = wrongStatus(whole, [200, 204], `replacing a ${of.called}`);
  if (wrong !== undefined) {
    yield wrong;
    return true;
  }
  // A refusal for lack of a required property keeps no old values: the bodies are not stated.
  const puts = own.filter((one) => !isRead(one, of) && statusOf(one) < 300);
  const readOf = (put: Exchange): Exchange | undefined => {
    const next = own.slice(own.indexOf(put) + 1);
    const end = next.findIndex((one) => !isRead(one, of));
    return next.slice(0, end < 0 ? next.length : end).at(-1);
  };
  const views = [
    puts.map((put) => ({ put, view: put })),
    puts.map((put) => ({ put, view: readOf(put) })),
  ] as const;
  for (const { put, view } of views.flat()) yield* lost(of, put, view);
  const [byAnswer, byRead] = [yield* kept(of, views[0], false), yield* kept(of, views[1], true)];
  return byAnswer || byRead;
};

const wholeLabel = "whole";

/** Replaces a record by parts of its body, and by other values, and reads each back. */
function* replaceAndRead(of: Resource, body: JsonObject, context: PlanContext): Plan {
  const put = (value: JsonObject, label: string): Call => ({
    operation: writeOf(of).operation,
    body: { kind: "json", value },
    authorization: mainBearer("donation"),
    label: `${of.called} ${label}`,
  });
  yield* send(put(body, wholeLabel));
  let before = yield* readBack(of, context, `${of.called} read ${wholeLabel}`);
  const removed = removable(body);
  // Every second property at once; each alone if that is refused.
  const open = context
    .sample(
      [0, 1].map((rest) => removed.filter((_, index) => index % 2 === rest)),
      1,
    )
    .filter((names) => names.length > 0);
  const changed = changedBody(body);
  let isChanged = false;
  for (const names of open) {
    const label = lessBy(names);
    const asDeclared = put(without(body, names), `${label}${declared}`);
    const taken = yield* firstTaken(
      names.length > 1 ? [put(without(changed, names), label), asDeclared] : [asDeclared],
    );
    if (taken !== undefined) before = yield* readBack(of, context, `${of.called} read ${label}`, before);
    else if (names.length > 1) open.push(...names.map((name) => [name]));
    isChanged ||= taken?.call?.label.endsWith(label) === true;
  }
  // If every replacement must be complete.
  if (!isChanged && (yield* firstTaken([put(changed, changedLabel)])) !== undefined)
    before = yield* readBack(of, context, `${of.called} read ${changedLabel}`, before);
  const flipped = flippedBody(body);
  for (const label of context.sample([emptied], 0)) {
    const taken = yield* firstTaken([put(emptiedBody(flipped), label), put(flipped, `${label}${declared}`)]);
    if (taken !== undefined) yield* readBack(of, context, `${of.called} read ${label}`, before);
  }
  yield* send(put(body, "put back"));
}

/** Returns the first of some calls that is accepted. */
function* firstTaken(calls: readonly Call[]): Plan<Exchange | undefined> {
  for (const call of calls) {
    const exchange = yield* send(call);
    if (statusOf(exchange) < 300) return exchange;
  }
  return undefined;
}

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
      const body = context.setting(`donation.scratch.${of.called}`);
      if (isObject(body)) yield* replaceAndRead(of, body, context);
    }
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = false;
    for (const of of replacements) judged = (yield* judgeOne(of, exchanges)) || judged;
    if (!judged) yield notApplicable("no documented read shows a replaced record, or none is configured");
  },
});
