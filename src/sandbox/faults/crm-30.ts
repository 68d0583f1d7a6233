import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Outgoing } from "./fault.ts";
import { crmError, isCrm, isSuccess } from "./support/answers.ts";
import { admitting, anonymous, bornToken, mainCredential, asMain } from "./support/credentials.ts";

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
    "keys-need-no-scheme": [
      "The key alone, without Bearer before it, is accepted",
      admitting(
        bearerOperations,
        ({ headers }, surroundings) => headers.get("authorization") === mainCredential(surroundings, "crm"),
      ),
    ],
    "any-scheme-will-do-for-webhooks": [
      "Reading a webhook takes the key behind any scheme",
      admitting(["getWebhook"], ({ headers }, surroundings) =>
        (headers.get("authorization") ?? "").endsWith(` ${mainCredential(surroundings, "crm")}`),
      ),
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
  },
});
