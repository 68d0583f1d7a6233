import { json } from "../entity.ts";
import { sql, type Sql } from "../sql.ts";
import { addressesJson, primaryAddressJson } from "./donor-addresses.ts";
import { contactMethodsJson, emailAddressesJson, phoneNumbersJson } from "./donor-contact-methods.ts";
import { boolean, decimal, instant, integer, Kind, organizationId, part, text, type Part } from "./kind.ts";

/** The spelling of the two stated parts is an assumption; all readings accept either case of the first letter. */
const stated = (pascal: string, camel: string, json: Sql): Part => ({
  name: (assumptions) => (assumptions["U-02.details"] === "pascal" ? pascal : camel),
  comes: "details",
  json: () => json,
});

/** Donors. Totals of their gifts and their primary address are columns too, so that conditions need no other table. */
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
      part("primaryAddress", primaryAddressJson),
      part("customFields", sql`json(coalesce(record.custom_fields, '[]'))`),
      stated("DonorAddresses", "donorAddresses", addressesJson),
      stated("DonorContactMethods", "donorContactMethods", contactMethodsJson),
      part("donorEmailAddresses", emailAddressesJson, "details"),
      part("donorPhoneNumbers", phoneNumbersJson, "details"),
    ],
  },
);
