import type { JudgeTools, Violation } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { formOf } from "../harness/validation/shape-of.ts";
import { violation } from "./support/judgements.ts";
import { misspeltFields, showsModel } from "./support/misspelt-fields.ts";
import { modelFields } from "./support/model-fields.ts";
import { unseenFields } from "./support/unseen-fields.ts";

/**
 * Any field may be missing (U-01), but a contact without any of them is none. A read by id is left to CRM-22, since
 * its record may be more than the Contact model (U-35).
 */
const noContact = function* (exchange: Exchange): Generator<Violation> {
  const body = jsonOf(exchange);
  if (exchange.operation !== "getContactByReference" || showsModel("Contact", body)) return;
  yield violation({
    rule: "shape",
    message: "the answer has no field of a contact",
    exchange,
    expected: "a contact",
    actual: formOf(body),
  });
};

const besides = function* (exchange: Exchange, tools: JudgeTools): Generator<Violation> {
  yield* misspeltFields("Contact", exchange, tools);
  yield* noContact(exchange);
};

export const contactFields = modelFields({
  id: "contact-fields",
  fact: "CRM-01",
  interfaces: ["crm"],
  models: ["Contact"],
  title: "A contact has its documented fields and types",
  why: "Generated types promise these fields; a null or a wrong type fails only at run time.",
  besides,
  sample: unseenFields("Contact"),
});
