import type { JudgeTools } from "../model/check.ts";
import { responseOf, type Exchange, type Outcome } from "../model/exchange.ts";
import type { SchemaViolation } from "../model/violation.ts";
import type { Validation } from "../validation/validation.ts";

export type JudgeValidation = Pick<Validation, "validateResponse" | "validateModel" | "instances">;

/** The tools of a run: each response is validated once, however many checks and plans use it. */
export const createJudgeTools = (validation: JudgeValidation): JudgeTools => {
  const validated = new WeakMap<Outcome, readonly SchemaViolation[]>();

  const validateFresh = (exchange: Exchange): readonly SchemaViolation[] => {
    const response = responseOf(exchange);
    if (response === undefined || exchange.operation === undefined || response.body.kind !== "json")
      return [];
    return validation.validateResponse(exchange.operation, response.status, response.body.value);
  };

  return {
    validate(exchange) {
      const known = validated.get(exchange.outcome) ?? validateFresh(exchange);
      validated.set(exchange.outcome, known);
      return known;
    },
    validateModel: (interfaceName, model, value) => validation.validateModel(interfaceName, model, value),
    instances(exchange, model) {
      const response = responseOf(exchange);
      if (response === undefined || exchange.operation === undefined || response.body.kind !== "json")
        return [];
      return validation.instances(exchange.operation, response.status, response.body.value, model);
    },
  };
};
