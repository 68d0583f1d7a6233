import { defineCheck, send, type Judgement, type PlanContext } from "../harness/model/check.ts";
import { labelled, notApplicable, statusOf, wrongStatus } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const unlike = "No Such Note Type 7f3a";

/** Notes of unconfigured types: unlike any, with the same beginning as one, and without other properties. */
const strangeNotes = (context: PlanContext): readonly (readonly [label: string, note: unknown])[] => {
  const note = scratchNote(context);
  return [
    ["a note of a type that is not configured", { ...note, type: unlike }],
    [
      "a note of a type that only begins like a configured one",
      { ...note, type: `${String(note.type)} 7f3a` },
    ],
    ["a note with nothing but a type that is not configured", { type: unlike }],
  ];
};

/**
 * Statuses for an unconfigured type: unreadable, not found, or a broken rule. A duplicate (409) and a bad credential
 * have other causes.
 */
const refusals = [400, 404, 422] as const;

export const noteTypeMustBeConfigured = defineCheck({
  id: "note-type-must-be-configured",
  facts: ["CRM-11"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A note type that the organization has not configured is refused",
  why: "Notes of an unknown type appear in no view and no report.",
  *plan(context) {
    yield* send(putNote(context, "configured", scratchNote(context)));
    for (const [label, note] of strangeNotes(context))
      yield* send(toBeRefused(putNote(context, label, note)));
    yield* send(putNote(context, "put back", scratchNote(context)));
  },
  *judge(exchanges): Generator<Judgement> {
    const configured = labelled(exchanges, "configured");
    if (configured === undefined || statusOf(configured) !== 200)
      return yield notApplicable("even the configured type is refused");
    for (const exchange of exchanges) {
      const label = exchange.call?.label ?? "";
      const wrong = label.startsWith("a note ") ? wrongStatus(exchange, refusals, label) : undefined;
      if (wrong !== undefined) yield wrong;
    }
  },
});
