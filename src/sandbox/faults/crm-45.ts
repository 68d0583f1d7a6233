import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { configured, isMeantFor } from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { onAnswer, onRequestBody, parse } from "./support/wrappers.ts";

const writes: readonly OperationId[] = ["replaceContactNote", "addEventContact"];

const onMalformed = (operations: readonly OperationId[], status: number, code: string): Fault["wrap"] =>
  onAnswer(operations, (outgoing) =>
    outgoing.status === 400 ? crmError(status, code, "The body cannot be read.") : outgoing,
  );

/** Reads what does not parse as another body. */
const reading =
  (operations: readonly OperationId[], body: unknown): Fault["wrap"] =>
  (next) =>
  (incoming) =>
    next(
      isMeantFor(incoming, operations) && parse(incoming.body) === undefined
        ? { ...incoming, body: JSON.stringify(body) }
        : incoming,
    );

export const faults: readonly Fault[] = [
  defineFault({
    id: "malformed-bodies-fail-validation",
    fact: "CRM-45",
    grade: "gross",
    title: "JSON that does not parse gets 422",
    wrap: onMalformed(writes, 422, "VALIDATION_FAILED"),
  }),
  defineFault({
    id: "malformed-notes-crash",
    fact: "CRM-45",
    grade: "structural",
    title: "JSON that does not parse gets 500 from the replacement of a note",
    wrap: onMalformed(["replaceContactNote"], 500, "INTERNAL_ERROR"),
  }),
  defineFault({
    id: "missing-individuals-are-bad-requests",
    fact: "CRM-45",
    grade: "structural",
    title: "A missing contactIndividualId gets 400",
    wrap: onAnswer("addEventContact", (outgoing) =>
      outgoing.status === 422 ? crmError(400, "BAD_REQUEST", "A field is missing.") : outgoing,
    ),
  }),
  defineFault({
    id: "missing-individuals-are-not-found",
    fact: "CRM-45",
    grade: "structural",
    title: "A missing contactIndividualId counts as 0 and gets 404",
    wrap: onAnswer("addEventContact", (outgoing) =>
      outgoing.status === 422 ? crmError(404, "NOT_FOUND", "There is no such individual.") : outgoing,
    ),
  }),
  defineFault({
    id: "malformed-notes-are-empty-notes",
    fact: "CRM-45",
    grade: "behavioural",
    title: "JSON that does not parse replaces the note by an empty one",
    wrap: reading(["replaceContactNote"], {}),
  }),
  defineFault({
    id: "malformed-event-contacts-miss-a-field",
    fact: "CRM-45",
    grade: "behavioural",
    title: "JSON that does not parse counts as an empty object, of which a field is missing",
    wrap: reading(["addEventContact"], {}),
  }),
  defineFault({
    id: "missing-individuals-are-made-up",
    fact: "CRM-45",
    grade: "behavioural",
    title: "Without contactIndividualId a default individual is added to the event",
    wrap: (next, surroundings) =>
      onRequestBody("addEventContact", (body) => ({
        contactIndividualId:
          property(body, "contactIndividualId") ??
          configured(surroundings, "crm", "scratch/contactIndividualId"),
      }))(next, surroundings),
  }),
  defineFault({
    id: "malformed-event-contacts-are-unprocessable",
    fact: "CRM-45",
    grade: "structural",
    title: "JSON that does not parse breaks a rule of the one POST",
    wrap: onAnswer("addEventContact", (outgoing) =>
      outgoing.status === 400
        ? { ...outgoing, status: 422, body: outgoing.body.replace("BAD_REQUEST", "VALIDATION_FAILED") }
        : outgoing,
    ),
  }),
];
