import { defineCheck, sendAll, type Judgement } from "../harness/model/check.ts";
import { statusOf, wrongStatus } from "./support/judgements.ts";
import { bearer, sampleCall, securedOperations } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const credential = "crm.credentials.exhaustedApiKey";

/** An HMAC-only operation answers 401 to any bearer token, however often it asked. */
const operations = securedOperations("crm", "read").filter((id) => id !== "getContactByReference");

export const exhaustedKeyIsLimited = defineCheck({
  id: "exhausted-key-is-limited",
  facts: ["CRM-46"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: [credential],
  title: "A key that has used up its hour gets 429",
  why: "Clients wait after a 429; after anything else they retry at once or give up.",
  *plan(context) {
    const calls = operations.flatMap((operation) => {
      const call = sampleCall(operation, context, bearer(credential), `${operation} with an exhausted key`);
      return call === undefined ? [] : [{ ...call, asItComes: true }];
    });
    yield* sendAll(context.sample(calls, 1).map(toBeRefused));
  },
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges) {
      // The first answer is judged as it comes, and an outage may come at any time.
      if ([502, 503, 504].includes(statusOf(exchange))) continue;
      const wrong = wrongStatus(exchange, [429], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
