import { defineCheck, sendAll, type Judgement } from "../harness/model/check.ts";
import { wrongStatus } from "./support/judgements.ts";
import { malformedJson } from "./support/malformed.ts";
import { queryOperations } from "./support/paged-endpoint.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

export const malformedQueryIsRefused = defineCheck({
  id: "malformed-query-is-refused",
  facts: ["DON-20"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A malformed query gets 400",
  why: "Clients treat a 400 as their own mistake and report anything else as an outage.",
  *plan(context) {
    yield* sendAll(
      context.sample(queryOperations, 1).map(({ operation }) =>
        toBeRefused({
          operation,
          body: malformedJson,
          authorization: mainBearer("donation"),
          label: `malformed JSON to ${operation}`,
        }),
      ),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, [400, 404], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
