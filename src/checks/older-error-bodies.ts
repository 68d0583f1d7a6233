import { defineCheck, type Judgement } from "../core/model/check.ts";
import { describedForm } from "../core/validation/shape-of.ts";
import { jsonOf, type Exchange } from "../core/model/exchange.ts";
import { codeOfStatus, crmErrorForm, type CrmErrorForm } from "./support/errors.ts";
import { observation, statusOf, violation } from "./support/judgements.ts";

/** The stated statuses of each form; any other is a departure from the envelope. */
const stated: Readonly<Partial<Record<CrmErrorForm, readonly number[]>>> = {
  message: [401, 403, 429],
  text: [401],
  empty: [401],
  // The token endpoint is OAuth-style; which endpoints use the envelope is open (U-24).
  oauth: [400, 401],
};

/** A gateway may answer these instead of the platform, with any body. */
const gateways: readonly number[] = [502, 504];

const isProblem = (exchange: Exchange): boolean =>
  crmErrorForm(exchange) === "problem" && !gateways.includes(statusOf(exchange));

const actualOf = (exchange: Exchange, form: CrmErrorForm): string =>
  form === "other" ? `another body, ${describedForm(jsonOf(exchange))}` : `${form} body`;

export const olderErrorBodies = defineCheck({
  id: "older-error-bodies",
  facts: ["CRM-44"],
  effect: "passive",
  interfaces: ["crm"],
  title: "Other error bodies than the envelope appear only where they are documented",
  why: "Clients expect a message on 401, 403 and 429, or text on 401; everywhere else they expect the envelope, and a title at the root means a donation error.",
  applies: (exchange) => codeOfStatus.has(statusOf(exchange)) || isProblem(exchange),
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
    if (form === "problem")
      return yield violation({
        rule: "shape",
        message: `a ${status} has the donation interface's error form`,
        exchange,
        pointer: "/title",
        expected: "the error envelope",
        actual: "problem body",
      });
    // The envelope's own check judges these two.
    if (form === "canonical" || form === "renamed" || stated[form]?.includes(status) === true) return;
    yield violation({
      // Some endpoints still return other bodies; which ones is open (U-24).
      severity: form === "oauth" ? "error" : "warning",
      rule: "shape",
      message: `a ${status} has neither the error envelope nor an older body that is stated for it`,
      exchange,
      expected: "the error envelope",
      actual: actualOf(exchange, form),
    });
  },
});
