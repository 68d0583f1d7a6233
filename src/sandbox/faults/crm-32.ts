import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { crmError, isCrm, isSuccess } from "./support/answers.ts";
import { admitting, bearerOf, bears, asMain, credential } from "./support/credentials.ts";

const isRevoked = bearerOf("revokedApiKey");

const reads: readonly OperationId[] = ["getContact", "listContactMethodTypes", "getWebhook"];

const accepting = (operation: OperationId, id: string, what: string): Fault =>
  defineFault({
    id,
    fact: "CRM-32",
    grade: "structural",
    title: `${what} does not ask whether a key was revoked`,
    wrap: admitting([operation], isRevoked),
  });

export const faults: readonly Fault[] = [
  defineFault({
    id: "revoked-keys-go-on-reading",
    fact: "CRM-32",
    grade: "gross",
    title: "A revoked key reads as before",
    wrap: admitting(reads, isRevoked),
  }),
  accepting("getContact", "contacts-take-revoked-keys", "Reading a contact"),
  accepting("getWebhook", "webhooks-take-revoked-keys", "Reading a webhook"),
  accepting("replaceContactNote", "notes-take-revoked-keys", "Replacing a note"),
  accepting("addEventContact", "event-contacts-take-revoked-keys", "Adding an event contact"),
  defineFault({
    id: "revoked-keys-are-forbidden",
    fact: "CRM-32",
    grade: "structural",
    title: "A revoked key gets 403 from the read of webhooks",
    wrap: (next, surroundings) => async (incoming) =>
      incoming.operation === "getWebhook" && isRevoked(incoming, surroundings)
        ? crmError(403, "FORBIDDEN", "The key was revoked.")
        : next(incoming),
  }),
  defineFault({
    id: "revoked-keys-read-out-of-a-cache",
    fact: "CRM-32",
    grade: "behavioural",
    title: "A revoked key gets what an accepted one was given before",
    wrap: (next, surroundings) => {
      const cache = new Map<string, Outgoing>();
      return async (incoming) => {
        if (!isCrm(incoming) || incoming.method !== "GET") return next(incoming);
        const { href } = incoming.url;
        const known = isRevoked(incoming, surroundings) ? cache.get(href) : undefined;
        if (known !== undefined) return known;
        const outgoing = await next(incoming);
        if (isSuccess(outgoing) && bears(incoming, surroundings, "crm", "apiKey")) cache.set(href, outgoing);
        return outgoing;
      };
    },
  }),
  defineFault({
    id: "revoked-keys-work-behind-small-letters",
    fact: "CRM-32",
    grade: "behavioural",
    title: "The list of revoked keys is asked for the scheme Bearer, not for bearer",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.headers.get("authorization") === `bearer ${credential(surroundings, "crm", "revokedApiKey")}`
          ? asMain(incoming, surroundings, "crm")
          : incoming,
      ),
  }),
];
