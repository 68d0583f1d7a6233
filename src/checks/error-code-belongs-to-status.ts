import { defineCheck } from "../core/model/check.ts";
import { jsonOf } from "../core/model/exchange.ts";
import { equalRefusals } from "./support/equal-refusals.ts";
import { codeOfStatus, isCanonicalError } from "./support/errors.ts";
import { at } from "./support/json.ts";
import { statusOf, violation } from "./support/judgements.ts";

const listed = new Set(codeOfStatus.values());

export const errorCodeBelongsToStatus = defineCheck({
  id: "error-code-belongs-to-status",
  facts: ["CRM-43"],
  effect: "passive",
  interfaces: ["crm"],
  title: "error.code is the code of the HTTP status",
  why: "Clients that branch on the code and clients that branch on the status must act alike.",
  applies: (exchange) =>
    isCanonicalError(exchange) &&
    codeOfStatus.has(statusOf(exchange)) &&
    typeof at(jsonOf(exchange), "/error/code") === "string",
  *judge(exchange) {
    const expected = codeOfStatus.get(statusOf(exchange));
    const code = at(jsonOf(exchange), "/error/code");
    if (expected === undefined || typeof code !== "string" || code === expected) return;
    yield violation({
      rule: "enum",
      message: `a ${statusOf(exchange)} carries a code other than ${expected}`,
      exchange,
      pointer: "/error/code",
      expected,
      actual: listed.has(code) ? code : "another code",
    });
  },
  sample: equalRefusals,
});
