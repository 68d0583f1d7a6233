import { boolean, decimal, instant, Kind, organizationId, text } from "./kind.ts";

/** Projects that receive gifts. */
export const projects = new Kind("project", {
  organizationId,
  name: text.sortable.replaceable,
  description: text.replaceable,
  code: text.sortable.replaceable,
  crmKey: text.replaceable,
  goal: decimal.replaceable,
  isActive: boolean.replaceable,
  isTaxDeductible: boolean.replaceable,
  createdDate: instant.required.sortable,
  modifiedDate: instant.required.sortable,
});
