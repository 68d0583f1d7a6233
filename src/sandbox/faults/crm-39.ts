import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { crmError, json, onCrmStatus } from "./support/answers.ts";
import { admitting, bearerOf, isMeantFor } from "./support/credentials.ts";

const isLimited = bearerOf("limitedApiKey");

/** What a key without permission is answered by some operations. */
const answering =
  (operations: readonly OperationId[], answer: () => Outgoing): Fault["wrap"] =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return isMeantFor(incoming, operations) && isLimited(incoming, surroundings) ? answer() : outgoing;
  };

const all: readonly OperationId[] = [
  "getContact",
  "listContactMethodTypes",
  "getWebhook",
  "addEventContact",
  "replaceContactNote",
];

const notAsking = (operation: OperationId, id: string, what: string): Fault =>
  defineFault({
    id,
    fact: "CRM-39",
    grade: "structural",
    title: `${what} does not ask the permission group`,
    wrap: admitting([operation], isLimited),
  });

export const faults: readonly Fault[] = [
  defineFault({
    id: "limited-keys-are-unauthenticated",
    fact: "CRM-39",
    grade: "gross",
    title: "A key without permission gets 401",
    wrap: answering(all, () => crmError(401, "UNAUTHENTICATED", "The credential is not accepted.")),
  }),
  notAsking("getContact", "contacts-ask-no-permission", "Reading a contact"),
  notAsking("getWebhook", "webhooks-ask-no-permission", "Reading a webhook"),
  notAsking("replaceContactNote", "notes-ask-no-permission", "Replacing a note"),
  notAsking("addEventContact", "event-contacts-ask-no-permission", "Adding an event contact"),
  defineFault({
    id: "webhooks-are-hidden-from-limited-keys",
    fact: "CRM-39",
    grade: "structural",
    title: "A key without permission gets 404 from the read of webhooks",
    wrap: answering(["getWebhook"], () => crmError(404, "NOT_FOUND", "There is no such webhook.")),
  }),
  defineFault({
    id: "limited-keys-see-no-types",
    fact: "CRM-39",
    grade: "behavioural",
    title: "A key without permission gets an empty list of contact method types",
    wrap: answering(["listContactMethodTypes"], () => json(200, [])),
  }),
  defineFault({
    id: "notes-are-validated-before-permission",
    fact: "CRM-39",
    grade: "behavioural",
    title: "A key without permission gets 422 from the replacement of a note, which is validated first",
    wrap: answering(["replaceContactNote"], () =>
      crmError(422, "VALIDATION_FAILED", "The note is not valid."),
    ),
  }),
  defineFault({
    id: "forbidden-event-contacts-are-not-found",
    fact: "CRM-39",
    grade: "structural",
    title: "A key without permission gets 404 from the one POST, which hides what it may not change",
    wrap: onCrmStatus([403], () => crmError(404, "NOT_FOUND", "There is no such event."), [
      "addEventContact",
    ]),
  }),
];
