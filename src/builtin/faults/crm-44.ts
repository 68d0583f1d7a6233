import { faultsOf, type FaultAnswer } from "./fault.ts";
import { empty, jsonAnswer, message, parse, textAnswer, withHeader } from "./support/answers.ts";
import { property } from "./support/edit.ts";
import { onAnswer } from "./support/rows.ts";

const messageOf = ({ body }: FaultAnswer): unknown => property(property(parse(body), "error"), "message");

/** Another body with the same headers, except the content type. */
const inPlaceOf = ({ headers }: FaultAnswer, other: FaultAnswer): FaultAnswer =>
  withHeader({ ...other, headers }, "content-type", other.headers.get("content-type") ?? undefined);

const older = (outgoing: FaultAnswer): FaultAnswer =>
  inPlaceOf(outgoing, message(outgoing.status, String(messageOf(outgoing))));

const plain = (outgoing: FaultAnswer): FaultAnswer =>
  inPlaceOf(outgoing, textAnswer(outgoing.status, String(messageOf(outgoing))));

const problemOf = (outgoing: FaultAnswer): FaultAnswer => {
  const { status } = outgoing;
  return inPlaceOf(outgoing, jsonAnswer(status, { title: "Refused", status, detail: messageOf(outgoing) }));
};

/** Some endpoints still return other bodies (U-24). */
const departs = { severity: "warning" } as const;

export const faults = faultsOf("CRM-44", {
  gross: {
    "every-error-is-an-older-one": [
      "Every error is one message, whatever its status",
      onAnswer("crm", older, [400, 401, 403, 404, 409, 422, 429]),
      departs,
    ],
    "unknown-records-are-a-web-page": [
      "A 404 is the web server's own page",
      onAnswer("crm", textAnswer(404, "<html><body><h1>Not Found</h1></body></html>", "text/html"), 404),
      departs,
    ],
  },
  structural: {
    "unknown-webhooks-are-older-errors": [
      "A 404 for a webhook is one message",
      onAnswer("getWebhook", older, 404),
      departs,
    ],
    "unknown-contacts-are-empty-errors": [
      "A 404 for a contact has no body",
      onAnswer("getContact", empty(404), 404),
      departs,
    ],
    "malformed-bodies-are-plain-text": ["A 400 is plain text", onAnswer("crm", plain, 400), departs],
    "conflicts-are-older-errors": ["A 409 is one message", onAnswer("crm", older, 409), departs],
    "missing-permission-is-plain-text": ["A 403 is plain text", onAnswer("crm", plain, 403), departs],
    "spent-hours-are-plain-text": ["A 429 is plain text", onAnswer("crm", plain, 429), departs],
    "rule-violations-of-notes-are-problems": [
      "A 422 for a note has the donation interface's form",
      onAnswer(
        "replaceContactNote",
        (outgoing) => jsonAnswer(422, { title: "Invalid", status: 422, detail: messageOf(outgoing) }),
        422,
      ),
    ],
  },
  behavioural: {
    "unknown-references-are-problems": [
      "A 404 for a reference has the donation interface's form",
      onAnswer("getContactByReference", problemOf, 404),
    ],
    "forbidden-event-contacts-are-problems": [
      "A 403 for an event contact has the donation interface's form",
      onAnswer("addEventContact", problemOf, 403),
    ],
    "unknown-webhooks-are-problems": [
      "A 404 for a webhook has the donation interface's form",
      onAnswer("getWebhook", problemOf, 404),
    ],
    "conflicts-are-problems": ["A 409 has the donation interface's form", onAnswer("crm", problemOf, 409)],
    "spent-hours-of-notes-are-problems": [
      "A 429 for a note has the donation interface's form",
      onAnswer("replaceContactNote", problemOf, 429),
    ],
    "rule-violations-are-a-message-and-a-model-state": [
      "A 422 that names fields is one message with a map of them, a framework's own form",
      onAnswer(
        "addEventContact",
        jsonAnswer(422, {
          message: "The request is invalid.",
          modelState: { contactIndividualId: ["Required."] },
        }),
        422,
      ),
      departs,
    ],
  },
});
