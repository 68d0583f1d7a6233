import { defineCheck, send } from "../core/model/check.ts";
import { fromSchema, violation, wrongStatus } from "./support/judgements.ts";
import { jsonOf } from "../core/model/exchange.ts";
import { mainBearer } from "./support/sample-calls.ts";

export const contactMethodTypesAreListed = defineCheck({
  id: "contact-method-types-are-listed",
  facts: ["CRM-23"],
  effect: "read",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey"],
  title: "Contact method types are an array of names",
  why: "Consumers offer these names when a user adds a contact method.",
  *plan() {
    yield* send({ operation: "listContactMethodTypes", authorization: mainBearer("crm"), label: "types" });
  },
  *judge([exchange], tools) {
    if (exchange === undefined) return;
    const wrong = wrongStatus(exchange, [200], "contact method types");
    if (wrong !== undefined) return yield wrong;
    if (jsonOf(exchange) === undefined)
      return yield violation({
        rule: "missing",
        message: "the answer holds no list of names",
        exchange,
        expected: "an array of strings",
        actual: "no JSON body",
      });
    for (const broken of tools.validate(exchange)) yield fromSchema(broken, exchange);
  },
});
