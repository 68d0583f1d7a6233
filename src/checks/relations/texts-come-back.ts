import {
  convertibleTexts,
  nothings,
  oddDays,
  oddMoments,
  troublesomeAmounts,
  troublesomeTexts,
} from "../../values/odd-values.ts";
import {
  send,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { Resource } from "../../core/model/resource.ts";
import { shapeOf } from "../../core/validation/shape-of.ts";
import { isObject, isSameJson, property, type JsonObject } from "../support/json.ts";
import { instantOf, isKept, isSameAmount, isShownAs, keptDecimals, mannerOf } from "../support/kept-text.ts";
import { notApplicable, statusOf, tagged, violation } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import {
  declaredBody,
  isOnlyCreated,
  needsOf,
  readWritten,
  shownIn,
  writeCall,
  writeOf,
} from "../support/resource.ts";
import { amountFields, dayFields, momentFields, textFields } from "../support/text-fields.ts";

/** What a field accepts any value of: lists of days in one field, all others one value each. */
type FieldKind = "text" | "amount" | "moment" | "days";

/** A record that a run may write, with fields that accept any text, amount, moment or days. */
interface Slot {
  readonly resource: Resource;
  readonly context: PlanContext;
  readonly declared: JsonObject;
  readonly fields: Readonly<Record<FieldKind, readonly string[]>>;
}

interface Attempt {
  readonly name: string;
  readonly value: string | number | null | readonly string[];
  /** By default of its text or amount. */
  readonly kind?: "moment" | "days";
  /** The texts that are sent as one; separately only if that is not returned. */
  readonly parts?: readonly Attempt[];
}

/** Words that no server has a reason to change. */
const ordinary: Attempt = { name: "ordinary words", value: "Ordinary words of a run" };

const textNamed = (name: string): Attempt => ({
  name,
  value: troublesomeTexts.find((one) => one.name === name)?.text ?? "",
});

const together = (name: string, parts: readonly Attempt[]): Attempt => ({
  name,
  value: parts.map(({ value }) => value).join(" / "),
  parts,
});

const lettersAndSigns: readonly Attempt[] = [
  together(
    "letters",
    [
      "emoji",
      "letters beyond 16 bits",
      "combining characters",
      "accents",
      "mojibake",
      "other scripts",
      "right-to-left",
    ].map(textNamed),
  ),
  together(
    "signs",
    [
      "apostrophes",
      "quotation marks",
      "signs of markup",
      "signs of queries",
      "backslashes",
      "placeholders",
      "percent signs",
    ].map(textNamed),
  ),
];

const everyText = together("texts of all sorts", [
  ...lettersAndSigns,
  textNamed("line breaks"),
  textNamed("a long text"),
]);

/** A name that may have to be short or on one line would be written in parts, each of which leaves a record. */
const everyTextOf = ({ resource }: Slot): Attempt =>
  isOnlyCreated(resource) ? together(everyText.name, lettersAndSigns) : everyText;

const amounts: readonly Attempt[] = troublesomeAmounts.map((value) => ({
  name: `the amount ${value}`,
  value,
}));

/** Moments at no hour that anything begins or ends with: how fields show them, they must show others. */
const ordinaryMoments: readonly Attempt[] = ["2025-01-14T10:37:29Z", "2025-01-15T11:41:53Z"].map((value) => ({
  name: `the moment ${value}`,
  value,
  kind: "moment",
}));

const moments: readonly Attempt[] = oddMoments.map((value) => ({
  name: `the moment ${value}`,
  value,
  kind: "moment",
}));

const days: readonly Attempt[] = [{ name: "days of all seasons", value: oddDays, kind: "days" }];

/** As many attempts as there are fields in each. */
const inTurns = (attempts: readonly Attempt[], fields: readonly string[]): readonly (readonly Attempt[])[] =>
  fields.length === 0
    ? []
    : Array.from({ length: Math.ceil(attempts.length / fields.length) }, (_, turn) =>
        attempts.slice(turn * fields.length, (turn + 1) * fields.length),
      );

/** Texts by turns, one for each field: other seeds send each to another one. A value precedes each empty one. */
const textTurns = (fields: readonly string[], seed: number): readonly (readonly Attempt[])[] => {
  const start = seed % Math.max(1, fields.length);
  const words = [...convertibleTexts.slice(start), ...convertibleTexts.slice(0, start)];
  const turns = inTurns(words, fields);
  return [
    ...nothings.flatMap((nothing, index) => [[nothing], ...turns.slice(index, index + 1)]),
    ...turns.slice(nothings.length),
  ];
};

const written = (slot: string, attempts: readonly Attempt[]): string =>
  `${slot} with ${attempts.map(({ name }) => name).join(" and ")}`;

/** The reads after a write, in order. Those again are after a moment: when a write becomes visible is not stated. */
const reads = ["read", "read again", "read once more"] as const;

type Read = (typeof reads)[number];

const [firstRead, ...readsAgain] = reads;

/** What is written to a record, or read of it after that: attempts by their names, escapes, or a moment. */
type Tag =
  | { readonly of: string; readonly attempts: readonly string[]; readonly does: "write" | Read }
  | { readonly of: string; readonly does: "escapes" }
  | { readonly of: string; readonly does: "moment"; readonly moment: string };

/** Names a record in tags and labels: one that is created apart from the one that is overwritten. */
const nameOf = (resource: Resource): string =>
  isOnlyCreated(resource) ? `new ${resource.called}` : resource.called;

const tagOf = (of: string, attempts: readonly Attempt[], does: "write" | Read): Tag => ({
  of,
  attempts: attempts.map(({ name }) => name),
  does,
});

interface Tried {
  readonly write: Exchange<Tag>;
  readonly read: Exchange<Tag> | undefined;
}

const kindOf = ({ kind, value }: Attempt): FieldKind =>
  kind ?? (typeof value === "number" ? "amount" : "text");

/** The fields with the values of the attempts of their kind, by turns. */
const valuesOf = ({ fields }: Slot, attempts: readonly Attempt[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([kind, names]) => {
      const own = attempts.filter((attempt) => kindOf(attempt) === kind);
      return names.flatMap((name, index) => {
        const attempt = own[index % own.length];
        return attempt === undefined ? [] : [[name, attempt.value] as const];
      });
    }),
  );

/** Writes these values, all others as declared. */
const writeOver = ({ context, resource, declared }: Slot, values: JsonObject, label: string): Call =>
  writeCall(context, resource, writeOf(resource), { ...declared, ...values }, label);

const read = (
  { context, resource }: Slot,
  { write }: Pick<Tried, "write">,
  attempts: readonly Attempt[],
  when: Read,
): Plan<Exchange<Tag> | undefined, Tag> =>
  readWritten<Tag>(context, resource, write, `${written(nameOf(resource), attempts)}, ${when}`, {
    tag: tagOf(nameOf(resource), attempts, when),
    ...(when === firstRead ? {} : { isLate: true }),
  });

/** Writes one value to each field that accepts it, or a text and an amount at once. */
function* tryOne(slot: Slot, ...attempts: readonly [Attempt, ...Attempt[]]): Plan<Tried, Tag> {
  const called = nameOf(slot.resource);
  const call = {
    ...writeOver(slot, valuesOf(slot, attempts), written(called, attempts)),
    tag: tagOf(called, attempts, "write"),
  };
  // Unusual values may be refused, so no answer to them teaches valid requests.
  const write = yield* send(attempts.includes(ordinary) ? call : toBeRefused(call));
  return { write, read: isSuccess(write) ? yield* read(slot, { write }, attempts, firstRead) : undefined };
}

/** A written value that was lost: where, and what it became. */
interface Loss {
  readonly field: string;
  readonly exchange: Exchange;
  readonly shown: unknown;
}

/** The corresponding answers of two attempts: to the write, or to the read after it. */
const viewsOf = (before: Tried, after: Tried): readonly (readonly [Exchange, Exchange])[] => [
  [before.write, after.write],
  ...(before.read === undefined || after.read === undefined ? [] : [[before.read, after.read] as const]),
];

type Sameness = (value: Attempt["value"], shown: unknown) => boolean;

const second = 1000;

/** Whether a shown moment is the one that was sent, to the second. */
const isSameMoment: Sameness = (value, shown) =>
  typeof value === "string" && Math.abs(instantOf(shown) - instantOf(value)) < second;

/** Whether shown days are those that were sent, in any notation that begins with the day, in any order. */
const areSameDays: Sameness = (value, shown) =>
  Array.isArray(value) &&
  Array.isArray(shown) &&
  isSameJson(
    shown.map((one) => String(one).slice(0, 10)).toSorted(),
    value.map((one) => String(one).slice(0, 10)).toSorted(),
  );

/** How a field shows what was sent, by how it showed an ordinary value; undefined if it did not show that. */
const samenessOf = (
  resource: Resource,
  { write: { request } }: Tried,
  view: Exchange,
  field: string,
  kind: FieldKind,
): Sameness | undefined => {
  const sent = property(request.body, field);
  const ordinary = shownIn(resource, view, request.body, field);
  if (kind === "moment" || kind === "days") {
    const isSame = kind === "moment" ? isSameMoment : areSameDays;
    return isSame(sent as Attempt["value"], ordinary) ? isSame : undefined;
  }
  if (typeof sent === "number") {
    const kept = keptDecimals(sent, ordinary);
    // That an amount of 0 is shown at all is not stated.
    const isSame: Sameness = (value, shown) =>
      (value === 0 && shown === undefined) || isSameAmount(Number(value), shown, kept);
    return isSameAmount(sent, ordinary) ? isSame : undefined;
  }
  const manner = typeof sent === "string" ? mannerOf(sent, ordinary) : undefined;
  return manner === undefined ? undefined : (value, shown) => isShownAs(String(value ?? ""), shown, manner);
};

/** Whether each text is shown as sent wherever it is shown, as ordinary words would be. */
const isShownAsSent = ({ resource, fields: { text: texts } }: Slot, tried: Tried): boolean => {
  const { body } = tried.write.request;
  const views = [tried.write, ...(tried.read === undefined ? [] : [tried.read])];
  return (
    views.every(isSuccess) &&
    texts.every((field) => {
      const shown = views.map((view) => shownIn(resource, view, body, field));
      return shown.every((value) => value === undefined || isKept(String(property(body, field)), value));
    })
  );
};

/** The fields that lost a value but returned an ordinary one. */
const lossesOf = (resource: Resource, attempt: Attempt, before: Tried, after: Tried): readonly Loss[] => {
  const { body } = after.write.request;
  if (!isSuccess(after.write)) return [];
  const fields = Object.entries(isObject(body) ? body : {})
    .filter(([, value]) => isSameJson(value, attempt.value))
    .map(([name]) => name);
  return viewsOf(before, after).flatMap(([first, exchange]) =>
    fields.flatMap((field): Loss[] => {
      const isSame = samenessOf(resource, before, first, field, kindOf(attempt));
      const value = shownIn(resource, exchange, body, field);
      // A field without a value need not be shown.
      if (isSame === undefined || !isSuccess(exchange) || isSame(attempt.value, value)) return [];
      return [{ field, exchange, shown: value }];
    }),
  );
};

/** A server fault on a text, though ordinary words were accepted. */
const isFault = ({ write }: Tried, before: Tried): boolean =>
  isSuccess(before.write) && statusOf(write) >= 500;

const triedIn = (
  exchanges: readonly Exchange<Tag>[],
  called: string,
  attempt: Attempt,
): Tried | undefined => {
  // If a text and an amount were refused together, each was written alone.
  for (const write of exchanges.toReversed()) {
    const tag = write.call?.tag;
    if (tag?.does !== "write" || tag.of !== called || !tag.attempts.includes(attempt.name)) continue;
    const read = reads.flatMap((does) => tagged(exchanges, { ...tag, does }) ?? []).at(-1);
    return { write, read };
  }
  return undefined;
};

const everyAttempt: readonly Attempt[] = [
  everyText,
  ...nothings,
  ...convertibleTexts,
  ...amounts,
  ...moments,
  ...days,
];

/** Compares writes with their answers and later reads. Refusals, trimming and normalisation are open. */
const judgeTexts = function* (resource: Resource, exchanges: readonly Exchange<Tag>[]): Generator<Judgement> {
  const called = nameOf(resource);
  const before = triedIn(exchanges, called, ordinary) ?? triedIn(exchanges, called, everyText);
  if (before === undefined || !isSuccess(before.write)) return;
  const [moment] = ordinaryMoments;
  const beforeMoments = moment && triedIn(exchanges, called, moment);
  const judgeOne = function* (attempt: Attempt): Generator<Judgement, boolean> {
    let isFound = false;
    for (const part of attempt.parts ?? []) isFound = (yield* judgeOne(part)) || isFound;
    const after = triedIn(exchanges, called, attempt);
    // The single texts show the fault in a lost group; if each is kept, the group was too long, or read late.
    const isApart = attempt.parts?.some((part) => triedIn(exchanges, called, part) !== undefined);
    if (isFound || after === undefined || isApart === true) return isFound;
    const compared = kindOf(attempt) === "moment" ? (beforeMoments ?? before) : before;
    const [loss] = lossesOf(resource, attempt, compared, after);
    if (loss === undefined && !isFault(after, before)) return false;
    yield lost(resource, attempt, after, loss);
    return true;
  };
  for (const attempt of everyAttempt) yield* judgeOne(attempt);
};

const lost = (resource: Resource, attempt: Attempt, { write }: Tried, loss: Loss | undefined): Judgement =>
  violation({
    fact: writeOf(resource).fact,
    rule: loss === undefined ? "status" : "relation",
    message:
      loss === undefined
        ? `${attempt.name}: writing a ${resource.called} fails`
        : `${attempt.name}: ${loss.field} of a ${resource.called} does not come back as it was sent`,
    cause: {
      what: "texts, amounts and moments are not kept",
      item: `${resource.called}${loss === undefined ? "" : `.${loss.field}`} (${attempt.name})`,
    },
    exchange: loss?.exchange ?? write,
    ...(loss === undefined || loss.exchange === write ? {} : { also: [write] }),
    expected: loss === undefined ? "the record, or a refusal" : "the value that was sent, or a refusal",
    actual: loss === undefined ? String(statusOf(write)) : `another value, ${shapeOf(loss.shown)}`,
  });

/** What is written at once, kind by kind. A record that can only be created may have to have its texts. */
const turnsOf = ({ fields, resource, context }: Slot): readonly (readonly (readonly Attempt[])[])[] => [
  textTurns(fields.text, context.seed).filter((turn) => !isOnlyCreated(resource) || !turn.some(isNothing)),
  inTurns(amounts, fields.amount.slice(0, 1)),
  inTurns(moments, fields.moment),
  fields.days.length === 0 ? [] : [days],
];

const isNothing = (attempt: Attempt): boolean => nothings.some(({ name }) => name === attempt.name);

/**
 * Writes troublesome texts, amounts and moments to a record and reads them back. A mix of texts that is refused or not
 * returned is written sort by sort, after ordinary words: a target may show texts in its own way.
 * @param few limit of writes besides the mix if requests are scarce
 */
function* tryTexts(slot: Slot, few: number): Plan<void, Tag> {
  const { fields, resource, context } = slot;
  const hasTexts = fields.text.length > 0;
  const every = everyTextOf(slot);
  const hours = fields.moment.length === 0 ? [] : ordinaryMoments;
  /** What others are compared with must show by now. */
  const settled = function* (one: Attempt, ...beside: readonly Attempt[]): Plan<Tried, Tag> {
    const tried = yield* tryOne(slot, one, ...beside);
    if (tried.read === undefined || isShownAsSent(slot, tried)) return tried;
    return { ...tried, read: yield* read(slot, tried, [one, ...beside], readsAgain[0]) };
  };
  const all = hasTexts ? yield* settled(every, ...hours) : undefined;
  const before = all !== undefined && isShownAsSent(slot, all) ? all : yield* settled(ordinary);
  const attempt = function* (...some: readonly [Attempt, ...Attempt[]]): Plan<Tried, Tag> {
    let tried = yield* tryOne(slot, ...some);
    const isLate = (): boolean =>
      some.some((one) =>
        lossesOf(resource, one, kindOf(one) === "moment" ? withHours : before, tried).some(
          ({ exchange }) => exchange === tried.read,
        ),
      );
    for (const when of readsAgain)
      if (isLate()) tried = { ...tried, read: yield* read(slot, tried, some, when) };
    return tried;
  };
  if (!isSuccess(before.write)) return;
  let withHours = all ?? before;
  const attemptParts = function* (text: Attempt): Plan<void, Tag> {
    const after = yield* attempt(text);
    const isFine = isSuccess(after.write) && lossesOf(resource, text, before, after).length === 0;
    for (const part of isFine ? [] : (text.parts ?? [])) yield* attemptParts(part);
  };
  for (const part of hasTexts && before !== all ? (every.parts ?? []) : []) yield* attemptParts(part);
  const turns = turnsOf(slot);
  const most = Math.max(0, ...turns.map(({ length }) => length));
  const [hour, ...otherHours] = context.sample(hours, few * hours.length);
  if (hour !== undefined && !isSuccess(withHours.write)) withHours = yield* tryOne(slot, hour, ...otherHours);
  for (const index of context.sample([...Array(most).keys()], few)) {
    const [first, ...rest] = turns.flatMap((some) => some[index] ?? []);
    if (first === undefined) continue;
    const after = yield* attempt(first, ...rest);
    if (isSuccess(after.write)) continue;
    for (const one of rest.length === 0 ? [] : [first, ...rest]) yield* attempt(one);
  }
}

const escapedText = String(textNamed("emoji").value);

/** JSON with every character beyond ASCII escaped. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Texts in JSON escapes, and all sorts of days: only if an answer is stated to show the record. */
function* tryForms(slot: Slot, few: number): Plan<void, Tag> {
  const { context, resource, declared, fields } = slot;
  const { called, days: shownDays = {}, shown } = resource;
  if (shown !== "whole") return;
  const values = Object.fromEntries(fields.text.map((name) => [name, escapedText]));
  for (const label of context.sample([`a ${called} in escapes`], 0)) {
    const text = escaped({ ...declared, ...values });
    yield* send<Tag>({
      ...writeOver(slot, {}, label),
      body: { kind: "text", text, mediaType: "application/json" },
      tag: { of: called, does: "escapes" },
    });
  }
  for (const name of Object.keys(shownDays))
    for (const moment of context.sample(oddMoments, few + 1))
      yield* send(
        toBeRefused<Tag>({
          ...writeOver(slot, { [name]: moment }, `a ${called} of ${moment}`),
          tag: { of: called, does: "moment", moment },
        }),
      );
}

const judgeEscapes = function* (
  resource: Resource,
  exchanges: readonly Exchange<Tag>[],
): Generator<Judgement> {
  const exchange = tagged(exchanges, { of: resource.called, does: "escapes" });
  const body = exchange?.call?.body;
  if (exchange === undefined || !isSuccess(exchange) || body?.kind !== "text") return;
  // An answer without a body breaks another check's rule.
  if (jsonOf(exchange) === undefined) return;
  for (const [name, sent] of Object.entries(JSON.parse(body.text) as JsonObject)) {
    if (sent !== escapedText || isKept(escapedText, shownIn(resource, exchange, undefined, name))) continue;
    yield violation({
      fact: writeOf(resource).fact,
      rule: "relation",
      message: `a ${resource.called} that was sent in escapes of JSON does not come back as it was sent`,
      exchange,
      pointer: `/${resource.names?.[name] ?? name}`,
      expected: "the text that the escapes stand for",
      actual: "another text",
    });
  }
};

const hour = 3_600_000;

/** Time zone offsets in use, in hours, of which one must explain every day. */
const zones = Array.from({ length: 25 }, (_, index) => index - 10).concat(
  -9.5,
  -3.5,
  3.5,
  4.5,
  5.5,
  5.75,
  6.5,
  8.75,
  9.5,
  10.5,
  12.75,
);

interface Summer {
  /** Months that are summer in whole; in others clocks may change. */
  readonly months: readonly number[];
  readonly changing: readonly number[];
  readonly isKeptIn: (zone: number) => boolean;
}

/** Zones may keep summer time: some north and some south of the equator. */
const summers: readonly (Summer | undefined)[] = [
  undefined,
  {
    months: [5, 6, 7, 8],
    changing: [3, 4, 9, 10, 11],
    isKeptIn: (zone) => zone <= 3.5,
  },
  {
    months: [11, 12, 1, 2],
    changing: [3, 4, 9, 10],
    isKeptIn: (zone) => zone >= 8 || (zone <= -2 && zone >= -5),
  },
];

/** By how many hours a zone may be ahead of its offset at a moment. */
const aheadAt = (moment: string, summer: Summer | undefined): readonly number[] => {
  const month = new Date(moment).getUTCMonth() + 1;
  if (summer?.months.includes(month) === true) return [1];
  return summer?.changing.includes(month) === true ? [0, 1] : [0];
};

const dayIn = (moment: string, zone: number): string =>
  new Date(Date.parse(moment) + zone * hour).toISOString().slice(0, 10);

type Reading = (moment: string, day: string) => boolean;

/** How a day may follow from a moment: as written, or in one zone. */
const readings: readonly Reading[] = [
  (moment, day) => moment.slice(0, 10) === day,
  ...zones.flatMap((zone) =>
    summers
      .filter((summer) => summer?.isKeptIn(zone) !== false)
      .map(
        (summer): Reading =>
          (moment, day) =>
            aheadAt(moment, summer).some((hours) => dayIn(moment, zone + hours) === day),
      ),
  ),
];

/** Days that follow from no moment in any single zone. */
const judgeDays = function* (
  resource: Resource,
  exchanges: readonly Exchange<Tag>[],
  [name, shown]: readonly [string, string],
): Generator<Judgement> {
  let possible = readings;
  for (const moment of oddMoments) {
    const exchange = tagged(exchanges, { of: resource.called, does: "moment", moment });
    const day = exchange && property(jsonOf(exchange), shown);
    // A value that is not a date breaks another fact; a record without one is judged elsewhere.
    if (exchange === undefined || !isSuccess(exchange) || typeof day !== "string") continue;
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) continue;
    const left = possible.filter((reading) => reading(moment, day));
    if (left.length > 0) {
      possible = left;
      continue;
    }
    yield violation({
      fact: writeOf(resource).fact,
      rule: "relation",
      message: `${shown} is not the day of ${name} ${moment}, in one zone for all ${resource.called}s`,
      exchange,
      pointer: `/${shown}`,
      expected: `a day of ${moment}`,
      actual: "another day",
    });
  }
};

