import { faultsOf } from "./fault.ts";
import { attaching, disclosing, openingThePrivate, quoting, recalling } from "./support/admission.ts";
import { crmError, jsonAnswer, notAccepted } from "./support/answers.ts";
import { asMain, bearerOf } from "./support/credentials.ts";
import { bearerOperations } from "./support/names.ts";
import { admitting, also, anyStatus, onAnswer } from "./support/rows.ts";
import { address, cachedBy } from "./support/rules.ts";

const isLimited = bearerOf("limitedApiKey");

export const faults = faultsOf("CRM-39", {
  gross: {
    "limited-keys-are-unauthenticated": [
      "A key without permission gets 401",
      onAnswer(bearerOperations, notAccepted, anyStatus, isLimited),
    ],
  },
  structural: {
    "contacts-ask-no-permission": [
      "Reading a contact does not ask the permission group",
      admitting("getContact", isLimited),
    ],
    "webhooks-ask-no-permission": [
      "Reading a webhook does not ask the permission group",
      admitting("getWebhook", isLimited),
    ],
    "notes-ask-no-permission": [
      "Replacing a note does not ask the permission group",
      admitting("replaceContactNote", isLimited),
    ],
    "event-contacts-ask-no-permission": [
      "Adding an event contact does not ask the permission group",
      admitting("addEventContact", isLimited),
    ],
    "webhooks-are-hidden-from-limited-keys": [
      "A key without permission gets 404 from the read of webhooks",
      onAnswer("getWebhook", crmError(404, "There is no such webhook."), anyStatus, isLimited),
    ],
    "forbidden-event-contacts-are-not-found": [
      "A key without permission gets 404 from the one POST, which hides what it may not change",
      onAnswer("addEventContact", crmError(404, "There is no such event."), 403),
    ],
  },
  behavioural: {
    "event-contacts-are-added-without-the-permission": [
      "An individual is added to an event though the key was refused with 403",
      onAnswer("addEventContact", also(asMain), 403),
    ],
    "limited-keys-are-served-what-others-have-read": [
      "A cache of contact method types does not ask whose request it answers",
      cachedBy("listContactMethodTypes", address, bearerOf("apiKey", "limitedApiKey")),
    ],
    "limited-keys-see-no-types": [
      "A key without permission gets an empty list of contact method types",
      onAnswer("listContactMethodTypes", jsonAnswer(200, []), anyStatus, isLimited),
    ],
    "notes-are-validated-before-permission": [
      "A key without permission gets 422 from the replacement of a note, which is validated first",
      onAnswer("replaceContactNote", crmError(422, "The note is not valid."), anyStatus, isLimited),
    ],
    "forbidden-contacts-are-shown": [
      "The 403 of a contact carries what it hides",
      disclosing("getContact", isLimited, attaching("error/contact")),
      { alsoBreaks: { "CRM-02": "Private contacts are among them." } },
    ],
    "forbidden-webhooks-name-their-address": [
      "The 403 of a webhook says where it delivers to",
      disclosing("getWebhook", isLimited, quoting("error/message", "payloadUrl")),
    ],
    "forbidden-notes-are-quoted": [
      "The 403 to the replacement of a note says who made it",
      recalling("replaceContactNote", isLimited, quoting("error/message", "createdByUser")),
    ],
    "private-contacts-ask-no-permission": [
      "A key without permission reads private contacts, and no others",
      openingThePrivate(isLimited),
    ],
  },
});
