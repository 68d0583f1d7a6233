import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("donation-reads-are-answered-alike", {
  "DON-04": ["listDonors", "query-order"],
  "DON-09": ["listPremiums", "accept-list"],
  "DON-10": ["querySegments", "accept-anything"],
  "DON-15": ["getQueryOptions", "path-encoding"],
  "DON-16": ["getQueryList", "path-encoding"],
  "GEN-03": ["queryGifts", "json-space"],
});
