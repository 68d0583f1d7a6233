import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("crm-writes-are-answered-alike", {
  "CRM-26": ["replaceContactNote", "accept-list"],
  "GEN-03": ["replaceContactNote", "json-escapes"],
});
