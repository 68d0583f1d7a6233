import type { JsonObject } from "../../../core/model/json-object.ts";
import { RecordRefusal } from "../../../serving/record-store.ts";
import type { EndpointContext } from "../../pipeline/endpoint.ts";
import {
  addresses,
  type ContactInput,
  contacts,
  individuals,
  isReferenceTaken,
} from "../../store/crm/contacts.ts";
import { contactRecords } from "../../store/crm/contact-json.ts";
import { addMethods, addressColumns, changeParts, objectsIn, personColumns } from "./contact-parts.ts";
import { columnsOf, type TableRecords, withRequired } from "./table-records.ts";

/** What a contact's record shows and does not store itself. */
const shown =
  `lifeToDateGiving yearToDateGiving lastGiftAmount lastGiftDate createDateTimeUtc modifiedDateTimeUtc
  contactName contactViewUrl email phone contactIndividuals address contactAddresses`.split(/\s+/);

const textIn = (record: JsonObject, name: string): string | undefined => {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** With the reference that names it in an outside system among its references. */
const withReference = (record: JsonObject): JsonObject => {
  const [id, source] = [textIn(record, "referenceId"), textIn(record, "referenceSource")];
  const known = objectsIn(record["contactReferences"]);
  if (id === undefined || known.some((one) => one["id"] === id)) return record;
  return { ...record, contactReferences: [...known, { source: source ?? "Import", id }] };
};

const contactColumns = (record: JsonObject, context: EndpointContext, own?: number) => {
  const columns = columnsOf<ContactInput>(contacts, withReference(record), { shown, context });
  const { database, caller } = context;
  const { referenceId } = columns;
  if (referenceId !== null && isReferenceTaken(database, caller.organizationId, referenceId, own))
    throw new RecordRefusal("conflict", "Another contact has that reference.");
  return columns;
};

const addPerson = (record: JsonObject, contactId: number, at: number, context: EndpointContext): void => {
  const path = `contactIndividuals[${at}].`;
  // The first individual is primary and the second secondary, unless the body says otherwise.
  const otherwise = { isPrimary: at === 0, isSecondary: at === 1 };
  const { database, caller } = context;
  const columns = personColumns(record, context, { path, otherwise });
  const id = individuals.add(database, { ...columns, organizationId: caller.organizationId, contactId });
  addMethods(id, objectsIn(record["contactMethods"]), context, path);
};

const addAddress = (
  record: JsonObject,
  contactId: number,
  isPrimary: boolean,
  context: EndpointContext,
): void => {
  const columns = addressColumns(record, context, { isPrimary });
  addresses.add(context.database, { ...columns, organizationId: context.caller.organizationId, contactId });
};

export const contactTable: TableRecords = {
  entity: contacts,
  rows: contactRecords,
  writes: {
    noun: "contact",
    add: (record, id, context) => {
      const now = context.clock.now();
      const { organizationId } = context.caller;
      const columns = contactColumns(record, context);
      contacts.add(context.database, { ...columns, id, organizationId, createdAt: now, modifiedAt: now });
      for (const [at, person] of objectsIn(record["contactIndividuals"]).entries())
        addPerson(person, id, at, context);
      const sent = [...objectsIn([record["address"]]), ...objectsIn(record["contactAddresses"])];
      for (const [at, address] of sent.entries()) addAddress(address, id, at === 0, context);
    },
    put: (record, id, context, before) => {
      const { database } = context;
      const columns = contactColumns(withRequired(contacts, record, before), context, id);
      contacts.save(database, id, { ...columns, modifiedAt: context.clock.now() });
      const people = objectsIn(before["contactIndividuals"]).length;
      changeParts(before, record, "contactIndividuals", {
        add: (person) => addPerson(person, id, people, context),
        put: (person, personId) => individuals.save(database, personId, personColumns(person, context)),
      });
      const primary = objectsIn([before["address"]])[0];
      changeParts(before, record, "contactAddresses", {
        add: (address) => addAddress(address, id, primary === undefined, context),
        put: (address, addressId) => addresses.save(database, addressId, addressColumns(address, context)),
      });
      const [sent] = objectsIn([record["address"]]);
      if (sent === undefined || JSON.stringify(sent) === JSON.stringify(primary)) return;
      if (primary === undefined) addAddress(sent, id, true, context);
      else addresses.save(database, Number(primary["id"]), addressColumns({ ...primary, ...sent }, context));
    },
    remove: (id, { database }) => contacts.remove(database, id),
  },
};
