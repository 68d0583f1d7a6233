import type { Call, CallBody } from "../../harness/model/exchange.ts";

/** Truncated JSON, which is unreadable. */
export const malformedJson: CallBody = {
  kind: "text",
  text: '{"queryType": 0, "groups": [',
  mediaType: "application/json",
};

/** The call with a comma after the last property of its body, which RFC 8259 does not allow. */
export const withTrailingComma = ({ body, ...call }: Call): Call => {
  const text = JSON.stringify(body?.kind === "json" ? body.value : {}).replace(/\}$/, ",}");
  return { ...call, body: { kind: "text", text, mediaType: "application/json" } };
};
