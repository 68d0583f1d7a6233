import { isObject, type JsonObject } from "../../../core/model/json-object.ts";
import { RecordRefusal } from "../../../serving/record-store.ts";
import type { EndpointContext } from "../../pipeline/endpoint.ts";
import { notConfigured } from "../../refusal.ts";
import { contactJson } from "../../store/crm/contact-json.ts";
import {
  addresses,
  type AddressInput,
  contactMethods,
  type ContactMethod,
  type IndividualInput,
  individuals,
  methodTypesOf,
} from "../../store/crm/contacts.ts";
import { sql } from "../../store/sql.ts";
import { columnsOf, refuseFor, type TableRecords, withRequired } from "./table-records.ts";

/** Announces that a contact has changed with one of its parts. */
export const announceContact = ({ contactId }: JsonObject, context: EndpointContext): void => {
  const { database, caller, clock, assumptions, emit } = context;
  if (typeof contactId !== "number") return;
  const text = contactJson(database, caller.organizationId, contactId, { now: clock.now(), assumptions });
  emit("contactUpdate", { contact: JSON.parse(text) as JsonObject });
};

type NewMethod = Pick<ContactMethod, "value" | "isOptedIn" | "isPrimary">;

/** The columns of a method. @throws RecordRefusal for a type that the organization has not configured */
export const methodColumns = (
  record: JsonObject,
  context: EndpointContext,
  at: { readonly path?: string; readonly isFirst?: boolean } = {},
) => {
  const { path = "", isFirst = false } = at;
  const types = methodTypesOf(context.database, context.caller.organizationId);
  const type = types.find(({ name }) => name === record["type"]);
  const names = types.map(({ name }) => name);
  if (type === undefined)
    refuseFor([notConfigured(`${path}type`, "contact method type", String(record["type"]), names)]);
  const columns = columnsOf<NewMethod>(contactMethods, record, {
    shown: ["type", "contactIndividualId"],
    context,
    otherwise: { isPrimary: isFirst },
  });
  return { ...columns, typeId: type?.id ?? 0 };
};

/** Without a year, the 29th of February is allowed. */
const hasBirthday = ({ birthMonth, birthDay, birthYear }: IndividualInput): boolean =>
  birthMonth === null ||
  birthDay === null ||
  new Date(Date.UTC(birthYear ?? 2000, birthMonth - 1, birthDay)).getUTCDate() === birthDay;

/** Values of an individual that answers compute. */
const computed = ["contactId", "contactMethods", "birthDate", "avatarUrl"];

/** The columns of an individual. @throws RecordRefusal for a day that its month does not have */
export const personColumns = (
  record: JsonObject,
  context: EndpointContext,
  at: { readonly path?: string; readonly otherwise?: Partial<IndividualInput> } = {},
) => {
  const { path = "", otherwise = {} } = at;
  const columns = columnsOf<IndividualInput>(individuals, record, { shown: computed, context, otherwise });
  const message = "The month does not have that day.";
  if (!hasBirthday(columns)) refuseFor([{ field: `${path}birthDay`, code: "OUT_OF_RANGE", message }]);
  // An age that is known without the year of birth stays as it is sent.
  const { approximateAge, ...more } = columns.more ?? {};
  const rest = columns.birthYear === null && approximateAge !== undefined ? columns.more : more;
  return { ...columns, more: rest === null || Object.keys(rest).length === 0 ? null : rest };
};

export const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The columns of an address; clients name its state and its country by codes, too. */
export const addressColumns = (
  record: JsonObject,
  context: EndpointContext,
  otherwise: Partial<AddressInput> = {},
) => {
  const { stateCode, countryCode } = record;
  const named = { ...record, state: record["state"] ?? stateCode, country: record["country"] ?? countryCode };
  return columnsOf<AddressInput>(addresses, named, { shown: ["contactId"], context, otherwise });
};

