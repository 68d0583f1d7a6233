import {
  nothings,
  troublesomeAmounts,
  troublesomeTexts,
} from "../../contract/arbitraries/troublesome-values.ts";
import { send, type Judgement, type Plan, type PlanContext } from "../../harness/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { shapeOf } from "../../harness/validation/shape-of.ts";
import { isObject, property, type JsonObject } from "./json.ts";
import { toBeRefused } from "./refusal.ts";
import { labelled, statusOf, violation } from "./judgements.ts";
import { isKept, isSameAmount, isShownAs, mannerOf, type Manner } from "./kept-text.ts";

/** Where the answers of a record show its fields. */
export interface Shown {
  /** Unique within the check: `campaign`. */
  readonly name: string;
  readonly fact: string;
  /** What an answer shows of a field; undefined where it does not. */
  show(exchange: Exchange, field: string, written: Exchange): unknown;
}

/** A record that a run may write, with fields that take any text or amount. */
export interface Slot extends Shown {
  /** Writes these values, all others as configured. */
  write(values: JsonObject, label: string): Call;
  /** Reads what was stored, where a read is known. */
  read(written: Exchange, label: string): Plan<Exchange | undefined>;
  readonly texts: readonly string[];
  readonly amounts: readonly string[];
  /** Each write leaves a record for good: only the texts that can be sent as one are written. */
  readonly isCostly?: boolean;
}

