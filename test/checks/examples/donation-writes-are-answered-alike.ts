import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("donation-writes-are-answered-alike", {
  "DON-17": ["replaceSegment", "header-names"],
  "GEN-03": ["replaceCampaign", "json-order"],
});
