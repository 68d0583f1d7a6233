import { isObject, type JsonObject, parseJson } from "../../../../core/model/json-object.ts";
import type { Models } from "../../../../builtin/generated/operation-types.ts";
import { RecordRefusal } from "../../../../serving/record-store.ts";
import { JsonText, type EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { type FieldError, refuse, type SandboxRefusal } from "../../../refusal.ts";
import { type Channel, methodTypesOf } from "../../../store/crm/contacts.ts";
import { crmGifts } from "../../../store/crm/gifts.ts";
import { CallersRecords } from "../../records/record-store.ts";
import { objectsIn } from "../../records/contact-parts.ts";
import { tables } from "../../records/tables.ts";
import { notFound, refused } from "./fields.ts";

const byName = new Map(Object.entries(tables));

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
};

/** Records of one request by the names of their resources: those that the declared operations read. */
class Records {
  readonly #store: CallersRecords;

  constructor(context: EndpointContext) {
    this.#store = new CallersRecords(context, byName);
  }

  all(name: string): readonly JsonObject[] {
    return this.#store.page(name, "", 0, Number.MAX_SAFE_INTEGER).map((text) => {
      const record = parseJson(text);
      return isObject(record) ? record : {};
    });
  }

  read(name: string, id: unknown): JsonObject | undefined {
    return objectsIn([parseJson(this.#store.get(name, "", String(id)) ?? "null")])[0];
  }

  add(name: string, record: JsonObject): JsonObject {
    const key = String(this.#store.next(name));
    return objectsIn([parseJson(this.#store.add(name, "", key, JSON.stringify(record)))])[0] ?? {};
  }

  put(name: string, before: JsonObject, change: JsonObject): JsonObject {
    const text = JSON.stringify({ ...before, ...change });
    return objectsIn([parseJson(this.#store.put(name, "", String(before["id"]), text))])[0] ?? {};
  }
}

/** A type of the channel: the one that is asked for, or else the first. */
const methodType = (channel: Channel, asked: unknown, { database, caller }: EndpointContext): string => {
  const types = methodTypesOf(database, caller.organizationId);
  const wanted = types.find(({ name }) => name === asked) ?? types.find((one) => one.channel === channel);
  return wanted?.name ?? "";
};

const nameIn = (sent: JsonObject, name: string): string | undefined =>
  textOf(sent[name]) ?? textOf(sent[name.toLowerCase()]);

/** A contact as forms know it, as a record with its first individual. */
const contactIn = (sent: JsonObject, context: EndpointContext): JsonObject => {
  const [first, last] = [nameIn(sent, "firstName"), nameIn(sent, "lastName")];
  const [email, phone] = [textOf(sent["email"]), textOf(sent["phone"])];
  const name = textOf(sent["name"]) ?? [first, last].filter((part) => part !== undefined).join(" ");
  const methods = [
    ...(email === undefined ? [] : [{ type: methodType("email", sent["emailType"], context), value: email }]),
    ...(phone === undefined ? [] : [{ type: methodType("phone", sent["phoneType"], context), value: phone }]),
  ];
  const called = name === "" ? (email ?? "Unknown") : name;
  const person = {
    prefix: sent["title"],
    firstName: first ?? called,
    middleName: nameIn(sent, "middleName"),
    lastName: last ?? "",
    suffix: sent["suffix"],
    gender: sent["gender"],
    contactMethods: methods,
  };
  const addresses = objectsIn([sent["address"]]);
  return {
    contactType: textOf(sent["contactType"]) ?? textOf(sent["type"]) ?? "Household",
    name: called,
    referenceSource: sent["referenceSource"],
    referenceId: sent["referenceId"],
    tags: sent["tags"],
    customFields: sent["customFields"],
    contactIndividuals: [person],
    ...(addresses.length === 0 ? {} : { contactAddresses: addresses }),
  };
};

const hasReference = ({ contactReferences }: JsonObject, id: string, source: string | undefined): boolean =>
  objectsIn(contactReferences).some(
    (one) => one["id"] === id && (source === undefined || one["source"] === source),
  );

const hasEmail = ({ contactIndividuals }: JsonObject, email: string): boolean =>
  objectsIn(contactIndividuals).some(({ contactMethods }) =>
    objectsIn(contactMethods).some(({ value }) => textOf(value)?.toLowerCase() === email),
  );

/** The contact that is named: by its id, by its reference, or by an e-mail address. */
const namedContact = (sent: JsonObject, records: Records): JsonObject | undefined => {
  const id = textOf(sent["id"]);
  if (id !== undefined) return records.read("contact", id);
  const [reference, source] = [textOf(sent["referenceId"]), textOf(sent["referenceSource"])];
  const email = textOf(sent["email"])?.toLowerCase();
  const all = reference === undefined && email === undefined ? [] : records.all("contact");
  return (
    all.find((one) => reference !== undefined && hasReference(one, reference, source)) ??
    all.find((one) => email !== undefined && hasEmail(one, email))
  );
};

const takeContact = (sent: JsonObject, context: EndpointContext, records: Records): JsonObject => {
  const known = namedContact(sent, records);
  if (known === undefined) return records.add("contact", contactIn(sent, context));
  const { contactType, name } = contactIn(sent, context);
  const isNamed = textOf(sent["name"]) !== undefined;
  return records.put("contact", known, {
    ...(textOf(sent["contactType"]) === undefined ? {} : { contactType }),
    ...(isNamed ? { name } : {}),
    ...(sent["tags"] === undefined ? {} : { tags: sent["tags"] }),
    ...(sent["customFields"] === undefined ? {} : { customFields: sent["customFields"] }),
  });
};

/** The project that a designation names by its id, its code or its name; one with a new name is created. */
const namedProject = (sent: JsonObject, records: Records): unknown => {
  const [id, code, name] = [textOf(sent["id"]), textOf(sent["code"]), textOf(sent["name"])];
  const known = records
    .all("project")
    .find(
      (one) =>
        String(one["id"]) === id ||
        (code !== undefined && one["projectCode"] === code) ||
        (name !== undefined && one["name"] === name),
    );
  if (known !== undefined || (name === undefined && code === undefined)) return known?.["id"] ?? null;
  return records.add("project", { name: name ?? code, projectCode: code ?? null, isActive: true })["id"];
};

/** Takes a gift with its contact; a transaction that was taken already is answered again. */
const takeGift = (sent: JsonObject, context: EndpointContext, records: Records): JsonObject => {
  const { contact, contactId, designations, ...gift } = sent;
  const [source, id] = [textOf(sent["transactionSource"]), textOf(sent["transactionId"])];
  const known =
    id === undefined
      ? undefined
      : records
          .all("gift")
          .find(
            (one) =>
              one["transactionId"] === id &&
              one["transactionSource"] === (source ?? one["transactionSource"]),
          );
  if (known !== undefined) return known;
  const [named] = objectsIn([contact ?? { id: contactId }]);
  const isKnownOnly = named === undefined || (Object.keys(named).length === 1 && "id" in named);
  const giver =
    namedContact(named ?? {}, records) ??
    (isKnownOnly ? undefined : records.add("contact", contactIn(named, context)));
  if (giver === undefined) {
    const wrong = { ...notFound(contact === undefined ? "contactId" : "contact", "contact") };
    throw new RecordRefusal("schema", wrong.message, [wrong]);
  }
  const parts = objectsIn(designations).map((one) => ({
    projectId: namedProject(one, records),
    amountDesignated: one["amountDesignated"],
  }));
  return records.add("gift", {
    ...gift,
    contactId: giver["id"],
    ...(parts.length === 0 ? {} : { giftDesignations: parts }),
  });
};

/** What a store refuses, as a refusal. */
const attempt = <Result>(work: () => Result): Result | SandboxRefusal<409 | 422> => {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof RecordRefusal)) throw thrown;
    const fields = thrown.fields.map((one): FieldError => ({ code: "INVALID", ...one }));
    return thrown.refused === "conflict" ? refuse(409, thrown.message) : refused(fields);
  }
};

const answered = <Model>(record: unknown): JsonText<Model> => new JsonText(JSON.stringify(record));

type Gift = Models["crm-beyond"]["Gift"];
type FullContact = Models["crm-beyond"]["FullContact"];

/** Creates a contact as a form knows it, or changes the one that it names (U-07). */
export const createContactTransaction: Handler<"createContactTransaction"> = ({ body }, context) =>
  attempt(() => ({
    status: 200 as const,
    body: answered<FullContact>(takeContact(Object(body) as JsonObject, context, new Records(context))),
  }));

/** The same for many. */
export const createContactBatch: Handler<"createContactBatch"> = ({ body }, context) =>
  attempt(() => {
    const records = new Records(context);
    for (const one of body.contacts) takeContact(Object(one) as JsonObject, context, records);
    return { status: 200 as const, body: { total: body.contacts.length } };
  });

/** Creates a gift with the contact that gave it, once for each transaction (U-08). */
export const createGiftTransaction: Handler<"createGiftTransaction"> = ({ body }, context) =>
  attempt(() => ({
    status: 200 as const,
    body: answered<Gift>(takeGift(Object(body) as JsonObject, context, new Records(context))),
  }));

/** The same for many, which share what is said once. */
export const createGiftTransactions: Handler<"createGiftTransactions"> = ({ body }, context) =>
  attempt(() => {
    const { transactions, defaultGiftDate, defaultGiftType, transactionSource, batch } = body;
    const shared = { giftDate: defaultGiftDate, giftType: defaultGiftType, transactionSource, batch };
    const records = new Records(context);
    const gifts = transactions.map((one) =>
      takeGift({ ...withoutNothing(shared), ...withoutNothing(one) }, context, records),
    );
    return { status: 200 as const, body: answered<Gift[]>(gifts) };
  });

const withoutNothing = (sent: object): JsonObject =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined));

/** Takes a gift back by another one of the same amount below zero; once. */
export const reverseGift: Handler<"reverseGift"> = ({ body }, context) => {
  const { database, caller, clock } = context;
  const records = new Records(context);
  const { reversedGiftId } = body;
  const reversed = records.read("gift", reversedGiftId);
  if (reversed === undefined) return refused([notFound("reversedGiftId", "gift")]);
  if (records.all("gift").some((one) => one["reversedGiftId"] === reversedGiftId))
    return refuse(409, "The gift is taken back already.");
  const { organizationId } = caller;
  const own = crmGifts.findIn(database, organizationId, reversedGiftId);
  if (own === undefined) throw new Error(`gift ${reversedGiftId} is seen, but not stored`);
  const id = crmGifts.add(database, {
    organizationId,
    contactId: own.contactId,
    amount: -own.amount,
    givenAt: clock.now(),
    giftType: "Reversing Transaction",
    more: withoutNothing({ reversedGiftId, notes: body.notes }),
  });
  const gift = records.read("gift", id) ?? {};
  context.emit("giftCreate", { gift });
  return { status: 200, body: answered<Gift>(gift) };
};

const earthRadiusInMiles = 3958.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The distance along a great circle (haversine). */
const milesBetween = (one: Place, other: Place): number => {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const across = Math.sin((to - from) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * earthRadiusInMiles * Math.asin(Math.sqrt(across + Math.cos(from) * Math.cos(to) * along));
};

/** Contacts whose addresses were sent with a place near the one that is asked for. */
export const listNearbyContacts: Handler<"listNearbyContacts"> = ({ query, body }, context) => {
  const { skip = 0, take = 10 } = query;
  const isNear = ({ latitude, longitude }: JsonObject): boolean =>
    typeof latitude === "number" &&
    typeof longitude === "number" &&
    milesBetween({ latitude, longitude }, body) <= body.distanceInMiles;
  const near = new Records(context)
    .all("contact")
    .filter(({ contactAddresses }) => objectsIn(contactAddresses).some(isNear));
  return {
    status: 200,
    body: answered<Models["crm-beyond"]["ContactListItem"][]>(near.slice(skip, skip + take)),
  };
};
