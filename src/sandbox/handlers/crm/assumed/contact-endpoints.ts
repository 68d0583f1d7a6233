import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { addresses } from "../../../store/crm/addresses.ts";
import { contactMethods } from "../../../store/crm/contact-methods.ts";
import {
  contacts,
  findContact,
  isReferenceTaken,
  searchContacts,
  type Contact,
} from "../../../store/crm/contacts.ts";
import { individuals } from "../../../store/crm/individuals.ts";
import { viewerOf } from "../viewer.ts";
import { contactView } from "../views/contact-view.ts";
import { contactLink } from "../views/links.ts";
import { readContact, readNewContact, type NewContact, type NewIndividual } from "./contact-input.ts";
import { idIn, whenKnown } from "./when-known.ts";

const create = ({ body }: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, clock, emit } = context;
  const parts = readNewContact(body, context);
  if (isRefusal(parts)) return parts;
  if (isTaken(parts.contact.referenceId, undefined, context)) return taken();
  const now = clock.now();
  const { organizationId } = caller;
  const contact = { ...parts.contact, organizationId, createdAt: now, modifiedAt: now };
  const id = contacts.add(database, contact);
  addParts(id, parts, context);
  const view = contactView({ ...contact, id }, context);
  emit("contactCreate", { contact: view });
  return { status: 200, body: view };
};

const addParts = (contactId: number, { people, address }: NewContact, context: Context): void => {
  const { organizationId } = context.caller;
  for (const person of people) addPerson(contactId, person, context);
  if (address !== undefined) addresses.add(context.database, { ...address, organizationId, contactId });
};

const addPerson = (
  contactId: number,
  { input, methods }: NewIndividual,
  { database, caller: { organizationId } }: Context,
): void => {
  const individualId = individuals.add(database, { ...input, organizationId, contactId });
  for (const method of methods) contactMethods.add(database, { ...method, organizationId, individualId });
};

const update = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, clock, emit } = context;
  const known = findContact(database, viewerOf(caller), idIn(request, "contactId"));
  if (known === undefined) return refuse(404, "There is no such contact.");
  const contact = readContact(request.body, context);
  if (isRefusal(contact)) return contact;
  if (isTaken(contact.referenceId, known, context)) return taken();
  const modifiedAt = clock.now();
  contacts.save(database, known.id, { ...contact, modifiedAt });
  const view = contactView({ ...known, ...contact, modifiedAt }, context);
  emit("contactUpdate", { contact: view });
  return { status: 200, body: view };
};

const isTaken = (
  referenceId: string | null,
  own: Contact | undefined,
  { database, caller }: Context,
): boolean => referenceId !== null && isReferenceTaken(database, caller.organizationId, referenceId, own?.id);

const taken = (): Refusal => refuse(409, "Another contact has that reference.");

const largestPage = 100;

/** The envelope that is stated for lists and searches, of which no operation is (CRM-28). */
const search = ({ query }: ParsedRequest, { database, caller, baseUrl }: Context): Answer => {
  const { search: text = "", skip = 0, take = 20 } = query;
  const page = {
    skip: Math.max(0, Number(skip)),
    take: Math.min(largestPage, Math.max(1, Number(take))),
  };
  const { list, total } = searchContacts(database, viewerOf(caller), String(text), page);
  return {
    status: 200,
    body: { list: list.map((found) => ({ ...found, contactUrl: contactLink(baseUrl, found.id) })), total },
  };
};

const path = "/api/Contact";
const parameters = [integerInPath("contactId")];
const permission = "contact.write";

/**
 * Creating contacts with their parts, replacing what a contact is without them, and searching by the beginning of
 * a name.
 */
export const contactEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "createContact",
    method: "POST",
    path,
    permission,
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-07", {
    id: "updateContact",
    method: "PUT",
    path: `${path}/{contactId}`,
    permission,
    parameters,
    readsBody: true,
    respond: update,
  }),
  whenKnown("U-07", {
    id: "searchContacts",
    method: "GET",
    path,
    permission: "contact.read",
    parameters: [
      { name: "search", in: "query", type: "string", required: false },
      { name: "skip", in: "query", type: "integer", required: false },
      { name: "take", in: "query", type: "integer", required: false },
    ],
    respond: search,
  }),
];
