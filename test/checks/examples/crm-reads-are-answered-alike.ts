import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("crm-reads-are-answered-alike", {
  "CRM-20": ["issueToken", "form-order"],
  "CRM-21": ["getContactByReference", "accept-anything"],
  "CRM-22": ["getContact", "path-encoding"],
  "CRM-23": ["listContactMethodTypes", "accept-list"],
  "CRM-25": ["getWebhook", "header-names"],
});
