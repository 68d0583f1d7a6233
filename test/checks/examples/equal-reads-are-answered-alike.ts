import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("equal-reads-are-answered-alike", {
  "GEN-03": ["queryGifts", "json-space"],
  "CRM-20": ["issueToken", "form-order"],
  "CRM-21": ["getContactByReference", "accept-anything"],
  "CRM-22": ["getContact", "path-encoding"],
  "CRM-23": ["listContactMethodTypes", "accept-list"],
  "CRM-25": ["getWebhook", "header-names"],
  "DON-04": ["listDonors", "query-order"],
  "DON-09": ["listPremiums", "accept-list"],
  "DON-10": ["querySegments", "accept-anything"],
  "DON-15": ["getQueryOptions", "path-encoding"],
  "DON-16": ["getQueryList", "path-encoding"],
  "VOL-01": ["listUsers", "query-values"],
  "VOL-02": ["getUser", "path-encoding"],
});
