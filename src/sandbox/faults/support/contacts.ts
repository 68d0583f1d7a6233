import type { Fault, FaultSurroundings, Incoming } from "../fault.ts";
import { admitting, configured } from "./credentials.ts";

/** The two ways of reading a contact. */
export const contactReads = ["getContact", "getContactByReference"] as const;

/** Amounts of a contact. */
export const amounts = ["giftAskAmount", "lifeToDateGiving", "yearToDateGiving", "lastGiftAmount"] as const;

export const individuals = "contactIndividuals/*";

export const methods = "contactIndividuals/*/contactMethods/*";

const isPrivateContact = ({ path }: Incoming, surroundings: FaultSurroundings): boolean =>
  path["contactId"] === String(configured(surroundings, "crm", "records/privateContactId"));

/** Lets certain callers read the private contact, and no other. */
export const openingThePrivate = (
  who: (incoming: Incoming, surroundings: FaultSurroundings) => boolean,
): Fault["wrap"] =>
  admitting(
    ["getContact"],
    (incoming, surroundings) => isPrivateContact(incoming, surroundings) && who(incoming, surroundings),
  );
