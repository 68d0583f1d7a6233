import { defineCheck } from "../harness/model/check.ts";
import { isJsonMediaType } from "../harness/model/json-media-type.ts";
import { isSuccess, responseOf } from "../harness/model/exchange.ts";
import { violation } from "./support/judgements.ts";

export const bodiesAreJson = defineCheck({
  id: "bodies-are-json",
  facts: ["GEN-03"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm", "donation", "volunteer"],
  title: "Successful answers have JSON bodies",
  why: "Clients parse every successful body as JSON. Other checks judge the errors that may be plain text.",
  applies: (exchange) =>
    isSuccess(exchange) &&
    exchange.operation !== undefined &&
    // What a host answers beside the interface is its own affair.
    exchange.call?.unversioned !== true &&
    responseOf(exchange)?.body.kind !== "empty",
  *judge(exchange) {
    const response = responseOf(exchange);
    if (response === undefined) return;
    if (response.body.kind === "text")
      yield violation({
        rule: "shape",
        message: "the body is not JSON",
        exchange,
        expected: "a JSON body",
        actual: `text(${response.body.text.length})`,
      });
    const mediaType = response.headers["content-type"];
    if (mediaType !== undefined && response.body.kind === "json" && !isJsonMediaType(mediaType))
      yield violation({
        rule: "header",
        message: "a JSON body is announced as something else",
        exchange,
        expected: "Content-Type application/json",
        actual: "another media type",
      });
  },
});
