import { resources } from "../contract/generated/resources.ts";
import { defineCheck, send, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import { isSuccess, type Call } from "../harness/model/exchange.ts";
import { isObject, type JsonObject } from "./support/json.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { malformedJson } from "./support/malformed.ts";
import { toBeRefused } from "./support/refusal.ts";
import { writeCall } from "./support/resource.ts";

const replaced = Object.values(resources.donation);

type Replaced = (typeof replaced)[number];

/** The same record with an object for every value but its id; a wrong reaction to it is reported. */
const illTyped = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /^id$/i.test(name) ? value : { value: "" }]),
  );

const replace = (context: PlanContext, of: Replaced, label: string, value: JsonObject): Call =>
  writeCall(context, of, of.replace, value, `${label} to ${of.replace.operation}`);

/**
 * Provokes an error about fields, whose form another check judges; refusing a type is not stated. If it is accepted,
 * the record is restored.
 */
function* provoke(context: PlanContext, of: Replaced, whole: JsonObject): Plan {
  const answer = yield* send(toBeRefused(replace(context, of, "ill-typed values", illTyped(whole))));
  if (isSuccess(answer)) yield* send(replace(context, of, "the record put back", whole));
}

export const malformedReplacementIsRefused = defineCheck({
  id: "malformed-replacement-is-refused",
  facts: ["DON-20"],
  effect: "write",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A malformed replacement gets 400",
  why: "A success for a body that was never read loses the sender's changes.",
  *plan(context) {
    // A run may write only if there is a scratch record of the kind.
    const allowed = replaced.filter(({ replace: { body } }) => context.has(body));
    for (const of of context.sample(allowed, 1)) {
      const whole = context.setting(of.replace.body);
      // An unreadable body must not be replaced by the previous one.
      for (const value of isObject(whole) ? context.sample([whole], 0) : [])
        yield* send(replace(context, of, "the whole record", value));
      yield* send(toBeRefused({ ...replace(context, of, "malformed JSON", {}), body: malformedJson }));
      if (isObject(whole)) yield* provoke(context, of, whole);
    }
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("not configured: donation.scratch");
    for (const exchange of exchanges.filter(({ call }) => call?.label.startsWith("malformed ") === true)) {
      const wrong = wrongStatus(exchange, [400, 404], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
