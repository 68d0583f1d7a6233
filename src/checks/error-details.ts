import { defineCheck } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { isCanonicalError } from "./support/crm-error.ts";
import { isDetailsViolation } from "./support/error-details.ts";
import { fromSchema } from "./support/judgements.ts";

export const errorDetails = defineCheck({
  id: "error-details",
  facts: ["CRM-41"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm"],
  title: "error.details is an array of camelCase fields, empty when none applies",
  why: "Forms mark the failing field by this name; a null in place of an empty array crashes the loop over it.",
  applies: isCanonicalError,
  *judge(exchange, tools) {
    for (const broken of tools.validateModel("crm", "ErrorEnvelope", jsonOf(exchange)))
      if (isDetailsViolation(broken)) yield fromSchema(broken, exchange);
  },
});
