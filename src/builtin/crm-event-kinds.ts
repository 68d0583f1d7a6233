import type { webhooks as Documented } from "./generated/types/crm.ts";

/** The 15 flags of a CRM webhook, each the name of an event kind (EVT-01). */
export const crmEventKinds = [
  "contactCreate",
  "contactUpdate",
  "giftCreate",
  "giftUpdate",
  "giftDelete",
  "projectCreate",
  "projectUpdate",
  "projectDelete",
  "formSubmission",
  "contactNoteCreate",
  "contactNoteUpdate",
  "contactNoteDelete",
  "eventCreate",
  "eventUpdate",
  "eventDelete",
] as const satisfies readonly (keyof Documented)[];

export type CrmEventKind = (typeof crmEventKinds)[number];
