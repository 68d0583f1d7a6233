import { faultsOf } from "./fault.ts";
import { disclosing, openingThePrivate, quoting } from "./support/admission.ts";
import { crmError } from "./support/answers.ts";
import { asMain, bearerOf, behindSmallLetters, isAdmitted } from "./support/credentials.ts";
import { isCrmRead } from "./support/requests.ts";
import { admitting, instead, onRequest } from "./support/rows.ts";
import { fromCache, rightAfter } from "./support/rules.ts";

const isRevoked = bearerOf("revokedApiKey");

const reads = ["getContact", "listContactMethodTypes", "getWebhook"] as const;

export const faults = faultsOf("CRM-32", {
  gross: {
    "revoked-keys-go-on-reading": ["A revoked key reads as before", admitting(reads, isRevoked)],
  },
  structural: {
    "contacts-take-revoked-keys": [
      "Reading a contact does not ask whether a key was revoked",
      admitting("getContact", isRevoked),
    ],
    "webhooks-take-revoked-keys": [
      "Reading a webhook does not ask whether a key was revoked",
      admitting("getWebhook", isRevoked),
    ],
    "notes-take-revoked-keys": [
      "Replacing a note does not ask whether a key was revoked",
      admitting("replaceContactNote", isRevoked),
    ],
    "event-contacts-take-revoked-keys": [
      "Adding an event contact does not ask whether a key was revoked",
      admitting("addEventContact", isRevoked),
    ],
    "revoked-keys-are-forbidden": [
      "A revoked key gets 403 from the read of webhooks",
      instead("getWebhook", crmError(403, "The key was revoked."), isRevoked),
    ],
  },
  behavioural: {
    "revoked-keys-read-types-after-an-accepted-read": [
      "A revoked key is taken for the one that was checked just before it",
      admitting("listContactMethodTypes", isRevoked, rightAfter("listContactMethodTypes")),
    ],
    "revoked-keys-read-out-of-a-cache": [
      "A revoked key gets what an accepted one was given before",
      fromCache(isCrmRead, isRevoked, isAdmitted),
    ],
    "revoked-keys-work-behind-small-letters": [
      "The list of revoked keys is asked for the scheme Bearer, not for bearer",
      onRequest("crm", asMain, behindSmallLetters("revokedApiKey")),
    ],
    "revoked-keys-are-given-the-name": [
      "The 401 of a revoked key says which contact it is about",
      disclosing("getContact", isRevoked, quoting("error/message", "name")),
    ],
    "revoked-keys-read-private-contacts": [
      "A private contact is read before it is asked whether the key was revoked",
      openingThePrivate(isRevoked),
    ],
  },
});
