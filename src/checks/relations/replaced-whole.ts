import {
  send,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import { anyCase, isGone, isObject, isSameJson, omit, type JsonObject } from "../support/json.ts";
import { notApplicable, statusOf } from "../support/judgements.ts";
import { lower, readPage, leastDeepRecord } from "../support/replaced-record.ts";
import { declaredBody, writeCall } from "../support/resource.ts";
import { judgeOneFact, type Overwritten, type WrittenTag } from "./judge-written.ts";

/** The record, and the read of what was sent: once more where it had not shown it. */
interface Tag extends WrittenTag {
  readonly of: string;
  readonly as?: "declared";
  readonly read?: string;
  readonly isAgain?: true;
}

const declared = ", as declared";

/** What a replacement leaves out: every second property, or a single one. */
const lessBy = (names: readonly string[]): string => `without ${names.join(" and ")}`;

const wholeLabel = "whole";
const changedLabel = "changed";
const emptied = "emptied and flipped";

/** Whether a page shows a record as it was sent: every property that shows, and none that was left out. */
const showsAsSent = (page: Exchange | undefined, sent: JsonObject, whole: JsonObject): boolean => {
  const record = page && leastDeepRecord(jsonOf(page), anyCase(whole, "id"));
  return Object.keys(whole).every((name) => {
    const shown = anyCase(record, name);
    // A list may lack a property; one that is there and empty may be that of an earlier record.
    if (shown === undefined) return true;
    return isSameJson(shown, sent[name]) || (isGone(shown) && isGone(sent[name]));
  });
};

/** Reads back what was replaced, and once more, later, if it is not shown as sent: when it becomes visible is not stated. */
function* readBack(
  of: Overwritten,
  context: PlanContext,
  label: string,
  sent: JsonObject,
  whole: JsonObject,
): Plan<void, Tag> {
  const tag: Tag = { of: of.called, read: label };
  const name = `${of.called} read ${label}`;
  const after = yield* readPage(of, context, name, { tag });
  if (!showsAsSent(after, sent, whole))
    yield* readPage(of, context, `${name}, again`, { isLate: true, tag: { ...tag, isAgain: true } });
}

/** Properties that can be left out and whose absence differs from an empty value. */
const removable = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => lower(name) !== "id" && !isGone(value))
    .map(([name]) => name);

/** Replaces a record by parts of its body, and by other values, and reads each back. */
function* replaceAndRead(of: Overwritten, body: JsonObject, context: PlanContext): Plan<void, Tag> {
  const put = (value: JsonObject, label: string): Call<Tag> => ({
    ...writeCall(context, of, of.replace, value, `the ${of.called}, ${label}`),
    tag: { of: of.called },
  });
  const putAsDeclared = (value: JsonObject, label: string): Call<Tag> => ({
    ...put(value, `${label}${declared}`),
    tag: { of: of.called, as: "declared" },
  });
  const whole = yield* send(put(body, wholeLabel));
  const readAfter = (put: Exchange, label: string): Plan<void, Tag> => {
    const sent = put.request.body;
    return readBack(of, context, label, isObject(sent) ? sent : {}, body);
  };
  yield* readAfter(whole, wholeLabel);
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
    const asDeclared = putAsDeclared(omit(body, names), label);
    const taken = yield* firstTaken(
      names.length > 1 ? [put(omit(changed, names), label), asDeclared] : [asDeclared],
    );
    if (taken !== undefined) yield* readAfter(taken, label);
    else if (names.length > 1) open.push(...names.map((name) => [name]));
    isChanged ||= taken !== undefined && taken.call?.tag?.as !== "declared";
  }
  // If every replacement must be complete.
  const alone = isChanged ? undefined : yield* firstTaken([put(changed, changedLabel)]);
  if (alone !== undefined) yield* readAfter(alone, changedLabel);
  const flipped = flippedBody(body);
  for (const label of context.sample([emptied], 0)) {
    const taken = yield* firstTaken([put(emptiedBody(flipped), label), putAsDeclared(flipped, label)]);
    if (taken !== undefined) yield* readAfter(taken, label);
  }
  yield* send(put(body, "put back"));
}

