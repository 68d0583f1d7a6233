import fc from "fast-check";
import {
  defineCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../harness/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../../harness/model/exchange.ts";
import { callStep, defineStep, replayed, stepOf, type Exploration } from "../../harness/model/exploration.ts";
import { shownFlag } from "../../harness/validation/shape-of.ts";
import { has, isGone, property, type JsonObject } from "../support/json.ts";
import { statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { noteAnswerNames, noteProperties, stayed } from "../support/note.ts";
import { noteNeeds, putNote, scratchNote, without } from "../support/note-calls.ts";
import { toBeRefused } from "../support/refusal.ts";
import { sameId } from "../support/same-id.ts";
import { bearer } from "../support/sample-calls.ts";

/** What a note is replaced by, as far as it is chosen. */
interface Content {
  readonly text: number;
  readonly day: number;
  readonly important: boolean;
  readonly private: boolean;
}

const contents: fc.Arbitrary<Content> = fc.record({
  text: fc.integer({ min: 0, max: 99 }),
  day: fc.integer({ min: 1, max: 28 }),
  important: fc.boolean(),
  private: fc.boolean(),
});

const noteOf = (context: PlanContext, { text, day, ...flags }: Content): JsonObject => ({
  ...scratchNote(context),
  ...flags,
  note: `Text ${text} of a conformance run.`,
  // At an hour that is on the same day nearly everywhere.
  noteDateTime: `2021-03-${String(day).padStart(2, "0")}T10:30:00Z`,
  timeSpent: text + 1,
});

const lastTaken = (history: readonly Exchange[]): Exchange | undefined =>
  history.findLast((exchange) => statusOf(exchange) === 200);

const again = (context: PlanContext, history: readonly Exchange[]): Call =>
  putNote(context, "the same replacement again", lastTaken(history)?.request.body ?? scratchNote(context));

const withKey = (context: PlanContext, key: string): Call => ({
  ...putNote(
    context,
    `a replacement with ${key}`,
    noteOf(context, { text: 66, day: 6, important: false, private: false }),
  ),
  authorization: key === "no credential" ? { kind: "none" } : bearer(`crm.credentials.${key}`),
});

/** No read of a note is stated: a replacement by its type alone shows whether anything was kept of a refused one. */
function* refusedAndShown(context: PlanContext, call: Call, isShown: boolean): Plan {
  yield* send(toBeRefused(call));
  if (!isShown) return;
  const { type } = scratchNote(context);
  yield* send(putNote(context, "a note of its type alone", { type }));
}

const refusedCalls = (context: PlanContext): Readonly<Record<string, Call>> => ({
  malformed: { ...putNote(context, "malformed JSON, to be refused", {}), body: malformedJson },
  "no-key": withKey(context, "no credential"),
  ...(context.has("crm.credentials.limitedApiKey")
    ? { "limited-key": withKey(context, "limitedApiKey") }
    : {}),
});

/** Refusals, each with what must be answered and the fact that says so. */
const refusals: Readonly<Record<string, { fact: string; expected: readonly number[] | "refusal" }>> = {
  "unknown-type": { fact: "CRM-11", expected: "refusal" },
  malformed: { fact: "CRM-45", expected: [400] },
  "no-key": { fact: "CRM-30", expected: [401] },
  "limited-key": { fact: "CRM-39", expected: [403] },
};

const written = ["CRM-26", "CRM-10"] as const;

const exploration: Exploration = {
  effort: 45,
  begin: callStep("begin", written, ({ context }) => putNote(context, "a whole note", scratchNote(context))),
  steps: (context) => [
    defineStep({
      name: "whole",
      shows: written,
      argument: contents,
      *plan(content) {
        yield* send(putNote(context, "another whole note", noteOf(context, content)));
      },
    }),
    defineStep({
      name: "without",
      shows: [...written, "CRM-27"],
      argument: fc.tuple(contents, fc.subarray([...noteProperties], { minLength: 1 })),
      *plan([content, names]) {
        const note = without(noteOf(context, content), names);
        yield* send(putNote(context, `a replacement without ${names.join(" and ")}`, note));
      },
    }),
    callStep("again", written, ({ history }) => again(context, history)),
    defineStep({
      name: "unknown-type",
      shows: ["CRM-11", "CRM-27"],
      argument: fc.tuple(contents, fc.boolean()),
      *plan([content, isShown]) {
        const note = { ...noteOf(context, content), type: "No Such Note Type 7f3a" };
        yield* refusedAndShown(
          context,
          putNote(context, "a note of an unknown type, to be refused", note),
          isShown,
        );
      },
    }),
    ...Object.entries(refusedCalls(context)).map(([name, call]) =>
      defineStep({
        name,
        shows: [refusals[name]?.fact ?? "CRM-30", "CRM-27"],
        argument: fc.boolean(),
        plan: (isShown) => refusedAndShown(context, call, isShown),
      }),
    ),
    defineStep({
      name: "two-at-once",
      shows: written,
      argument: fc.tuple(contents, contents),
      *plan([one, other]) {
        yield* sendAll([
          putNote(context, "one of two replacements at once", noteOf(context, one)),
          putNote(context, "the other one", noteOf(context, other)),
        ]);
      },
    }),
  ],
};

interface Difference {
  readonly fact: string;
  readonly pointer: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly cause?: ReturnType<typeof stayed>;
}

/** What a run has made up as it is, any other value by its form. */
const shownOwn = (value: unknown): string =>
  typeof value === "string" && /^Text \d+ of a conformance run\.$|^2021-03-\d\d/.test(value)
    ? JSON.stringify(value)
    : shownFlag(value);

/** What is no day at all breaks another fact. */
const isOtherDay = (shown: unknown, sent: unknown): boolean =>
  typeof shown === "string" && /^\d{4}-\d\d-\d\d$/.test(shown) && shown !== String(sent).slice(0, 10);

/** How an answer differs from the note that was sent. */
const differences = function* (answer: unknown, sent: unknown): Generator<Difference> {
  for (const { request, answer: name } of noteAnswerNames) {
    const shown = property(answer, name);
    const pointer = `/${name}`;
    if (!has(sent, request)) {
      if (isGone(shown)) continue;
      const message = `${name} is there after a replacement without ${request}`;
      const expected = "nothing: the note as it was sent";
      const actual = shownOwn(shown);
      yield { fact: "CRM-27", pointer, message, expected, actual, cause: stayed(name, request) };
      continue;
    }
    const wanted = property(sent, request);
    // That an answer has it is not stated.
    if (request === "timeSpent" && shown === undefined) continue;
    if (request === "noteDateTime" ? !isOtherDay(shown, wanted) : shown === wanted) continue;
    const fact = request === "private" ? "CRM-10" : "CRM-26";
    const message = `${name} is not what was sent`;
    yield { fact, pointer, message, expected: shownOwn(wanted), actual: shownOwn(shown) };
  }
};

/** Both bodies of two replacements that overlap: the answer to either may show the one or the other. */
const candidatesFor = (exchange: Exchange, exchanges: readonly Exchange[]): readonly unknown[] => {
  if (stepOf(exchange) !== "two-at-once") return [exchange.request.body];
  const at = exchanges.indexOf(exchange);
  const isOther = (one: Exchange | undefined): boolean => one !== undefined && stepOf(one) === "two-at-once";
  const first = exchange.call?.label.endsWith("the other one") === true ? at - 1 : at;
  return exchanges
    .slice(first, first + 2)
    .filter(isOther)
    .map(({ request }) => request.body);
};

const judgeTaken = function* (exchange: Exchange, exchanges: readonly Exchange[]): Generator<Judgement> {
  const answer = jsonOf(exchange);
  const isEither = candidatesFor(exchange, exchanges).some(
    (sent) => [...differences(answer, sent)].length === 0,
  );
  const [difference] = isEither ? [] : differences(answer, exchange.request.body);
  if (difference !== undefined)
    yield violation({
      ...difference,
      rule: "relation",
      exchange,
    });
  if (!sameId(property(answer, "id"), exchange.call?.path?.["noteId"]))
    yield violation({
      fact: "CRM-26",
      rule: "relation",
      message: "the answer is another note",
      exchange,
      pointer: "/id",
      expected: "the id of the path",
      actual: "another id",
    });
  const first = exchanges.find((one) => statusOf(one) === 200);
  if (property(jsonOf(first ?? exchange), "contactId") !== property(answer, "contactId"))
    yield violation({
      fact: "CRM-26",
      rule: "relation",
      message: "the note is another contact's than before",
      exchange,
      pointer: "/contactId",
      expected: "the contact that the note is about",
      actual: "another contact",
    });
};

const isWhole = ({ request }: Exchange): boolean => noteProperties.every((name) => has(request.body, name));

export const noteOverTime = defineCheck({
  id: "note-over-time",
  facts: ["CRM-26", "CRM-27", "CRM-10", "CRM-11", "CRM-30", "CRM-39", "CRM-45"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A note is what it was last replaced by, whatever was sent before",
  why: "A server that is right once may remember, merge or forget from the second request on.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges) {
      const label = exchange.call?.label ?? "";
      const refusal = exchange.call?.expects === "refusal" ? refusals[stepOf(exchange) ?? ""] : undefined;
      if (refusal !== undefined) {
        const wrong = wrongStatus(exchange, refusal.expected, label, refusal.fact);
        if (wrong !== undefined) yield wrong;
      } else if (statusOf(exchange) === 200) yield* judgeTaken(exchange, exchanges);
      // Which properties are required is not stated.
      else if (isWhole(exchange) || ![400, 422].includes(statusOf(exchange))) {
        const wrong = wrongStatus(exchange, [200], label, "CRM-26");
        if (wrong !== undefined) yield wrong;
      }
    }
  },
});
