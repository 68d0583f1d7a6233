import { defineCheck, sendAll } from "../harness/model/check.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { jsonOf } from "../harness/model/exchange.ts";

const lists = ["listCustomFields", "listPremiums", "listProjects"] as const;

export const referenceListsAnswer = defineCheck({
  id: "reference-lists-answer",
  facts: ["DON-09"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Custom fields, premiums and projects can be listed",
  why: "Other records point to them by id.",
  *plan() {
    yield* sendAll(
      lists.map((operation) => ({ operation, authorization: mainBearer("donation"), label: operation })),
    );
  },
  *judge(exchanges) {
    for (const exchange of exchanges) {
      // A list may be empty.
      const wrong = wrongStatus(exchange, [200, 204], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
      else if (jsonOf(exchange) === undefined && statusOf(exchange) !== 204)
        yield violation({
          rule: "missing",
          message: "the list is empty",
          exchange,
          expected: "a JSON body",
          actual: "no JSON body",
        });
    }
  },
});
