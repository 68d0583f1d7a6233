import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Webhook } from "../../../store/webhooks.ts";

/** A subscription with its secret and all 15 flags (CRM-15). */
export const webhookView = ({
  id,
  payloadUrl,
  secret,
  active,
  kinds,
}: Webhook): Models["crm"]["Webhook"] => ({
  id,
  payloadUrl,
  secret,
  active,
  contactCreate: kinds.has("contactCreate"),
  contactUpdate: kinds.has("contactUpdate"),
  giftCreate: kinds.has("giftCreate"),
  giftUpdate: kinds.has("giftUpdate"),
  giftDelete: kinds.has("giftDelete"),
  projectCreate: kinds.has("projectCreate"),
  projectUpdate: kinds.has("projectUpdate"),
  projectDelete: kinds.has("projectDelete"),
  formSubmission: kinds.has("formSubmission"),
  contactNoteCreate: kinds.has("contactNoteCreate"),
  contactNoteUpdate: kinds.has("contactNoteUpdate"),
  contactNoteDelete: kinds.has("contactNoteDelete"),
  eventCreate: kinds.has("eventCreate"),
  eventUpdate: kinds.has("eventUpdate"),
  eventDelete: kinds.has("eventDelete"),
});
