import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Outgoing } from "./fault.ts";
import { crmError, isCrm, isSuccess } from "./support/answers.ts";
import { admitting, bearerOf, bears, asMain, credential } from "./support/credentials.ts";
import { lettingInAfter, successOf } from "./support/over-time.ts";
import { bearing, disclosing, quoting } from "./support/disclosing.ts";
import { openingThePrivate } from "./support/contacts.ts";

const isRevoked = bearerOf("revokedApiKey");

const reads: readonly OperationId[] = ["getContact", "listContactMethodTypes", "getWebhook"];

export const faults = faultsOf("CRM-32", {
  gross: {
    "revoked-keys-go-on-reading": ["A revoked key reads as before", admitting(reads, isRevoked)],
  },
  structural: {
    "contacts-take-revoked-keys": [
      "Reading a contact does not ask whether a key was revoked",
      admitting(["getContact"], isRevoked),
    ],
    "webhooks-take-revoked-keys": [
      "Reading a webhook does not ask whether a key was revoked",
      admitting(["getWebhook"], isRevoked),
    ],
    "notes-take-revoked-keys": [
      "Replacing a note does not ask whether a key was revoked",
      admitting(["replaceContactNote"], isRevoked),
    ],
    "event-contacts-take-revoked-keys": [
      "Adding an event contact does not ask whether a key was revoked",
      admitting(["addEventContact"], isRevoked),
    ],
    "revoked-keys-are-forbidden": [
      "A revoked key gets 403 from the read of webhooks",
      (next, surroundings) => async (incoming) =>
        incoming.operation === "getWebhook" && isRevoked(incoming, surroundings)
          ? crmError(403, "FORBIDDEN", "The key was revoked.")
          : next(incoming),
    ],
  },
  behavioural: {
    "revoked-keys-read-types-after-an-accepted-read": [
      "A revoked key is taken for the one that was checked just before it",
      (next, surroundings) =>
        lettingInAfter(successOf("listContactMethodTypes"), ["listContactMethodTypes"], (incoming) =>
          isRevoked(incoming, surroundings),
        )(next, surroundings),
    ],
    "revoked-keys-read-out-of-a-cache": [
      "A revoked key gets what an accepted one was given before",
      (next, surroundings) => {
        const cache = new Map<string, Outgoing>();
        return async (incoming) => {
          if (!isCrm(incoming) || incoming.method !== "GET") return next(incoming);
          const { href } = incoming.url;
          const known = isRevoked(incoming, surroundings) ? cache.get(href) : undefined;
          if (known !== undefined) return known;
          const outgoing = await next(incoming);
          if (isSuccess(outgoing) && bears(incoming, surroundings, "crm", "apiKey"))
            cache.set(href, outgoing);
          return outgoing;
        };
      },
    ],
    "revoked-keys-work-behind-small-letters": [
      "The list of revoked keys is asked for the scheme Bearer, not for bearer",
      (next, surroundings) => (incoming) =>
        next(
          incoming.headers.get("authorization") ===
            `bearer ${credential(surroundings, "crm", "revokedApiKey")}`
            ? asMain(incoming, surroundings, "crm")
            : incoming,
        ),
    ],
    "revoked-keys-are-given-the-name": [
      "The 401 of a revoked key says which contact it is about",
      disclosing(
        { of: ["getContact"], to: bearing("crm", "revokedApiKey"), interface: "crm", owner: "apiKey" },
        quoting("error/message", "name"),
      ),
    ],
    "revoked-keys-read-private-contacts": [
      "A private contact is read before it is asked whether the key was revoked",
      openingThePrivate(isRevoked),
    ],
  },
});
