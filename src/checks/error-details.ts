import { defineCheck } from "../core/model/check.ts";
import { jsonOf, type Exchange } from "../core/model/exchange.ts";
import type { SchemaViolation } from "../core/model/violation.ts";
import { isCanonicalError, isDetailsViolation } from "./support/errors.ts";
import { at } from "./support/json.ts";
import { fromSchema } from "./support/judgements.ts";

/** The token form's own names have underscores; a detail may name one of them unchanged. */
const formFields: ReadonlySet<unknown> = new Set(["grant_type", "refresh_token"]);

const namesFormField = ({ pointer, rule }: SchemaViolation, exchange: Exchange): boolean =>
  exchange.operation === "issueToken" && rule === "format" && formFields.has(at(jsonOf(exchange), pointer));

export const errorDetails = defineCheck({
  id: "error-details",
  facts: ["CRM-41"],
  effect: "passive",
  interfaces: ["crm"],
  title: "error.details is an array of camelCase field names, empty when none applies",
  why: "Forms mark the invalid field by its name; a null in place of an empty array crashes the loop over it.",
  applies: isCanonicalError,
  *judge(exchange, tools) {
    for (const broken of tools.validateModel("crm", "ErrorEnvelope", jsonOf(exchange)))
      if (isDetailsViolation(broken) && !namesFormField(broken, exchange)) yield fromSchema(broken, exchange);
  },
});
