import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("volunteer-writes-are-answered-alike", {
  "VOL-04": ["updateProject", "accept-list"],
  "VOL-05": ["updateGroup", "accept-anything"],
  "VOL-06": ["setGroupMembers", "accept-list"],
  "GEN-03": ["updateGroup", "media-type-case"],
});
