import { defineCheck, type Judgement, type Sample } from "../core/model/check.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../core/model/exchange.ts";
import { shownCount } from "../core/validation/shape-of.ts";
import { property } from "./support/json.ts";
import { violation } from "./support/judgements.ts";
import { momentsOf, stampedLifetime } from "./support/token-calls.ts";

const day = 86_400;
/** The longest lifetime of an access token, with a minute of slack. */
const longest = 15 * day + 60;

/** Largest clock difference between two machines of one server. */
const slack = 300_000;

const unitOf = (expiresIn: number, lifetime: number | undefined): string | undefined => {
  if (expiresIn > Math.max(longest, (lifetime ?? 0) + 60))
    return "more than the token's lifetime, as milliseconds would be";
  const inDays = (lifetime ?? 15 * day) / day;
  return expiresIn <= 365 && Math.abs(expiresIn - inDays) < 0.01 ? "the token's lifetime in days" : undefined;
};

/** A token that expires when it is issued, or before: not even a short window explains that. */
const badMoments = function* (exchange: Exchange): Generator<Judgement> {
  const lifetime = stampedLifetime(jsonOf(exchange));
  const answered = Date.parse(responseOf(exchange)?.headers["date"] ?? "");
  const [issued = Number.NaN, expires = Number.NaN] = momentsOf(jsonOf(exchange));
  const defect =
    lifetime !== undefined && lifetime <= 0
      ? ".expires is not after .issued"
      : expires <= answered
        ? ".expires has passed when the token is issued"
        : issued > answered + slack
          ? ".issued is still to come when the token is issued"
          : undefined;
  if (defect === undefined) return;
  yield violation({
    rule: "range",
    message: defect,
    exchange,
    pointer: defect.startsWith(".issued") ? "/.issued" : "/.expires",
    expected: "a moment of issue, and a later one at which the token expires",
    actual: defect,
  });
};

/** Two whole numbers, one a thousand times the other, cannot both be seconds. */
const inThousands = (): Sample => {
  let first: { readonly exchange: Exchange; readonly expiresIn: number } | undefined;
  return {
    *see(exchange) {
      const expiresIn = exchange.operation === "issueToken" && property(jsonOf(exchange), "expires_in");
      if (typeof expiresIn !== "number" || expiresIn <= 0 || !isSuccess(exchange)) return;
      first ??= { exchange, expiresIn };
      if (expiresIn !== first.expiresIn * 1000 && expiresIn * 1000 !== first.expiresIn) return;
      yield violation({
        rule: "relation",
        message: "expires_in is a thousand times that of another token, as milliseconds would be",
        exchange,
        also: [first.exchange],
        pointer: "/expires_in",
        expected: "seconds in every token response",
        actual: `${shownCount(expiresIn)}, and ${shownCount(first.expiresIn)} before`,
      });
    },
  };
};

export const expiresInCountsSeconds = defineCheck({
  id: "expires-in-counts-seconds",
  facts: ["CRM-36"],
  effect: "passive",
  interfaces: ["crm"],
  title: "expires_in counts seconds",
  why: "In any other unit, consumers refresh far too late or on every call.",
  applies: (exchange) =>
    exchange.operation === "issueToken" &&
    isSuccess(exchange) &&
    typeof property(jsonOf(exchange), "expires_in") === "number",
  sample: inThousands,
  *judge(exchange) {
    const body = jsonOf(exchange);
    const expiresIn = property(body, "expires_in");
    if (typeof expiresIn !== "number") return;
    yield* badMoments(exchange);
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
