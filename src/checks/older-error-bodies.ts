import { defineCheck, type Judgement } from "../harness/model/check.ts";
import { formOf } from "../harness/validation/shape-of.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { codeOfStatus, crmErrorForm, type CrmErrorForm } from "./support/errors.ts";
import { has } from "./support/json.ts";
import { observation, statusOf, violation } from "./support/judgements.ts";

/** The stated statuses of each form other than the canonical envelope. */
const allowed: Readonly<Record<Exclude<CrmErrorForm, "canonical" | "other">, readonly number[]>> = {
  message: [401, 403, 429],
  text: [401],
  empty: [401],
  // The token endpoint is OAuth-style; which endpoints use the envelope is open (U-24).
  oauth: [400, 401],
};

const isAllowed = (form: CrmErrorForm, status: number): boolean =>
  form === "canonical" || (form !== "other" && allowed[form].includes(status));

/** An error with the donation interface's root keys, on a status that the table does not list either. */
const isForeign = (exchange: Exchange): boolean => {
  const body = jsonOf(exchange);
  return (
    statusOf(exchange) >= 400 &&
    !has(body, "error") &&
    ["title", "status", "detail"].every((name) => has(body, name))
  );
};

const actualOf = (exchange: Exchange, form: CrmErrorForm): string =>
  form === "other" ? `another body, ${formOf(jsonOf(exchange))}` : `${form} body`;

export const olderErrorBodies = defineCheck({
  id: "older-error-bodies",
  facts: ["CRM-44"],
  effect: "passive",
  interfaces: ["crm"],
  title: "Older error bodies appear only where they are documented",
  why: "Clients expect a message on 401, 403 and 429, or text on 401; everywhere else they expect the envelope.",
  applies: (exchange) => codeOfStatus.has(statusOf(exchange)) || isForeign(exchange),
  *judge(exchange): Generator<Judgement> {
    const form = crmErrorForm(exchange);
    const status = statusOf(exchange);
    if (form === undefined) return;
    // Runs have an observer that reports all of them together; recordings do not.
    if (exchange.call === undefined)
      yield observation(
        "U-24",
        `${exchange.operation ?? "unknown"} answers ${status} with a ${form} body`,
        exchange,
      );
    if (isAllowed(form, status)) return;
    yield violation({
      rule: "shape",
      message: `a ${status} has neither the error envelope nor an older body that is stated for it`,
      exchange,
      expected: "the error envelope",
      actual: actualOf(exchange, form),
    });
  },
});
