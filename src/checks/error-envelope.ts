import { defineCheck } from "../harness/model/check.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { isCanonicalError, isDetailsViolation } from "./support/errors.ts";
import { fromSchema } from "./support/judgements.ts";

export const errorEnvelope = defineCheck({
  id: "error-envelope",
  facts: ["CRM-40"],
  effect: "passive",
  interfaces: ["crm"],
  title: "A CRM error has a code, a message and details",
  why: "Clients branch on error.code; without the envelope they guess from text.",
  applies: isCanonicalError,
  *judge(exchange, tools) {
    for (const broken of tools.validateModel("crm", "ErrorEnvelope", jsonOf(exchange)))
      if (!isDetailsViolation(broken)) yield fromSchema(broken, exchange);
  },
});
