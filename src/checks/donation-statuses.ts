import { defineCheck } from "../core/model/check.ts";
import { equalRefusals } from "./support/equal-refusals.ts";
import { isNotModified } from "./support/conditional.ts";
import { statusOf, violation } from "./support/judgements.ts";

/** Refusals that HTTP itself, the credential or the rate limit may cause on any endpoint. */
const general: ReadonlySet<number> = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 429, 431]);

const isStated = (status: number): boolean =>
  status === 200 ||
  status === 204 ||
  status === 400 ||
  status === 404 ||
  status >= 500 ||
  general.has(status);

export const donationStatuses = defineCheck({
  id: "donation-statuses",
  facts: ["DON-20"],
  effect: "passive",
  headOnly: true,
  interfaces: ["donation"],
  title: "Donation endpoints succeed with 200 or 204 and refuse with 400 or 404",
  why: "Clients treat 200 and 204 as done, and 400 and 404 as their own mistake; any other status is unhandled.",
  applies: (exchange) => exchange.operation !== undefined,
  *judge(exchange) {
    const status = statusOf(exchange);
    if (isStated(status) || isNotModified(exchange)) return;
    yield violation({
      rule: "status",
      message: `a donation endpoint answers ${status}`,
      exchange,
      expected: status < 400 ? "200 or 204" : "400 or 404",
      actual: String(status),
    });
  },
  sample: equalRefusals,
});
