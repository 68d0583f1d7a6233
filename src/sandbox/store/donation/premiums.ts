import { boolean, decimal, instant, integer, Kind, organizationId, text } from "./kind.ts";

/** Thank-you presents for a gift. */
export const premiums = new Kind("premium", {
  organizationId,
  name: text.required.sortable,
  description: text,
  code: text.required.sortable,
  fairMarketValue: decimal.required,
  minimumGift: decimal,
  quantityOnHand: integer,
  isActive: boolean.required,
  createdDate: instant.required.sortable,
  modifiedDate: instant.required.sortable,
});
