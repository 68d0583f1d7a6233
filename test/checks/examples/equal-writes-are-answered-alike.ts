import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("equal-writes-are-answered-alike", {
  "GEN-03": ["updateGroup", "json-escapes"],
  "CRM-26": ["replaceContactNote", "accept-list"],
  "DON-17": ["replaceSegment", "header-names"],
  "VOL-04": ["updateProject", "accept-list"],
  "VOL-05": ["updateGroup", "accept-anything"],
  "VOL-06": ["setGroupMembers", "accept-list"],
});