interface Attempt {
  readonly name: string;
  readonly value: string | number | null;
  /** The texts that are sent as one; each by itself only where that does not come back. */
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

/** A name that may not be long, or may have one line alone, would be written in parts: each leaves a record. */
const everyTextOf = ({ isCostly }: Slot): Attempt =>
  isCostly === true ? together(everyText.name, lettersAndSigns) : everyText;

/** Each alone; before each that means nothing there is one that means something. */
const alone: readonly Attempt[] = [
  ...nothings.slice(0, 1),
  textNamed("words of code"),
  ...nothings.slice(1, 2),
  textNamed("digits"),
  ...nothings.slice(2),
];

const amounts: readonly Attempt[] = troublesomeAmounts.map((value) => ({
  name: `the amount ${value}`,
  value,
}));

const written = (slot: string, attempts: readonly Attempt[]): string =>
  `${slot} with ${attempts.map(({ name }) => name).join(" and ")}`;

const isWriteOf = (label: string, slot: string, attempt: Attempt): boolean =>
  label.startsWith(`${slot} with `) &&
  ![readAfter(""), ...readAgain("")].some((end) => label.endsWith(end)) &&
  label.slice(`${slot} with `.length).split(" and ").includes(attempt.name);
const readAfter = (label: string): string => `${label}, read`;

/** What a read shows late it may show a moment later: when a write shows in reads is not stated. */
const readAgain = (label: string): readonly string[] =>
  ["again", "once more"].map((when) => `${readAfter(label)} ${when}`);

/** A write and the read after it. */
interface Tried {
  readonly write: Exchange;
  readonly read: Exchange | undefined;
}

/** The fields with the value of an attempt, or the values of two. */
const valuesOf = ({ texts, amounts: numbers }: Slot, attempts: readonly Attempt[]): JsonObject =>
  Object.fromEntries(
    attempts.flatMap(({ value }) =>
      (typeof value === "number" ? numbers : texts).map((name) => [name, value] as const),
    ),
  );

/** Writes one value to each field that takes it, or a text and an amount at once. */
function* tryOne(slot: Slot, ...attempts: readonly [Attempt, ...Attempt[]]): Plan<Tried> {
  const label = written(slot.name, attempts);
  const call = slot.write(valuesOf(slot, attempts), label);
  // What is unusual may be refused; whoever learns from answers must not learn from that.
  const write = yield* send(attempts.includes(ordinary) ? call : toBeRefused(call));
  const read = isSuccess(write) ? yield* slot.read(write, readAfter(label)) : undefined;
  return { write, read };
}

/** What is wrong with one value that was written: where it shows, and as what. */
interface Loss {
  readonly field: string;
  readonly exchange: Exchange;
  readonly shown: unknown;
}

/** The same view of two attempts: what the write answered, or what was read after it. */
const viewsOf = (before: Tried, after: Tried): readonly (readonly [Exchange, Exchange])[] => [
  [before.write, after.write],
  ...(before.read === undefined || after.read === undefined ? [] : [[before.read, after.read] as const]),
];

const isSameValue = (value: Attempt["value"], shown: unknown, manner: Manner): boolean =>
  typeof value === "number" ? isSameAmount(value, shown) : isShownAs(value ?? "", shown, manner);

/** How a field was shown that was sent with an ordinary value; undefined where it was not shown as that. */
const mannerBefore = (shown: Shown, before: Tried, view: Exchange, field: string): Manner | undefined => {
  const sent = property(before.write.request.body, field);
  const value = shown.show(view, field, before.write);
  if (typeof sent === "number") return isSameAmount(sent, value) ? "as it is" : undefined;
  return typeof sent === "string" ? mannerOf(sent, value) : undefined;
};

/** Whether each text comes back as it was sent wherever it is shown: ordinary words would, too. */
const isShownAsSent = (slot: Slot, tried: Tried): boolean => {
  const views = [tried.write, ...(tried.read === undefined ? [] : [tried.read])];
  return (
    views.every(isSuccess) &&
    slot.texts.every((field) => {
      const sent = property(tried.write.request.body, field);
      const shown = views.map((view) => slot.show(view, field, tried.write));
      return shown.every((value) => value === undefined || isKept(String(sent), value));
    })
  );
};

/** The fields in which a value was sent that did not come back, where an ordinary one did. */
const lossesOf = (shown: Shown, attempt: Attempt, before: Tried, after: Tried): readonly Loss[] => {
  const { body } = after.write.request;
  if (!isSuccess(after.write)) return [];
  const fields = Object.entries(isObject(body) ? body : {})
    .filter(([, value]) => value === attempt.value)
    .map(([name]) => name);
  return viewsOf(before, after).flatMap(([first, exchange]) =>
    fields.flatMap((field): Loss[] => {
      const manner = mannerBefore(shown, before, first, field);
      const value = shown.show(exchange, field, after.write);
      // A field without a value need not be there; nothing is shown of it then.
      if (manner === undefined || !isSuccess(exchange) || isSameValue(attempt.value, value, manner))
        return [];
      return [{ field, exchange, shown: value }];
    }),
  );
};

/** A server fault on a text, where ordinary words were taken. */
const isFault = ({ write }: Tried, before: Tried): boolean =>
  isSuccess(before.write) && statusOf(write) >= 500;

const lastRead = (exchanges: readonly Exchange[], label: string): Exchange | undefined =>
  [readAfter(label), ...readAgain(label)].flatMap((one) => labelled(exchanges, one) ?? []).at(-1);

const triedIn = (exchanges: readonly Exchange[], slot: string, attempt: Attempt): Tried | undefined => {
  // Where a text and an amount were refused together, each was written alone.
  const write = exchanges.findLast(({ call }) => isWriteOf(call?.label ?? "", slot, attempt));
  return write === undefined ? undefined : { write, read: lastRead(exchanges, write.call?.label ?? "") };
};

/** Holds what was written to what was answered and read after it. Refusals are open, and so are trimming and normalisation. */
export const judgeTexts = function* (shown: Shown, exchanges: readonly Exchange[]): Generator<Judgement> {
  const before = triedIn(exchanges, shown.name, ordinary) ?? triedIn(exchanges, shown.name, everyText);
  if (before === undefined || !isSuccess(before.write)) return;
  const judgeOne = function* (attempt: Attempt): Generator<Judgement, boolean> {
    let isFound = false;
    for (const part of attempt.parts ?? []) isFound = (yield* judgeOne(part)) || isFound;
    const after = triedIn(exchanges, shown.name, attempt);
    // Of a group that was lost, its texts say which; where each of them is kept, all of them were too long, or read late.
    const isApart = attempt.parts?.some((part) => triedIn(exchanges, shown.name, part) !== undefined);
    if (isFound || after === undefined || isApart === true) return isFound;
    const [loss] = lossesOf(shown, attempt, before, after);
    if (loss === undefined && !isFault(after, before)) return false;
    yield lost(shown, attempt, after, loss);
    return true;
  };
  for (const attempt of [everyText, ...alone, ...amounts]) yield* judgeOne(attempt);
};

const lost = (shown: Shown, attempt: Attempt, { write }: Tried, loss: Loss | undefined): Judgement =>
  violation({
    fact: shown.fact,
    rule: loss === undefined ? "status" : "relation",
    message:
      loss === undefined
        ? `${attempt.name}: writing a ${shown.name} fails`
        : `${attempt.name}: ${loss.field} of a ${shown.name} does not come back as it was sent`,
    cause: {
      what: "texts and amounts are not kept",
      item: `${shown.name}${loss === undefined ? "" : `.${loss.field}`} (${attempt.name})`,
    },
    exchange: loss?.exchange ?? write,
    ...(loss === undefined || loss.exchange === write ? {} : { also: [write] }),
    expected: loss === undefined ? "the record, or a refusal" : "the value that was sent, or a refusal",
    actual: loss === undefined ? String(statusOf(write)) : `another value, ${shapeOf(loss.shown)}`,
  });

/**
 * Writes troublesome texts and amounts to a record and reads them back. Texts of all sorts that are refused, or do not
 * come back, are written sort by sort, and after ordinary words: a target may show any text in a way of its own.
 * @param few how much is written beside texts of all sorts where requests are scarce
 */
export function* tryTexts(context: PlanContext, slot: Slot, few: number): Plan {
  const hasTexts = slot.texts.length > 0;
  const every = everyTextOf(slot);
  const all = hasTexts ? yield* tryOne(slot, every) : undefined;
  const before = all !== undefined && isShownAsSent(slot, all) ? all : yield* tryOne(slot, ordinary);
  const attempt = function* (...some: readonly [Attempt, ...Attempt[]]): Plan<Tried> {
    let tried = yield* tryOne(slot, ...some);
    const isLate = (): boolean =>
      some.some((one) => lossesOf(slot, one, before, tried).some(({ exchange }) => exchange === tried.read));
    for (const label of readAgain(written(slot.name, some)))
      if (isLate()) tried = { ...tried, read: yield* slot.read(tried.write, label) };
    return tried;
  };
  if (!isSuccess(before.write)) return;
  const attemptParts = function* (text: Attempt): Plan {
    const after = yield* attempt(text);
    const isFine = isSuccess(after.write) && lossesOf(slot, text, before, after).length === 0;
    for (const part of isFine ? [] : (text.parts ?? [])) yield* attemptParts(part);
  };
  for (const part of hasTexts && before !== all ? (every.parts ?? []) : []) yield* attemptParts(part);
  const texts = !hasTexts || slot.isCostly === true ? [] : alone;
  const numbers = slot.amounts.length === 0 ? [] : amounts;
  const longest = texts.length > numbers.length ? texts : numbers;
  for (const index of context.sample([...longest.keys()], few)) {
    const [text, number] = [texts[index], numbers[index]];
    const [first, ...rest] = [text, number].filter((attempt) => attempt !== undefined);
    if (first === undefined) continue;
    const after = yield* attempt(first, ...rest);
    if (isSuccess(after.write)) continue;
    for (const one of rest.length === 0 ? [] : [first, ...rest]) yield* attempt(one);
  }
}

const isText = (name: string): boolean => /(?:name|description|text|note|comment|summary)s?$/i.test(name);

/** The fields of a configured body that may hold any text, by their names: payloads are not stated. */
export const textFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => isText(name) && typeof value === "string" && /\p{L}/u.test(value))
    .map(([name]) => name);

/** The fields of a configured body that hold an amount with a fraction. */
export const amountFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([, value]) => typeof value === "number" && !Number.isInteger(value))
    .map(([name]) => name);
