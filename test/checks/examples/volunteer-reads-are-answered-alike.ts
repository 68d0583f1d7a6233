import { refusing } from "../kit/equal-requests-examples.ts";

export const examples = refusing("volunteer-reads-are-answered-alike", {
  "VOL-01": ["listUsers", "query-values"],
  "VOL-02": ["getUser", "path-encoding"],
});
