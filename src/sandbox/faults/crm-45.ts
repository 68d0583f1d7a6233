import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Fault } from "./fault.ts";
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

export const faults = faultsOf("CRM-45", {
  gross: {
    "malformed-bodies-fail-validation": [
      "JSON that does not parse gets 422",
      onMalformed(writes, 422, "VALIDATION_FAILED"),
    ],
  },
  structural: {
    "malformed-notes-crash": [
      "JSON that does not parse gets 500 from the replacement of a note",
      onMalformed(["replaceContactNote"], 500, "INTERNAL_ERROR"),
    ],
    "missing-individuals-are-bad-requests": [
      "A missing contactIndividualId gets 400",
      onAnswer("addEventContact", (outgoing) =>
        outgoing.status === 422 ? crmError(400, "BAD_REQUEST", "A field is missing.") : outgoing,
      ),
    ],
    "missing-individuals-are-not-found": [
      "A missing contactIndividualId counts as 0 and gets 404",
      onAnswer("addEventContact", (outgoing) =>
        outgoing.status === 422 ? crmError(404, "NOT_FOUND", "There is no such individual.") : outgoing,
      ),
    ],
    "malformed-event-contacts-are-unprocessable": [
      "JSON that does not parse breaks a rule of the one POST",
      onAnswer("addEventContact", (outgoing) =>
        outgoing.status === 400
          ? { ...outgoing, status: 422, body: outgoing.body.replace("BAD_REQUEST", "VALIDATION_FAILED") }
          : outgoing,
      ),
    ],
  },
  behavioural: {
    "malformed-notes-are-empty-notes": [
      "JSON that does not parse replaces the note by an empty one",
      reading(["replaceContactNote"], {}),
    ],
    "malformed-event-contacts-miss-a-field": [
      "JSON that does not parse counts as an empty object, of which a field is missing",
      reading(["addEventContact"], {}),
    ],
    "missing-individuals-are-made-up": [
      "Without contactIndividualId a default individual is added to the event",
      (next, surroundings) =>
        onRequestBody("addEventContact", (body) => ({
          contactIndividualId:
            property(body, "contactIndividualId") ??
            configured(surroundings, "crm", "scratch/contactIndividualId"),
        }))(next, surroundings),
    ],
  },
});