function* firstTaken(calls: readonly Call<Tag>[]): Plan<Exchange<Tag> | undefined, Tag> {
  for (const call of calls) {
    const exchange = yield* send(call);
    if (statusOf(exchange) < 300) return exchange;
  }
  return undefined;
}

/** Judges what is shown of one record. Returns whether anything of it was. */
const judgeOne = function* (
  of: Overwritten,
  exchanges: readonly Exchange<Tag>[],
): Generator<Judgement, boolean> {
  const own = exchanges.filter(({ call }) => call?.tag?.of === of.called);
  const put = own.find(({ operation }) => operation === of.replace.operation);
  // If the replacement is not served, only reads were asked.
  if (put === undefined) return false;
  const settled = own.filter(({ call }, index) => {
    const next = own[index + 1]?.call?.tag;
    return next?.isAgain !== true || next.read !== call?.tag?.read;
  });
  yield* judgeOneFact(of, of.replace.fact, settled);
  const id = anyCase(put.request.body, "id");
  return (
    !isSuccess(put) || own.some((one) => isSuccess(one) && leastDeepRecord(jsonOf(one), id) !== undefined)
  );
};

/** The first sequence of records that show in lists: without parts of them, changed, and emptied. */
export const replacedWhole = (
  resources: readonly [Overwritten, ...Overwritten[]],
  { few, ...words }: Pick<ActiveCheck, "id" | "title" | "why"> & { readonly few: number },
): ActiveCheck<Tag> => ({
  ...words,
  facts: [resources[0].replace.fact],
  effect: "write",
  interfaces: [resources[0].interface],
  needs: [resources[0].credential],
  *plan(context) {
    for (const of of context.sample(resources, few)) {
      const body = declaredBody(context, of.replace);
      if (body !== undefined) yield* replaceAndRead(of, body, context);
    }
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = false;
    for (const of of resources) judged = (yield* judgeOne(of, exchanges)) || judged;
    if (!judged) yield notApplicable("no documented read shows a replaced record, or none is configured");
  },
});

/** References to other records and choices from lists: another value may not exist. */
const fixed = /(?:id|type|status|state|kind|category|currency|country|url|link|e-?mail|phone)$/i;

const moment = /^(\d{4})(-\d\d-\d\d.*)$/;

/** A year later, in the same spelling; for a leap day, the day before. */
const nextYear = (year: string, rest: string): string =>
  `${String(Number(year) + 1).padStart(4, "0")}${rest.replace(/^-02-29/, "-02-28")}`;

const otherText = (text: string): string => {
  const [, year, rest] = moment.exec(text) ?? [];
  if (year !== undefined && rest !== undefined) return nextYear(year, rest);
  // Added in front: the end may be cut off.
  return /\s/.test(text) ? `Changed ${text}` : `X${text}`;
};

/** Another value of the same kind; the same value if no other is known to be valid. */
const otherValue = (name: string, value: unknown): unknown => {
  if (fixed.test(name)) return value;
  if (typeof value === "string" && value !== "") return otherText(value);
  // An amount may be rounded.
  return typeof value === "number" ? value + (Math.abs(value) < 100 ? 1 : 1000) : value;
};

const mapped = (body: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(name, value)]));

/** The body with another value of each property except flags: switching one off may hide the record. */
export const changedBody = (body: JsonObject): JsonObject => mapped(body, otherValue);

export const flippedBody = (body: JsonObject): JsonObject =>
  mapped(body, (_, value) => (typeof value === "boolean" ? !value : value));

const isName = (name: string): boolean => /^(?:id|name|title)$/i.test(name);

/** The body with null for everything but flags and what a record can hardly lack. */
export const emptiedBody = (body: JsonObject): JsonObject =>
  mapped(body, (name, value) =>
    isName(name) || typeof value === "boolean" || isGone(value) || /id$/i.test(name) ? value : null,
  );
