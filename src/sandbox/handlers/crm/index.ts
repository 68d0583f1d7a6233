import type { OperationIdsOf } from "../../../contract/generated/operation-types.ts";
import type { AssumedEndpoint } from "../../pipeline/assumed-endpoint.ts";
import type { HandlersOf } from "../../pipeline/handler.ts";
import { addEventContact } from "./add-event-contact.ts";
import { attendeeEndpoint } from "./assumed/attendee-endpoint.ts";
import { contactEndpoints } from "./assumed/contact-endpoints.ts";
import { eventEndpoints } from "./assumed/event-endpoints.ts";
import { formEndpoint } from "./assumed/form-endpoint.ts";
import { giftEndpoints } from "./assumed/gift-endpoints.ts";
import { noteEndpoints } from "./assumed/note-endpoints.ts";
import { projectEndpoints } from "./assumed/project-endpoints.ts";
import { reminderEndpoints } from "./assumed/reminder-endpoints.ts";
import { webhookEndpoints } from "./assumed/webhook-endpoints.ts";
import { getContact } from "./get-contact.ts";
import { getContactByReference } from "./get-contact-by-reference.ts";
import { getWebhook } from "./get-webhook.ts";
import { issueToken } from "./issue-token.ts";
import { listContactMethodTypes } from "./list-contact-method-types.ts";
import { replaceContactNote } from "./replace-contact-note.ts";

export const crmHandlers: HandlersOf<OperationIdsOf<"crm">> = {
  issueToken,
  getContactByReference,
  getContact,
  listContactMethodTypes,
  addEventContact,
  getWebhook,
  replaceContactNote,
};

/** Endpoints that the specification does not state. Every one of the 15 kinds of event is caused by some operation. */
export const crmAssumed: readonly AssumedEndpoint[] = [
  ...contactEndpoints,
  ...giftEndpoints,
  ...projectEndpoints,
  ...noteEndpoints,
  ...reminderEndpoints,
  ...eventEndpoints,
  attendeeEndpoint,
  formEndpoint,
  ...webhookEndpoints,
];
