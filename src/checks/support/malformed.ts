import type { CallBody } from "../../harness/model/exchange.ts";

/** JSON that is cut short: nobody can read it. */
export const malformedJson: CallBody = {
  kind: "text",
  text: '{"queryType": 0, "groups": [',
  mediaType: "application/json",
};
