import { defineCheck, send } from "../model/check.ts";
import { labelled, notApplicable, statusOf, wrongStatus } from "./support/judgements.ts";
import { noteNeeds, putNote, scratchNote } from "./support/note-calls.ts";

export const noteTypeMustBeConfigured = defineCheck({
  id: "note-type-must-be-configured",
  facts: ["CRM-11"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: noteNeeds,
  title: "A note type that the organization has not configured is refused",
  why: "Notes under a type nobody set up appear in no view and no report.",
  *plan(context) {
    const note = scratchNote(context);
    yield* send(putNote(context, "configured", note));
    yield* send(putNote(context, "not configured", { ...note, type: "No Such Note Type 7f3a" }));
    yield* send(putNote(context, "put back", note));
  },
  *judge(exchanges) {
    const configured = labelled(exchanges, "configured");
    const other = labelled(exchanges, "not configured");
    if (configured === undefined || other === undefined || statusOf(configured) !== 200)
      return yield notApplicable("not even the configured type is taken");
    const wrong = wrongStatus(other, "refusal", "a note of a type that is not configured");
    if (wrong !== undefined) yield wrong;
  },
});
