import type { Handler } from "../../pipeline/handler.ts";
import { methodTypesOf } from "../../store/crm/contact-methods.ts";

/** The names of the contact method types that the organization has set up (CRM-23). */
export const listContactMethodTypes: Handler<"listContactMethodTypes"> = (
  _request,
  { database, caller },
) => ({
  status: 200,
  body: methodTypesOf(database, caller.organizationId).map(({ name }) => name),
});
