import { faultsOf, type Outgoing } from "./fault.ts";
import { empty, json, onCrmStatus, text, withHeader } from "./support/answers.ts";
import { property } from "./support/edit.ts";
import { parse } from "./support/wrappers.ts";

const messageOf = ({ body }: Outgoing): unknown => property(property(parse(body), "error"), "message");

/** Another body behind the same headers, save the type of the body. */
const inPlaceOf = ({ headers }: Outgoing, other: Outgoing): Outgoing =>
  withHeader({ ...other, headers }, "content-type", other.headers.get("content-type") ?? undefined);

const older = (outgoing: Outgoing): Outgoing =>
  inPlaceOf(outgoing, json(outgoing.status, { message: messageOf(outgoing) }));

const plain = (outgoing: Outgoing): Outgoing =>
  inPlaceOf(outgoing, text(outgoing.status, String(messageOf(outgoing))));

const problemOf = (outgoing: Outgoing): Outgoing =>
  inPlaceOf(
    outgoing,
    json(outgoing.status, { title: "Refused", status: outgoing.status, detail: messageOf(outgoing) }),
  );

export const faults = faultsOf("CRM-44", {
  gross: {
    "every-error-is-an-older-one": [
      "Every error is one message, whatever its status",
      onCrmStatus([400, 401, 403, 404, 409, 422, 429], older),
    ],
    "unknown-records-are-a-web-page": [
      "A 404 is the web server's own page",
      onCrmStatus([404], () => text(404, "<html><body><h1>Not Found</h1></body></html>", "text/html")),
    ],
  },
  structural: {
    "unknown-webhooks-are-older-errors": [
      "A 404 for a webhook is one message",
      onCrmStatus([404], older, ["getWebhook"]),
    ],
    "unknown-contacts-are-empty-errors": [
      "A 404 for a contact has no body",
      onCrmStatus([404], () => empty(404), ["getContact"]),
    ],
    "malformed-bodies-are-plain-text": ["A 400 is plain text", onCrmStatus([400], plain)],
    "conflicts-are-older-errors": ["A 409 is one message", onCrmStatus([409], older)],
    "missing-permission-is-plain-text": ["A 403 is plain text", onCrmStatus([403], plain)],
    "spent-hours-are-plain-text": ["A 429 is plain text", onCrmStatus([429], plain)],
    "rule-violations-of-notes-are-problems": [
      "A 422 for a note has the donation interface's form",
      onCrmStatus(
        [422],
        (outgoing) => json(422, { title: "Invalid", status: 422, detail: messageOf(outgoing) }),
        ["replaceContactNote"],
      ),
    ],
  },
  behavioural: {
    "unknown-references-are-problems": [
      "A 404 for a reference has the donation interface's form",
      onCrmStatus([404], problemOf, ["getContactByReference"]),
    ],
    "forbidden-event-contacts-are-problems": [
      "A 403 for an event contact has the donation interface's form",
      onCrmStatus([403], problemOf, ["addEventContact"]),
    ],
    "unknown-webhooks-are-problems": [
      "A 404 for a webhook has the donation interface's form",
      onCrmStatus([404], problemOf, ["getWebhook"]),
    ],
    "conflicts-are-problems": ["A 409 has the donation interface's form", onCrmStatus([409], problemOf)],
    "spent-hours-of-notes-are-problems": [
      "A 429 for a note has the donation interface's form",
      onCrmStatus([429], problemOf, ["replaceContactNote"]),
    ],
    "rule-violations-are-a-message-and-a-model-state": [
      "A 422 that names fields is one message with a map of them, a framework's own form",
      onCrmStatus(
        [422],
        () =>
          json(422, {
            message: "The request is invalid.",
            modelState: { contactIndividualId: ["Required."] },
          }),
        ["addEventContact"],
      ),
    ],
  },
});
