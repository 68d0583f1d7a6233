import { defineCheck } from "../core/model/check.ts";
import { isSuccess, jsonOf } from "../core/model/exchange.ts";
import { property } from "./support/json.ts";
import { statusOf, violation } from "./support/judgements.ts";

/** An error sent as a success: no record has all of these properties. */
const isWholeProblem = (body: unknown): boolean => {
  const [title, detail, status] = ["title", "detail", "status"].map((name) => property(body, name));
  const isText = typeof title === "string" && typeof detail === "string";
  return isText && typeof status === "number" && status >= 400 && status < 600;
};

export const problemStatusIsTheHttpStatus = defineCheck({
  id: "problem-status-is-the-http-status",
  facts: ["DON-19"],
  effect: "passive",
  interfaces: ["donation"],
  title: "The status in a donation error is the HTTP status",
  why: "Logs read one and retries the other; both must agree.",
  applies: (exchange) => {
    const status = statusOf(exchange);
    const body = jsonOf(exchange);
    if (typeof property(body, "status") !== "number") return false;
    // The shape of a 429 is open (U-25).
    return status >= 400
      ? status !== 429 && property(body, "title") !== undefined
      : isSuccess(exchange) && isWholeProblem(body);
  },
  *judge(exchange) {
    const answered = property(jsonOf(exchange), "status");
    if (answered === statusOf(exchange)) return;
    yield violation({
      rule: "relation",
      message: "the status in the error is not the HTTP status",
      exchange,
      pointer: "/status",
      expected: String(statusOf(exchange)),
      actual:
        typeof answered === "number" && answered >= 100 && answered < 600
          ? String(answered)
          : "another number",
    });
  },
});
