import { defineCheck } from "../harness/model/check.ts";
import { isSuccess, jsonOf } from "../harness/model/exchange.ts";
import { shownCount } from "../harness/validation/shape-of.ts";
import { property } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

const day = 86_400;
/** The longest an access token lives, with a minute of slack. */
const longest = 15 * day + 60;

/** Seconds between the two HTTP-dates of a token answer, or undefined when they cannot be read. */
const stampedLifetime = (body: unknown): number | undefined => {
  const [issued, expires] = [".issued", ".expires"].map((name) => Date.parse(String(property(body, name))));
  return issued === undefined || expires === undefined || Number.isNaN(expires - issued)
    ? undefined
    : (expires - issued) / 1000;
};

const unitOf = (expiresIn: number, lifetime: number | undefined): string | undefined => {
  if (expiresIn > Math.max(longest, (lifetime ?? 0) + 60))
    return "more than the token's lifetime, as milliseconds would be";
  const inDays = (lifetime ?? 15 * day) / day;
  return expiresIn <= 365 && Math.abs(expiresIn - inDays) < 0.01 ? "the token's lifetime in days" : undefined;
};

export const expiresInCountsSeconds = defineCheck({
  id: "expires-in-counts-seconds",
  facts: ["CRM-36"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm"],
  title: "expires_in counts seconds",
  why: "In any other unit, consumers refresh far too late or on every call.",
  applies: (exchange) =>
    exchange.operation === "issueToken" &&
    isSuccess(exchange) &&
    typeof property(jsonOf(exchange), "expires_in") === "number",
  *judge(exchange) {
    const body = jsonOf(exchange);
    const expiresIn = property(body, "expires_in");
    if (typeof expiresIn !== "number") return;
    const unit = unitOf(expiresIn, stampedLifetime(body));
    if (unit === undefined) return;
    yield violation({
      rule: "range",
      message: `expires_in is ${shownCount(expiresIn)}, ${unit}`,
      exchange,
      pointer: "/expires_in",
      expected: "seconds, no more than .expires allows",
      actual: `${shownCount(expiresIn)}, ${unit}`,
    });
  },
});
