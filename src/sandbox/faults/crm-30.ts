import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { crmError, isCrm, isSuccess } from "./support/answers.ts";
import { admitting, anonymous, bornToken, mainCredential, asMain } from "./support/credentials.ts";

const bearerOperations: readonly OperationId[] = [
  "getContact",
  "listContactMethodTypes",
  "getWebhook",
  "addEventContact",
  "replaceContactNote",
];

const open = (operation: OperationId, id: string, what: string): Fault =>
  defineFault({
    id,
    fact: "CRM-30",
    grade: "structural",
    title: `${what} needs no credential`,
    wrap: admitting([operation], anonymous),
  });

export const faults: readonly Fault[] = [
  defineFault({
    id: "missing-credential-is-forbidden",
    fact: "CRM-30",
    grade: "gross",
    title: "A request without a credential gets 403",
    wrap: (next) => async (incoming) => {
      const isAsked =
        isCrm(incoming) && incoming.operation !== undefined && incoming.operation !== "issueToken";
      return isAsked && !incoming.headers.has("authorization")
        ? crmError(403, "FORBIDDEN", "Log in first.")
        : next(incoming);
    },
  }),
  defineFault({
    id: "missing-credential-leads-to-the-login",
    fact: "CRM-30",
    grade: "gross",
    title: "A read without a credential is redirected to the login page",
    wrap: (next, surroundings) => async (incoming) => {
      const isRead = isCrm(incoming) && incoming.method === "GET" && anonymous(incoming, surroundings);
      if (!isRead) return next(incoming);
      return { status: 302, headers: new Headers({ location: "/login" }), body: "" };
    },
  }),
  open("getContact", "contacts-need-no-credential", "Reading a contact"),
  open(
    "listContactMethodTypes",
    "contact-method-types-need-no-credential",
    "Listing the contact method types",
  ),
  open("getContactByReference", "reference-read-needs-no-signature", "Reading a contact by reference"),
  open("getWebhook", "webhooks-need-no-credential", "Reading a webhook"),
  open("replaceContactNote", "replacing-notes-needs-no-credential", "Replacing a note"),
  open("addEventContact", "adding-event-contacts-needs-no-credential", "Adding an event contact"),
  defineFault({
    id: "keys-need-no-scheme",
    fact: "CRM-30",
    grade: "behavioural",
    title: "The key alone, without Bearer before it, is accepted",
    wrap: admitting(
      bearerOperations,
      ({ headers }, surroundings) => headers.get("authorization") === mainCredential(surroundings, "crm"),
    ),
  }),
  defineFault({
    id: "any-scheme-will-do-for-webhooks",
    fact: "CRM-30",
    grade: "behavioural",
    title: "Reading a webhook takes the key behind any scheme",
    wrap: admitting(["getWebhook"], ({ headers }, surroundings) =>
      (headers.get("authorization") ?? "").endsWith(` ${mainCredential(surroundings, "crm")}`),
    ),
  }),
  defineFault({
    id: "any-token-will-do-for-writes",
    fact: "CRM-30",
    grade: "behavioural",
    title: "Replacing a note looks whether there is a bearer token, not which",
    wrap: admitting(["replaceContactNote"], (incoming) => bornToken(incoming)?.startsWith("not.") === true),
  }),
  defineFault({
    id: "anonymous-reads-come-out-of-a-cache",
    fact: "CRM-30",
    grade: "behavioural",
    title: "Whoever has no credential gets what a caller with one was given before",
    wrap: (next) => {
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
  }),
  defineFault({
    id: "empty-authorization-is-nobody-to-refuse",
    fact: "CRM-30",
    grade: "behavioural",
    title: "An Authorization header without a value is taken for a caller inside the network",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.url.pathname.startsWith("/crm/") && incoming.headers.get("authorization") === ""
          ? asMain(incoming, surroundings, "crm")
          : incoming,
      ),
  }),
];
