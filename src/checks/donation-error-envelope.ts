import { defineCheck } from "../core/model/check.ts";
import { jsonOf, responseOf } from "../core/model/exchange.ts";
import { fromSchema, statusOf, violation } from "./support/judgements.ts";
import { owesProblem } from "./support/errors.ts";

export const donationErrorEnvelope = defineCheck({
  id: "donation-error-envelope",
  facts: ["DON-18"],
  effect: "passive",
  interfaces: ["donation"],
  title: "A donation error has a title, a status, a detail and a flat map of errors",
  why: "Clients recognize the error family by its root keys alone.",
  applies: owesProblem,
  *judge(exchange, tools) {
    const body = jsonOf(exchange);
    if (body === undefined) {
      const kind = responseOf(exchange)?.body.kind ?? "empty";
      return yield violation({
        rule: "shape",
        message: `a ${statusOf(exchange)} carries no JSON error`,
        exchange,
        expected: "an object with title, status and detail",
        actual: `${kind} body`,
      });
    }
    for (const broken of tools.validateModel("donation", "Problem", body)) yield fromSchema(broken, exchange);
  },
});
