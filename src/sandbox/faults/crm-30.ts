import type { OperationId } from "../../contract/generated/operations.ts";
import { lettingInAfter, storingRefused, successOf, withoutCredential } from "./support/over-time.ts";
import { faultsOf, type Outgoing } from "./fault.ts";
import { crmError, isCrm, isSuccess } from "./support/answers.ts";
import {
  admitting,
  anonymous,
  bornToken,
  withoutScheme,
  behindOtherSchemes,
  asMain,
  asBearer,
  withoutItsEnd,
  inAnotherCase,
} from "./support/credentials.ts";
import {
  alsoFinding,
  inQuery,
  inCookie,
  inHeader,
  asBasicUser,
  cutting,
  trusting,
} from "./support/elsewhere.ts";
import { objectOf } from "./support/edit.ts";
import { parse } from "./support/wrappers.ts";
import { attaching, disclosing } from "./support/disclosing.ts";
import { openingThePrivate } from "./support/contacts.ts";

const bearerOperations: readonly OperationId[] = [
  "getContact",
  "listContactMethodTypes",
  "getWebhook",
  "addEventContact",
  "replaceContactNote",
];

export const faults = faultsOf("CRM-30", {
  gross: {
    "missing-credential-is-forbidden": [
      "A request without a credential gets 403",
      (next) => async (incoming) => {
        const isAsked =
          isCrm(incoming) && incoming.operation !== undefined && incoming.operation !== "issueToken";
        return isAsked && !incoming.headers.has("authorization")
          ? crmError(403, "FORBIDDEN", "Log in first.")
          : next(incoming);
      },
    ],
    "missing-credential-leads-to-the-login": [
      "A read without a credential is redirected to the login page",
      (next, surroundings) => async (incoming) => {
        const isRead = isCrm(incoming) && incoming.method === "GET" && anonymous(incoming, surroundings);
        if (!isRead) return next(incoming);
        return { status: 302, headers: new Headers({ location: "/login" }), body: "" };
      },
    ],
  },
  structural: {
    "contacts-need-no-credential": [
      "Reading a contact needs no credential",
      admitting(["getContact"], anonymous),
    ],
    "contact-method-types-need-no-credential": [
      "Listing the contact method types needs no credential",
      admitting(["listContactMethodTypes"], anonymous),
    ],
    "reference-read-needs-no-signature": [
      "Reading a contact by reference needs no credential",
      admitting(["getContactByReference"], anonymous),
    ],
    "webhooks-need-no-credential": [
      "Reading a webhook needs no credential",
      admitting(["getWebhook"], anonymous),
    ],
    "replacing-notes-needs-no-credential": [
      "Replacing a note needs no credential",
      admitting(["replaceContactNote"], anonymous),
    ],
    "adding-event-contacts-needs-no-credential": [
      "Adding an event contact needs no credential",
      admitting(["addEventContact"], anonymous),
    ],
  },
  behavioural: {
    "event-contacts-are-added-for-nobody": [
      "An individual is added to an event though the caller was refused with 401",
      storingRefused(["addEventContact"], [401]),
      { alsoBreaks: { "CRM-32": "A revoked key is refused with 401, and adds the individual, too." } },
    ],
    "a-note-without-a-key-is-replaced-after-one-with": [
      "After two replacements with a key one without is taken, as if it came over the same connection",
      lettingInAfter(successOf("replaceContactNote"), ["replaceContactNote"], withoutCredential),
    ],
    "contacts-are-read-without-a-key-after-one-with": [
      "Whoever comes after a contact was read with a key may read contacts without one",
      lettingInAfter(successOf("getContact"), ["getContact"], withoutCredential),
    ],
    "the-scheme-may-end-in-a-colon": [
      "Reading a contact takes a key behind the scheme and a colon",
      cutting(["getContact"], /^Bearer:\s?(.+)$/),
    ],
    "refresh-tokens-replace-notes": [
      "Replacing a note takes a refresh token for an access token",
      (next, surroundings) => {
        const issued = new Set<unknown>();
        return async (incoming) => {
          const isTaken = incoming.operation === "replaceContactNote" && issued.has(bornToken(incoming));
          const outgoing = await next(isTaken ? asMain(incoming, surroundings, "crm") : incoming);
          if (incoming.operation === "issueToken" && outgoing.status === 200)
            issued.add(objectOf(parse(outgoing.body))["refresh_token"]);
          return outgoing;
        };
      },
    ],
    "cookies-by-the-name-of-the-header-are-read": [
      "Webhooks are read by whoever has a key in the cookie Authorization",
      alsoFinding(["getWebhook"], inCookie("Authorization")),
    ],
    "contacts-take-a-key-in-the-address": [
      "Reading a contact takes a key in the query parameter api_key",
      alsoFinding(["getContact"], inQuery("api_key")),
    ],
    "crm-takes-tokens-in-the-address": [
      "Every operation takes a token in the query parameter access_token, as RFC 6750 has it",
      alsoFinding(bearerOperations, inQuery("access_token")),
    ],
    "contact-method-types-take-a-cookie": [
      "Listing the contact method types takes a key in a cookie",
      alsoFinding(["listContactMethodTypes"], inCookie("access_token")),
    ],
    "notes-take-a-header-of-their-own": [
      "Replacing a note takes a key in X-Api-Key",
      alsoFinding(["replaceContactNote"], inHeader("X-Api-Key")),
    ],
    "event-contacts-take-a-proxys-header": [
      "Adding an event contact takes a key in Proxy-Authorization",
      alsoFinding(["addEventContact"], inHeader("Proxy-Authorization")),
    ],
    "webhooks-take-a-key-as-the-user": [
      "Reading a webhook takes a key as the user of Basic credentials",
      alsoFinding(["getWebhook"], asBasicUser),
    ],
    "words-behind-a-key-are-left-out": [
      "What follows a space is no part of the key",
      cutting(bearerOperations, /^Bearer (\S+) /),
    ],
    "lists-of-keys-are-read-to-the-comma": [
      "Of several keys in one header the first counts",
      cutting(["getContact"], /^Bearer ([^,]+),/),
    ],
    "cookies-outdo-the-header": [
      "A key in a cookie counts whatever the header says",
      alsoFinding(["getWebhook"], inCookie("access_token")),
    ],
    "keys-are-known-by-their-beginning": [
      "A note is replaced by whoever bears a text that begins with a key",
      trusting("crm", ["replaceContactNote"], (token, main) => token.startsWith(main)),
    ],
    "refresh-tokens-read-contacts": [
      "Reading a contact takes a refresh token for an access token",
      (next) => {
        const accessOf = new Map<string, string>();
        return async (incoming) => {
          const own =
            incoming.operation === "getContact" ? accessOf.get(bornToken(incoming) ?? "") : undefined;
          const outgoing = await next(own === undefined ? incoming : asBearer(incoming, own));
          const body = objectOf(parse(outgoing.body));
          if (incoming.operation === "issueToken" && outgoing.status === 200)
            accessOf.set(String(body["refresh_token"]), String(body["access_token"]));
          return outgoing;
        };
      },
    ],
    "keys-need-no-scheme": [
      "The key alone, without Bearer before it, is accepted",
      admitting(bearerOperations, withoutScheme),
    ],
    "any-scheme-will-do-for-webhooks": [
      "Reading a webhook takes the key behind any scheme",
      admitting(["getWebhook"], behindOtherSchemes),
    ],
    "any-token-will-do-for-writes": [
      "Replacing a note looks whether there is a bearer token, not which",
      admitting(["replaceContactNote"], (incoming) => bornToken(incoming)?.startsWith("not.") === true),
    ],
    "anonymous-reads-come-out-of-a-cache": [
      "Whoever has no credential gets what a caller with one was given before",
      (next) => {
        const cache = new Map<string, Outgoing>();
        return async (incoming) => {
          if (!isCrm(incoming) || incoming.method !== "GET") return next(incoming);
          const { href } = incoming.url;
          const isAnonymous = !incoming.headers.has("authorization");
          const known = isAnonymous ? cache.get(href) : undefined;
          if (known !== undefined) return known;
          const outgoing = await next(incoming);
          if (isSuccess(outgoing)) cache.set(href, outgoing);
          return outgoing;
        };
      },
    ],
    "empty-authorization-is-nobody-to-refuse": [
      "An Authorization header without a value is taken for a caller inside the network",
      (next, surroundings) => (incoming) =>
        next(
          incoming.url.pathname.startsWith("/crm/") && incoming.headers.get("authorization") === ""
            ? asMain(incoming, surroundings, "crm")
            : incoming,
        ),
    ],
    "nobody-is-shown-the-webhook": [
      "The 401 of a webhook carries the webhook",
      disclosing(
        { of: ["getWebhook"], to: anonymous, interface: "crm", owner: "apiKey" },
        attaching("error/webhook"),
      ),
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
