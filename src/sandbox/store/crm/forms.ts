import type { JsonObject } from "../../../core/model/json-object.ts";
import { Entity, instantColumn, integerColumn, jsonColumn, organization, textColumn } from "../entity.ts";
import { contacts } from "./contacts.ts";

export const forms = new Entity("crm_form", { organizationId: organization, name: textColumn.required });

/** A form submission; `contactId` is null if the sender is unknown. */
export const submissions = new Entity("crm_form_submission", {
  organizationId: organization,
  formId: integerColumn.required.to(forms.table),
  contactId: integerColumn.to(contacts.table),
  fields: jsonColumn<JsonObject>().required,
  submittedAt: instantColumn.required,
});
