import { json } from "../entity.ts";
import { addressesOf } from "./donor-addresses.ts";
import { contactMethodsOf, emailAddressesOf, phoneNumbersOf } from "./donor-contact-methods.ts";
import { boolean, decimal, instant, integer, Kind, organizationId, part, text, type Part } from "./kind.ts";

const primaryAddress = part("primaryAddress", (source) => {
  const addresses = addressesOf(source);
  return (row) => addresses(row).find(({ isPrimary }) => isPrimary) ?? null;
});

const customFields = part(
  "customFields",
  () =>
    ({ custom_fields: stored }) =>
      // Only the seed writes it.
      typeof stored === "string" ? (JSON.parse(stored) as unknown) : [],
);

/**
 * The spelling of the two stated parts is an assumption; either case of the first letter is accepted by
 * all.
 */
const stated = (pascal: string, camel: string, load: Part["load"]): Part => ({
  name: (assumptions) => (assumptions["U-02.details"] === "pascal" ? pascal : camel),
  comes: "details",
  load,
});

/**
 * Donors, with the figures of their gifts and the location of their primary address beside them, so that conditions on
 * those need no other table.
 */
export const donors = new Kind(
  "donor",
  {
    organizationId,
    name: text.required.sortable.searched,
    title: text,
    firstName: text,
    middleName: text,
    lastName: text,
    suffix: text,
    email: text.sortable.searched,
    phone: text.searched,
    city: text.sortable.searched.asked,
    state: text.asked,
    postal: text.asked,
    country: text.asked,
    notes: text,
    isOrganization: boolean.required,
    organizationName: text.searched,
    crmKey: text.searched,
    isTestMode: boolean.required,
    isArchived: boolean.required,
    giftCount: integer.required,
    lifetimeGiving: decimal.required.sortable,
    lastGiftAmount: decimal,
    lastGiftDate: instant.sortable,
    createdDate: instant.required.sortable,
    modifiedDate: instant.required.sortable,
    customFields: json(),
  },
  {
    isLarge: true,
    parts: [
      primaryAddress,
      customFields,
      stated("DonorAddresses", "donorAddresses", addressesOf),
      stated("DonorContactMethods", "donorContactMethods", contactMethodsOf),
      part("donorEmailAddresses", emailAddressesOf, "details"),
      part("donorPhoneNumbers", phoneNumbersOf, "details"),
    ],
  },
);
