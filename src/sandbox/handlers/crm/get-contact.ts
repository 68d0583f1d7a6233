import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { findContact } from "../../store/crm/contacts.ts";
import { viewerOf } from "./viewer.ts";
import { contactView } from "./views/contact-view.ts";

/** A contact by its id (CRM-22); one that the caller may not see is not there (CRM-02). */
export const getContact: Handler<"getContact"> = ({ path }, context) => {
  const contact = findContact(context.database, viewerOf(context.caller), path.contactId);
  return contact === undefined
    ? refuse(404, "There is no such contact.")
    : { status: 200, body: contactView(contact, context) };
};
