/** The two ways of reading a contact. */
export const contactReads = ["getContact", "getContactByReference"] as const;

/** Amounts of a contact. */
export const amounts = ["giftAskAmount", "lifeToDateGiving", "yearToDateGiving", "lastGiftAmount"] as const;

export const individuals = "contactIndividuals/*";

export const methods = "contactIndividuals/*/contactMethods/*";
