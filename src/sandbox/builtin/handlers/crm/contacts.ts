import type { Models } from "../../../../builtin/generated/operation-types.ts";
import { JsonText, type EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { notConfigured, refuse, type SandboxRefusal } from "../../../refusal.ts";
import {
  addresses,
  contactMethods,
  contacts,
  findContact,
  findContactByReference,
  individuals,
  isReferenceTaken,
  methodTypesOf,
  findContacts,
  type AddressInput,
  type Contact,
  type ContactInput,
  type ContactMethod,
  type IndividualInput,
} from "../../../store/crm/contacts.ts";
import { contactJson } from "../../../store/crm/contact-json.ts";
import { createReader, refused } from "./fields.ts";
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

type NewMethod = Pick<ContactMethod, "value" | "isOptedIn" | "isPrimary">;

/** Creates a contact with its individuals, their methods and its address (U-07). */
export const createContact: Handler<"createContact"> = ({ body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const { errors, read } = createReader(context);
  const input = read<ContactInput>(contacts, body);
  const typeIds = new Map(methodTypesOf(database, organizationId).map(({ id, name }) => [name, id]));
  const methodIn = (method: Models["crm-beyond"]["NewContactMethod"], index: number, path: string) => {
    const typeId = typeIds.get(method.type);
    if (typeId === undefined) {
      const field = `${path}contactMethods[${index}].type`;
      errors.push(notConfigured(field, "contact method type", method.type, [...typeIds.keys()]));
    }
    const sent = read<NewMethod>(contactMethods, method, { isPrimary: index === 0 });
    return { ...sent, typeId: typeId ?? 0 };
  };
  const people = (body.contactIndividuals ?? []).map((person, index) => {
    const path = `contactIndividuals[${index}].`;
    // The first individual is primary and the second secondary, unless the body says otherwise.
    const position = { isPrimary: index === 0, isSecondary: index === 1 };
    const individual = read<IndividualInput>(individuals, person, position);
    if (!hasBirthday(individual)) {
      const message = "The month does not have that day.";
      errors.push({ field: `${path}birthDay`, code: "OUT_OF_RANGE", message });
    }
    return { individual, methods: (person.contactMethods ?? []).map((one, at) => methodIn(one, at, path)) };
  });
  if (errors.length > 0) return refused(errors);
  if (isTaken(input.referenceId, undefined, context)) return taken();
  const now = clock.now();
  const contact = { ...input, organizationId, createdAt: now, modifiedAt: now };
  const contactId = contacts.add(database, contact);
  for (const { individual, methods } of people) {
    const individualId = individuals.add(database, { ...individual, organizationId, contactId });
    for (const method of methods) contactMethods.add(database, { ...method, organizationId, individualId });
  }
  if (body.address)
    addresses.add(database, {
      ...read<AddressInput>(addresses, body.address, { isPrimary: true }),
      organizationId,
      contactId,
    });
  const view = viewOf({ id: contactId, organizationId }, context);
  emit("contactCreate", { contact: view.read() });
  return { status: 200, body: view };
};

/** Without a year, the 29th of February is allowed. */
const hasBirthday = ({ birthMonth, birthDay, birthYear }: IndividualInput): boolean =>
  birthMonth === null ||
  birthDay === null ||
  new Date(Date.UTC(birthYear ?? 2000, birthMonth - 1, birthDay)).getUTCDate() === birthDay;

/** Replaces a contact without its parts; its type and its name stay if the body omits them (U-07). */
export const updateContact: Handler<"updateContact"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const known = findContact(database, viewerOf(caller), path.contactId);
  if (known === undefined) return refuse(404, "There is no such contact.");
  const { errors, read } = createReader(context);
  const { contactType, name } = known;
  const input = read<ContactInput>(contacts, body, { contactType, name });
  if (errors.length > 0) return refused(errors);
  if (isTaken(input.referenceId, known, context)) return taken();
  contacts.save(database, known.id, { ...input, modifiedAt: clock.now() });
  const view = viewOf(known, context);
  emit("contactUpdate", { contact: view.read() });
  return { status: 200, body: view };
};

const isTaken = (
  referenceId: string | null,
  own: Contact | undefined,
  { database, caller }: EndpointContext,
): boolean => referenceId !== null && isReferenceTaken(database, caller.organizationId, referenceId, own?.id);

const taken = (): SandboxRefusal<409> => refuse(409, "Another contact has that reference.");
