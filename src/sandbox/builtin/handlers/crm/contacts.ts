import type { Models } from "../../../../builtin/generated/operation-types.ts";
import { JsonText, type EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse } from "../../../refusal.ts";
import {
  findContact,
  findContactByReference,
  findContacts,
  methodTypesOf,
  type Contact,
} from "../../../store/crm/contacts.ts";
import { contactJson } from "../../../store/crm/contact-json.ts";
import { viewerOf } from "./caller.ts";
import { contactLink } from "./views/links.ts";

/** A contact as answered, written by the database. */
const viewOf = (
  { id, organizationId }: Pick<Contact, "id" | "organizationId">,
  { database, clock, assumptions }: EndpointContext,
): JsonText<Models["crm"]["Contact"]> =>
  new JsonText(contactJson(database, organizationId, id, { now: clock.now(), assumptions }));

const shown = (
  contact: Contact | undefined,
  context: EndpointContext,
  missing = "There is no such contact.",
) =>
  contact === undefined ? refuse(404, missing) : { status: 200 as const, body: viewOf(contact, context) };

/** A contact by id (CRM-22); one that the caller may not see does not exist (CRM-02). */
export const getContact: Handler<"getContact"> = ({ path }, context) =>
  shown(findContact(context.database, viewerOf(context.caller), path.contactId), context);

/** A contact by its id in an outside system, for HMAC-signed requests only (CRM-21). */
export const getContactByReference: Handler<"getContactByReference"> = ({ path }, context) =>
  shown(
    findContactByReference(context.database, viewerOf(context.caller), path.referenceId),
    context,
    "There is no contact with that reference.",
  );

/** Names of the organization's contact method types (CRM-23). */
export const listContactMethodTypes: Handler<"listContactMethodTypes"> = (
  _request,
  { database, caller },
) => ({
  status: 200,
  body: methodTypesOf(database, caller.organizationId).map(({ name }) => name),
});

/** The envelope stated for lists and searches, which no stated operation uses (CRM-28). */
export const searchContacts: Handler<"searchContacts"> = ({ query }, { database, caller, baseUrl }) => {
  const { search = "", skip = 0, take = 20 } = query;
  const { list, total } = findContacts(database, viewerOf(caller), search, { skip, take });
  return {
    status: 200,
    body: { list: list.map((found) => ({ ...found, contactUrl: contactLink(baseUrl, found.id) })), total },
  };
};

/** Types of the same channel as the one that is asked for, or whose name has that word; all without a name. */
export const listRelatedMethodTypes: Handler<"listRelatedMethodTypes"> = (
  { query },
  { database, caller },
) => {
  const types = methodTypesOf(database, caller.organizationId);
  const sought = (query.name ?? "").toLowerCase();
  const channels = types
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .map(({ channel }) => channel);
  return {
    status: 200,
    body: types.filter(({ channel }) => channels.includes(channel)).map(({ name }) => name),
  };
};
