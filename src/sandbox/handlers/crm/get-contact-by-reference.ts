import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { findContactByReference } from "../../store/crm/contacts.ts";
import { viewerOf } from "./viewer.ts";
import { contactView } from "./views/contact-view.ts";

/** A contact by the identifier that an outside system knows it by, for HMAC-signed requests alone (CRM-21). */
export const getContactByReference: Handler<"getContactByReference"> = ({ path }, context) => {
  const contact = findContactByReference(context.database, viewerOf(context.caller), path.referenceId);
  return contact === undefined
    ? refuse(404, "There is no contact with that reference.")
    : { status: 200, body: contactView(contact, context) };
};
