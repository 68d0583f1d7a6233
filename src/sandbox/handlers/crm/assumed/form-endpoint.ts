import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { forms, submissions } from "../../../store/crm/forms.ts";
import { viewerOf } from "../viewer.ts";
import { utcDateTime } from "../views/moment.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

const submit = (request: ParsedRequest, { database, caller, clock, emit }: Context): Answer | Refusal => {
  const form = forms.findIn(database, caller.organizationId, idIn(request, "formId"));
  if (form === undefined) return refuse(404, "There is no such form.");
  const submission = readFields(request.body, (fields) => {
    const contactId = fields.optionalWhole("contactId");
    if (contactId !== null && findContact(database, viewerOf(caller), contactId) === undefined) {
      fields.wrong("contactId", "NOT_FOUND", "There is no such contact.");
    }
    return { contactId, fields: fields.object("fields", (sent) => sent.all()) ?? {} };
  });
  if (isRefusal(submission)) return submission;
  const submittedAt = clock.now();
  const { organizationId } = caller;
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

/** Filling in a form: known only as a kind of event (U-07). */
export const formEndpoint: AssumedEndpoint = whenKnown("U-07", {
  id: "submitForm",
  method: "POST",
  path: "/api/Form/{formId}/Submissions",
  permission: "contact.write",
  parameters: [integerInPath("formId")],
  readsBody: true,
  respond: submit,
});
