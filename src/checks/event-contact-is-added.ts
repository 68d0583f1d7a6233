import { defineCheck, send } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

export const eventContactIsAdded = defineCheck({
  id: "event-contact-is-added",
  facts: ["CRM-24"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.scratch.eventId", "crm.scratch.contactIndividualId"],
  title: "Adding an individual to an event answers the event contact",
  why: "The answer is where a consumer learns who now organizes the event.",
  *plan(context) {
    const call = sampleCall("addEventContact", context, mainBearer("crm"));
    if (call !== undefined) yield* send(call);
  },
  *judge([exchange]) {
    if (exchange === undefined) return;
    if (statusOf(exchange) === 409) return yield notApplicable("the scratch individual is on the event already");
    const wrong = wrongStatus(exchange, [200], "adding an individual to an event");
    if (wrong !== undefined) return yield wrong;
    if (isObject(jsonOf(exchange))) return;
    yield violation({
      rule: "shape",
      message: "the answer is no event contact",
      exchange,
      expected: "a JSON object",
      actual: "another body",
    });
  },
});
