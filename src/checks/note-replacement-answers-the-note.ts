import { defineCheck, send, type Judgement } from "../model/check.ts";
import { jsonOf, type Exchange } from "../model/exchange.ts";
import { property } from "./support/json.ts";
import { violation, wrongStatus } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";

/** What went in as a value and is stated to come back under a name of the answer. */
const echoes = [
  { answer: "type", sent: "type" },
  { answer: "note", sent: "note" },
  { answer: "important", sent: "important" },
] as const;

const differs = function* (exchange: Exchange): Generator<Judgement> {
  const body = jsonOf(exchange);
  for (const { answer, sent } of echoes)
    if (property(body, answer) !== property(exchange.request.body, sent))
      yield violation({
        rule: "relation",
        message: `${answer} does not come back as it was put`,
        exchange,
        pointer: `/${answer}`,
        expected: "the value that was put",
        actual: property(body, answer) === undefined ? "missing" : "another value",
      });
  const id = property(body, "id");
  if (String(id) !== String(exchange.call?.path?.["noteId"]))
    yield violation({
      rule: "relation",
      message: "the answer is not the note that was replaced",
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
  title: "Replacing a note answers 200 with the note as it now is",
  why: "There is no stated read of a note: the answer is all a consumer gets to see.",
  *plan(context) {
    const note = scratchNote(context);
    yield* send(putNote(context, "whole", note));
    yield* send(putNote(context, "changed", { ...note, note: "Changed by a conformance run.", important: false }));
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
