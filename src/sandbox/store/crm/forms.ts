import type { JsonObject } from "../../../core/model/json-object.ts";
import { Entity, instant, integer, json, organization, text } from "../entity.ts";
import { contacts } from "./contacts.ts";

export const forms = new Entity("crm_form", { organizationId: organization, name: text.required });

/** A form submission; `contactId` is null if the sender is unknown. */
export const submissions = new Entity("crm_form_submission", {
  organizationId: organization,
  formId: integer.required.to(forms.table),
  contactId: integer.to(contacts.table),
  fields: json<JsonObject>().required,
  submittedAt: instant.required,
});
