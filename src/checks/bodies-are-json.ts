import { defineCheck } from "../core/model/check.ts";
import { isJsonMediaType } from "../core/model/json-media-type.ts";
import { isSuccess, responseOf, type Exchange } from "../core/model/exchange.ts";
import { interfacesStating } from "./support/interfaces-stating.ts";
import { crmErrorForm, owesProblem } from "./support/errors.ts";
import { statusOf, violation } from "./support/judgements.ts";
import { isUnversioned } from "./support/unversioned.ts";

/** A gateway may answer these instead of the platform, with any body. */
const gateways: readonly number[] = [502, 504];

/**
 * Whether an error is stated to be JSON: a CRM error with a body of one of its forms, a donation error that owes the
 * envelope. Nothing is stated for the volunteer interface (U-26).
 */
const isStatedError = (exchange: Exchange): boolean => {
  if (exchange.interface === "donation") return owesProblem(exchange);
  if (exchange.interface !== "crm" || gateways.includes(statusOf(exchange))) return false;
  return ["canonical", "renamed", "message", "oauth"].includes(crmErrorForm(exchange) ?? "");
};

/** A 401 may be plain text, which may have any content. */
const mayBeText = (exchange: Exchange, mediaType: string): boolean =>
  exchange.interface === "crm" && statusOf(exchange) === 401 && /^\s*text\/plain\b/i.test(mediaType);

export const bodiesAreJson = defineCheck({
  id: "bodies-are-json",
  facts: ["GEN-03"],
  effect: "passive",
  interfaces: interfacesStating("GEN-03"),
  title: "Answers have JSON bodies that are announced as JSON",
  why: "Clients parse by the media type: JSON under another name reaches them as text. Errors that may be plain text are left out.",
  applies: (exchange) =>
    exchange.operation !== undefined &&
    // Other answers of the host are not judged.
    !isUnversioned(exchange) &&
    (isSuccess(exchange) ? responseOf(exchange)?.body.kind !== "empty" : isStatedError(exchange)),
  *judge(exchange) {
    const response = responseOf(exchange);
    if (response === undefined) return;
    // An error that is not JSON breaks the rule of its form.
    if (response.body.kind === "text" && isSuccess(exchange))
      yield violation({
        rule: "shape",
        message: "the body is not JSON",
        exchange,
        expected: "a JSON body",
        actual: `text(${response.body.text.length})`,
      });
    const mediaType = response.headers["content-type"];
    if (mediaType === undefined || response.body.kind !== "json" || isJsonMediaType(mediaType)) return;
    if (mayBeText(exchange, mediaType)) return;
    yield violation({
      rule: "header",
      message: isSuccess(exchange)
        ? "a JSON body is announced as something else"
        : `the JSON body of a ${response.status} is announced as something else`,
      exchange,
      expected: "Content-Type application/json",
      actual: "another media type",
    });
  },
});