/** A resource, and what its creation alone is sent: it may hold days that no update does. */
const withCreation = (resource: Resource): readonly Resource[] => {
  const { update, ...created } = resource;
  return update === undefined || resource.create === undefined ? [resource] : [resource, created];
};

/** The resources to try: a record that can only be created stays for good, so it is tried only in a full run. */
const chosen = (resources: readonly Resource[], context: PlanContext): readonly Resource[] => {
  const kept = resources.filter((resource) => !isOnlyCreated(resource));
  const some = context.sample(kept, 1);
  return some.length === kept.length ? resources : some;
};

function* tryResource(
  context: PlanContext,
  resource: Resource,
  few: number,
  isBesideUpdate: boolean,
): Plan<void, Tag> {
  const write = writeOf(resource);
  const declared = declaredBody(context, write);
  if (declared === undefined) return;
  // The result for an amount is stated only for replacements.
  const amountNames = resource.replace === undefined ? [] : amountFields(declared);
  const fields = {
    text: isBesideUpdate ? [] : textFields(declared),
    amount: amountNames,
    moment: resource.replace === undefined ? [] : momentFields(declared),
    days: dayFields(declared),
  };
  const slot = { resource, context, declared, fields };
  if (Object.values(fields).every((names) => names.length === 0)) return;
  yield* tryTexts(slot, few);
  yield* tryForms(slot, few);
  if (!isOnlyCreated(resource)) yield* send(writeOver(slot, {}, `${resource.called} put back`));
}

