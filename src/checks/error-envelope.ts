import { defineCheck } from "../core/model/check.ts";
import { jsonOf } from "../core/model/exchange.ts";
import { crmErrorForm, isDetailsViolation } from "./support/errors.ts";
import { fromSchema } from "./support/judgements.ts";

export const errorEnvelope = defineCheck({
  id: "error-envelope",
  facts: ["CRM-40"],
  effect: "passive",
  interfaces: ["crm"],
  title: "A CRM error has a code, a message and details",
  why: "Clients branch on error.code; without the envelope they guess from text.",
  applies: (exchange) => ["canonical", "renamed"].includes(crmErrorForm(exchange) ?? ""),
  *judge(exchange, tools) {
    // A body without the root key is one of the other bodies that some endpoints still return (CRM-44, U-24).
    const severity = crmErrorForm(exchange) === "renamed" ? "warning" : "error";
    for (const broken of tools.validateModel("crm", "ErrorEnvelope", jsonOf(exchange)))
      if (!isDetailsViolation(broken)) yield { ...fromSchema(broken, exchange), severity };
  },
});
