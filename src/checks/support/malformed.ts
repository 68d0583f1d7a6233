import type { CallBody } from "../../core/model/exchange.ts";

export const malformedJson: CallBody = {
  kind: "text",
  text: '{"queryType": 0, "groups": [',
  mediaType: "application/json",
};
