import type { OperationId } from "../../contract/generated/operations.ts";
import { keeping, storingRefused } from "./support/over-time.ts";
import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { crmError, json, onCrmStatus } from "./support/answers.ts";
import { admitting, bearerOf, isMeantFor, bears } from "./support/credentials.ts";
import { attaching, bearing, disclosing, quoting, recalling } from "./support/disclosing.ts";
import { openingThePrivate } from "./support/contacts.ts";

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

export const faults = faultsOf("CRM-39", {
  gross: {
    "limited-keys-are-unauthenticated": [
      "A key without permission gets 401",
      answering(all, () => crmError(401, "UNAUTHENTICATED", "The credential is not accepted.")),
    ],
  },
  structural: {
    "contacts-ask-no-permission": [
      "Reading a contact does not ask the permission group",
      admitting(["getContact"], isLimited),
    ],
    "webhooks-ask-no-permission": [
      "Reading a webhook does not ask the permission group",
      admitting(["getWebhook"], isLimited),
    ],
    "notes-ask-no-permission": [
      "Replacing a note does not ask the permission group",
      admitting(["replaceContactNote"], isLimited),
    ],
    "event-contacts-ask-no-permission": [
      "Adding an event contact does not ask the permission group",
      admitting(["addEventContact"], isLimited),
    ],
    "webhooks-are-hidden-from-limited-keys": [
      "A key without permission gets 404 from the read of webhooks",
      answering(["getWebhook"], () => crmError(404, "NOT_FOUND", "There is no such webhook.")),
    ],
    "forbidden-event-contacts-are-not-found": [
      "A key without permission gets 404 from the one POST, which hides what it may not change",
      onCrmStatus([403], () => crmError(404, "NOT_FOUND", "There is no such event."), ["addEventContact"]),
    ],
  },
  behavioural: {
    "event-contacts-are-added-without-the-permission": [
      "An individual is added to an event though the key was refused with 403",
      storingRefused(["addEventContact"], [403]),
    ],
    "limited-keys-are-served-what-others-have-read": [
      "A cache of contact method types does not ask whose request it answers",
      (next, surroundings) =>
        keeping(
          (incoming) =>
            incoming.operation === "listContactMethodTypes" &&
            (bears(incoming, surroundings, "crm", "apiKey") ||
              bears(incoming, surroundings, "crm", "limitedApiKey")),
          ({ url }) => url.href,
        )(next, surroundings),
    ],
    "limited-keys-see-no-types": [
      "A key without permission gets an empty list of contact method types",
      answering(["listContactMethodTypes"], () => json(200, [])),
    ],
    "notes-are-validated-before-permission": [
      "A key without permission gets 422 from the replacement of a note, which is validated first",
      answering(["replaceContactNote"], () => crmError(422, "VALIDATION_FAILED", "The note is not valid.")),
    ],
    "forbidden-contacts-are-shown": [
      "The 403 of a contact carries what it hides",
      disclosing(
        { of: ["getContact"], to: bearing("crm", "limitedApiKey"), interface: "crm", owner: "apiKey" },
        attaching("error/contact"),
      ),
      { alsoBreaks: { "CRM-02": "Private contacts are among them." } },
    ],
    "forbidden-webhooks-name-their-address": [
      "The 403 of a webhook says where it delivers to",
      disclosing(
        { of: ["getWebhook"], to: bearing("crm", "limitedApiKey"), interface: "crm", owner: "apiKey" },
        quoting("error/message", "payloadUrl"),
      ),
    ],
    "forbidden-notes-are-quoted": [
      "The 403 to the replacement of a note says who made it",
      recalling(
        {
          of: ["replaceContactNote"],
          to: bearing("crm", "limitedApiKey"),
          interface: "crm",
          owner: "apiKey",
        },
        quoting("error/message", "createdByUser"),
      ),
    ],
    "private-contacts-ask-no-permission": [
      "A key without permission reads private contacts, and no others",
      openingThePrivate(isLimited),
    ],
  },
});