/** Adds the methods of an individual. */
export const addMethods = (
  individualId: number,
  methods: readonly JsonObject[],
  context: EndpointContext,
  path = "",
): void => {
  const { database, caller } = context;
  for (const [at, method] of methods.entries()) {
    const columns = methodColumns(method, context, {
      path: `${path}contactMethods[${at}].`,
      isFirst: at === 0,
    });
    contactMethods.add(database, { ...columns, organizationId: caller.organizationId, individualId });
  }
};

const numberIn = (record: JsonObject, name: string): number => {
  const value = record[name];
  if (typeof value === "number") return value;
  const message = `${name} is required.`;
  throw new RecordRefusal("schema", message, [{ field: name, message }]);
};

export const individualTable = (rows: TableRecords["rows"]): TableRecords => ({
  entity: individuals,
  rows,
  writes: {
    touches: announceContact,
    add: (record, id, context) => {
      const { database, caller } = context;
      const contactId = numberIn(record, "contactId");
      const row = { ...personColumns(record, context), organizationId: caller.organizationId, contactId, id };
      individuals.add(database, row);
      addMethods(id, objectsIn(record["contactMethods"]), context);
    },
    put: (record, id, context, before) => {
      individuals.save(
        context.database,
        id,
        personColumns(withRequired(individuals, record, before), context),
      );
      changeParts(before, record, "contactMethods", {
        add: (method) => addMethods(id, [method], context),
        put: (method, methodId) =>
          contactMethods.save(context.database, methodId, methodColumns(method, context)),
      });
    },
    remove: (id, { database }) => {
      database.run(sql`delete from crm_contact_method where individual_id = ${id}`);
      database.run(sql`delete from crm_event_contact where individual_id = ${id}`);
      database.run(sql`delete from crm_event_attendee where individual_id = ${id}`);
      individuals.remove(database, id);
    },
  },
});

/** Adds and changes the parts that a record has in another form than before. */
export const changeParts = (
  before: JsonObject,
  after: JsonObject,
  name: string,
  write: {
    readonly add: (part: JsonObject) => void;
    readonly put: (part: JsonObject, id: number) => void;
  },
): void => {
  const known = new Map(objectsIn(before[name]).map((part) => [part["id"], part]));
  for (const part of objectsIn(after[name])) {
    const old = known.get(part["id"]);
    if (old === undefined) write.add(part);
    else if (JSON.stringify(old) !== JSON.stringify({ ...old, ...part }))
      write.put({ ...old, ...part }, Number(part["id"]));
  }
};

const contactOfPerson = (individualId: unknown, { database }: EndpointContext): JsonObject => ({
  contactId: individuals.find(database, sql`id = ${Number(individualId)}`)?.contactId,
});

export const methodTable = (rows: TableRecords["rows"]): TableRecords => ({
  entity: contactMethods,
  rows,
  writes: {
    touches: (record, context) =>
      announceContact(contactOfPerson(record["contactIndividualId"], context), context),
    add: (record, id, context) => {
      const { organizationId } = context.caller;
      const individualId = numberIn(record, "contactIndividualId");
      contactMethods.add(context.database, {
        ...methodColumns(record, context),
        organizationId,
        individualId,
        id,
      });
    },
    put: (record, id, context, before) => {
      const whole = withRequired(contactMethods, record, before);
      contactMethods.save(context.database, id, methodColumns(whole, context));
    },
    remove: (id, { database }) => contactMethods.remove(database, id),
  },
});

export const addressTable = (rows: TableRecords["rows"]): TableRecords => ({
  entity: addresses,
  rows,
  writes: {
    touches: announceContact,
    add: (record, id, context) => {
      const { organizationId } = context.caller;
      const contactId = numberIn(record, "contactId");
      addresses.add(context.database, { ...addressColumns(record, context), organizationId, contactId, id });
    },
    put: (record, id, context) => addresses.save(context.database, id, addressColumns(record, context)),
    remove: (id, { database }) => addresses.remove(database, id),
  },
});
