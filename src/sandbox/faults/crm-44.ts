import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type Outgoing } from "./fault.ts";
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

const structural = (
  id: string,
  title: string,
  status: number,
  form: (outgoing: Outgoing) => Outgoing,
  operations?: readonly OperationId[],
): Fault =>
  defineFault({
    id,
    fact: "CRM-44",
    grade: "structural",
    title,
    wrap: onCrmStatus([status], form, operations),
  });

export const faults: readonly Fault[] = [
  defineFault({
    id: "every-error-is-an-older-one",
    fact: "CRM-44",
    grade: "gross",
    title: "Every error is one message, whatever its status",
    wrap: onCrmStatus([400, 401, 403, 404, 409, 422, 429], older),
  }),
  defineFault({
    id: "unknown-records-are-a-web-page",
    fact: "CRM-44",
    grade: "gross",
    title: "A 404 is the web server's own page",
    wrap: onCrmStatus([404], () => text(404, "<html><body><h1>Not Found</h1></body></html>", "text/html")),
  }),
  structural("unknown-webhooks-are-older-errors", "A 404 for a webhook is one message", 404, older, [
    "getWebhook",
  ]),
  structural("unknown-contacts-are-empty-errors", "A 404 for a contact has no body", 404, () => empty(404), [
    "getContact",
  ]),
  structural("malformed-bodies-are-plain-text", "A 400 is plain text", 400, plain),
  structural("conflicts-are-older-errors", "A 409 is one message", 409, older),
  structural("missing-permission-is-plain-text", "A 403 is plain text", 403, plain),
  structural("spent-hours-are-plain-text", "A 429 is plain text", 429, plain),
  structural(
    "rule-violations-of-notes-are-problems",
    "A 422 for a note has the donation interface's form",
    422,
    (outgoing) => json(422, { title: "Invalid", status: 422, detail: messageOf(outgoing) }),
    ["replaceContactNote"],
  ),
  defineFault({
    id: "rule-violations-are-a-message-and-a-model-state",
    fact: "CRM-44",
    grade: "behavioural",
    title: "A 422 that names fields is one message with a map of them, a framework's own form",
    wrap: onCrmStatus(
      [422],
      () =>
        json(422, { message: "The request is invalid.", modelState: { contactIndividualId: ["Required."] } }),
      ["addEventContact"],
    ),
  }),
];
