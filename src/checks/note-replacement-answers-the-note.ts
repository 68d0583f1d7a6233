import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { formOf, shownFlag } from "../harness/validation/shape-of.ts";
import { isObject, property } from "./support/json.ts";
import { isKept } from "./support/kept-text.ts";
import { violation, wrongStatus } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";
import { sameId } from "./support/same-id.ts";

/** What went in as a value and is stated to come back under a name of the answer. */
const echoes = [
  { answer: "type", sent: "type" },
  { answer: "note", sent: "note" },
  { answer: "important", sent: "important" },
] as const;

/** Text that a wrong encoding, an escape or a short column would not leave as it is. */
const changedText = `Changed by a conformance run: 5 € & a café, "quoted", ${"and long enough for a column, ".repeat(3)}to see.`;

/** The day of the interaction; one that is no date at all breaks CRM-08. */
const otherDay = (exchange: Exchange): boolean => {
  const day = property(jsonOf(exchange), "noteDate");
  const sent = property(exchange.request.body, "noteDateTime");
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) && day !== String(sent).slice(0, 10);
};

/** A flag as it is; of any other value what became of it. */
const flagOr = (value: unknown, otherwise: string): string =>
  typeof value === "boolean" ? shownFlag(value) : otherwise;

/** That a text is not trimmed or normalised is not stated. */
const isReturned = (sent: unknown, answered: unknown): boolean =>
  typeof sent === "string" ? isKept(sent, answered) : sent === answered;

const differs = function* (exchange: Exchange): Generator<Judgement> {
  const body = jsonOf(exchange);
  if (!isObject(body))
    return yield violation({
      rule: "shape",
      message: "the answer is no note",
      exchange,
      expected: "the note as it now is",
      actual: formOf(body),
    });
  if (otherDay(exchange))
    yield violation({
      rule: "relation",
      message: "noteDate is not the day of the noteDateTime that was sent",
      exchange,
      pointer: "/noteDate",
      expected: "the day that was sent",
      actual: "another day",
    });
  for (const { answer, sent } of echoes)
    if (!isReturned(property(exchange.request.body, sent), property(body, answer)))
      yield violation({
        rule: "relation",
        message: `${answer} is not returned as it was sent`,
        exchange,
        pointer: `/${answer}`,
        expected: flagOr(property(exchange.request.body, sent), "the value that was sent"),
        actual:
          property(body, answer) === undefined ? "missing" : flagOr(property(body, answer), "another value"),
      });
  const id = property(body, "id");
  if (!sameId(id, exchange.call?.path?.["noteId"]))
    yield violation({
      rule: "relation",
      message: "the answer is another note",
      exchange,
      pointer: "/id",
      expected: "the id of the path",
      actual: id === undefined ? "missing" : "another id",
    });
};

export const noteReplacementAnswersTheNote = defineCheck({
  id: "note-replacement-answers-the-note",
  facts: ["CRM-26"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "Replacing a note returns 200 with the updated note",
  why: "No read of a note is documented: consumers see only this answer.",
  *plan(context) {
    const note = scratchNote(context);
    yield* send(putNote(context, "whole", note));
    yield* send(putNote(context, "changed", { ...note, note: changedText, important: false }));
    yield* send(putNote(context, "put back", note));
  },
  *judge(exchanges) {
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, [200], "a note replacement");
      if (wrong === undefined) yield* differs(exchange);
      else yield wrong;
    }
  },
});