const hasWritten = (resource: Resource, exchanges: readonly Exchange<Tag>[]): boolean =>
  exchanges.some((one) => {
    const tag = one.call?.tag;
    return isSuccess(one) && tag?.of === nameOf(resource) && "attempts" in tag;
  });

interface Words extends Pick<ActiveCheck, "id" | "title" | "why"> {
  readonly turns: number;
  /** Limit of writes besides the mix of texts if requests are scarce. */
  readonly few: number;
}

/** Texts, amounts and days are shown as sent, wherever answers show them. */
export const textsComeBack = (
  resources: readonly [Resource, ...Resource[]],
  { few, ...words }: Words,
): ActiveCheck<Tag> => {
  const [first, ...others] = resources;
  const all = resources.flatMap(withCreation);
  const [fact, ...further] = new Set(resources.map((resource) => writeOf(resource).fact));
  return {
    ...words,
    facts: [fact ?? writeOf(first).fact, ...further],
    effect: "write",
    interfaces: [first.interface],
    needs: [first.credential, ...(others.length === 0 ? needsOf(writeOf(first)) : [])],
    *plan(context) {
      for (const resource of chosen(all, context))
        yield* tryResource(context, resource, few, !resources.includes(resource));
    },
    *judge(exchanges): Generator<Judgement> {
      for (const one of [fact ?? "", ...further]) {
        const those = resources.filter((resource) => writeOf(resource).fact === one);
        if (those.some((resource) => hasWritten(resource, exchanges))) continue;
        const names = those.map(({ called }) => called).join(" or ");
        yield notApplicable(`no ${names} with texts was written`, one);
      }
      for (const resource of all) {
        yield* judgeTexts(resource, exchanges);
        yield* judgeEscapes(resource, exchanges);
        for (const pair of Object.entries(resource.days ?? {})) yield* judgeDays(resource, exchanges, pair);
      }
    },
  };
};
