import { faultsOf } from "./fault.ts";
import {
  alsoFinding,
  asBasicUser,
  attaching,
  cutting,
  disclosing,
  inCookie,
  inHeader,
  inQuery,
  openingThePrivate,
  trading,
  trusting,
} from "./support/admission.ts";
import { crmError } from "./support/answers.ts";
import {
  anonymous,
  asBearer,
  asMain,
  behindOtherSchemes,
  bornToken,
  inAnotherCase,
  presentsHeader,
  withoutItsEnd,
  withoutScheme,
} from "./support/credentials.ts";
import { bearerOperations } from "./support/names.ts";
import { isCrmRead } from "./support/requests.ts";
import { admitting, also, instead, onAnswer, onRequest } from "./support/rows.ts";
import { fromCache, issued, rightAfter } from "./support/rules.ts";

export const faults = faultsOf("CRM-30", {
  gross: {
    "missing-credential-is-forbidden": [
      "A request without a credential gets 403",
      instead(
        "crm",
        crmError(403, "Log in first."),
        anonymous,
        ({ operation }) => operation !== undefined && operation !== "issueToken",
      ),
    ],
    "missing-credential-leads-to-the-login": [
      "A read without a credential is redirected to the login page",
      instead(isCrmRead, { status: 302, headers: new Headers({ location: "/login" }), body: "" }, anonymous),
    ],
  },
  structural: {
    "contacts-need-no-credential": [
      "Reading a contact needs no credential",
      admitting("getContact", anonymous),
    ],
    "contact-method-types-need-no-credential": [
      "Listing the contact method types needs no credential",
      admitting("listContactMethodTypes", anonymous),
    ],
    "reference-read-needs-no-signature": [
      "Reading a contact by reference needs no credential",
      admitting("getContactByReference", anonymous),
    ],
    "webhooks-need-no-credential": [
      "Reading a webhook needs no credential",
      admitting("getWebhook", anonymous),
    ],
    "replacing-notes-needs-no-credential": [
      "Replacing a note needs no credential",
      admitting("replaceContactNote", anonymous),
    ],
    "adding-event-contacts-needs-no-credential": [
      "Adding an event contact needs no credential",
      admitting("addEventContact", anonymous),
    ],
  },
  behavioural: {
    "event-contacts-are-added-for-nobody": [
      "An individual is added to an event though the caller was refused with 401",
      onAnswer("addEventContact", also(asMain), 401),
      { alsoBreaks: { "CRM-32": "A revoked key is refused with 401, and adds the individual, too." } },
    ],
    "a-note-without-a-key-is-replaced-after-one-with": [
      "After two replacements with a key one without is taken, as if it came over the same connection",
      admitting("replaceContactNote", anonymous, rightAfter("replaceContactNote")),
    ],
    "contacts-are-read-without-a-key-after-one-with": [
      "Whoever comes after a contact was read with a key may read contacts without one",
      admitting("getContact", anonymous, rightAfter("getContact")),
    ],
    "the-scheme-may-end-in-a-colon": [
      "Reading a contact takes a key behind the scheme and a colon",
      cutting("getContact", /^Bearer:\s?(.+)$/),
    ],
    "refresh-tokens-replace-notes": [
      "Replacing a note takes a refresh token for an access token",
      admitting("replaceContactNote", issued("refresh_token")),
    ],
    "cookies-by-the-name-of-the-header-are-read": [
      "Webhooks are read by whoever has a key in the cookie Authorization",
      alsoFinding("getWebhook", inCookie("Authorization")),
    ],
    "contacts-take-a-key-in-the-address": [
      "Reading a contact takes a key in the query parameter api_key",
      alsoFinding("getContact", inQuery("api_key")),
    ],
    "crm-takes-tokens-in-the-address": [
      "Every operation takes a token in the query parameter access_token, as RFC 6750 has it",
      alsoFinding(bearerOperations, inQuery("access_token")),
    ],
    "contact-method-types-take-a-cookie": [
      "Listing the contact method types takes a key in a cookie",
      alsoFinding("listContactMethodTypes", inCookie("access_token")),
    ],
    "notes-take-a-header-of-their-own": [
      "Replacing a note takes a key in X-Api-Key",
      alsoFinding("replaceContactNote", inHeader("X-Api-Key")),
    ],
    "event-contacts-take-a-proxys-header": [
      "Adding an event contact takes a key in Proxy-Authorization",
      alsoFinding("addEventContact", inHeader("Proxy-Authorization")),
    ],
    "webhooks-take-a-key-as-the-user": [
      "Reading a webhook takes a key as the user of Basic credentials",
      alsoFinding("getWebhook", asBasicUser),
    ],
    "words-behind-a-key-are-left-out": [
      "What follows a space is no part of the key",
      cutting(bearerOperations, /^Bearer (\S+) /),
    ],
    "lists-of-keys-are-read-to-the-comma": [
      "Of several keys in one header the first counts",
      cutting("getContact", /^Bearer ([^,]+),/),
    ],
    "cookies-outdo-the-header": [
      "A key in a cookie counts whatever the header says",
      alsoFinding("getWebhook", inCookie("access_token")),
    ],
    "keys-are-known-by-their-beginning": [
      "A note is replaced by whoever bears a text that begins with a key",
      trusting("replaceContactNote", (token, main) => token.startsWith(main)),
    ],
    "refresh-tokens-read-contacts": [
      "Reading a contact takes a refresh token for an access token",
      trading("refresh_token", "access_token", (incoming, other) => {
        const own = incoming.operation === "getContact" ? other(bornToken(incoming) ?? "") : undefined;
        return own === undefined ? incoming : asBearer(incoming, own);
      }),
    ],
    "keys-need-no-scheme": [
      "The key alone, without Bearer before it, is accepted",
      admitting(bearerOperations, withoutScheme),
    ],
    "any-scheme-will-do-for-webhooks": [
      "Reading a webhook takes the key behind any scheme",
      admitting("getWebhook", behindOtherSchemes),
    ],
    "any-token-will-do-for-writes": [
      "Replacing a note looks whether there is a bearer token, not which",
      admitting("replaceContactNote", presentsHeader(/^Bearer not\./)),
    ],
    "anonymous-reads-come-out-of-a-cache": [
      "Whoever has no credential gets what a caller with one was given before",
      fromCache(isCrmRead, anonymous),
    ],
    "empty-authorization-is-nobody-to-refuse": [
      "An Authorization header without a value is taken for a caller inside the network",
      onRequest("crm", asMain, ({ headers }) => headers.get("authorization") === ""),
    ],
    "nobody-is-shown-the-webhook": [
      "The 401 of a webhook carries the webhook",
      disclosing("getWebhook", anonymous, attaching("error/webhook")),
    ],
    "private-contacts-ask-for-no-key": [
      "A private contact is read without a credential",
      openingThePrivate(anonymous),
    ],
    "keys-may-lack-their-end": [
      "An API key is compared as far as it was sent",
      admitting(bearerOperations, withoutItsEnd),
    ],
    "keys-have-no-letter-case": [
      "An API key is compared without regard to case",
      admitting(bearerOperations, inAnotherCase),
    ],
  },
});
