import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse, type FieldError } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { events } from "../../../store/crm/events.ts";
import { forms, submissions } from "../../../store/crm/forms.ts";
import { createView, notFound, refused } from "./fields.ts";
import { viewerOf } from "./caller.ts";
import { utcDateTime } from "../../../moment.ts";

/** An event; its fields are not stated (U-07). */
export const eventView = createView<Models["crm-beyond"]["Event"]>(events);

const unknownContact = (contactId: number, { database, caller }: EndpointContext): FieldError[] =>
  findContact(database, viewerOf(caller), contactId) === undefined ? [notFound("contactId", "contact")] : [];

/** Submits a form: known only as a kind of event (U-07). */
export const submitForm: Handler<"submitForm"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const form = forms.findIn(database, organizationId, path.formId);
  if (form === undefined) return refuse(404, "There is no such form.");
  const { contactId = null, fields } = body;
  const wrong = contactId === null ? [] : unknownContact(contactId, context);
  if (wrong.length > 0) return refused(wrong);
  const submittedAt = clock.now();
  const submission = { contactId, fields: fields ?? {} };
  const id = submissions.add(database, { ...submission, organizationId, formId: form.id, submittedAt });
  const view = {
    id,
    formId: form.id,
    formName: form.name,
    ...submission,
    submitDateTimeUtc: utcDateTime(submittedAt),
  };
  emit("formSubmission", { formSubmission: view });
  return { status: 200, body: view };
};
