import { defineCheck, sendAll, type Judgement } from "../harness/model/check.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, violation, wrongStatus } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { sameId } from "./support/same-id.ts";
import { unknownId } from "./support/unknown-id.ts";
import { toBeRefused } from "./support/refusal.ts";

export const webhookIsReadById = defineCheck({
  id: "webhook-is-read-by-id",
  facts: ["CRM-25"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.webhookId"],
  title: "A webhook is read by its id",
  why: "Consumers read their subscription to learn its signing secret and its kinds of events.",
  judgesEach: true,
  *plan(context) {
    const call = { operation: "getWebhook", authorization: mainBearer("crm") } as const;
    yield* sendAll([
      { ...call, path: { webhookId: idAt(context, "crm.records.webhookId") ?? "" }, label: "known" },
      toBeRefused({ ...call, path: { webhookId: unknownId }, label: "unknown" }),
    ]);
  },
  *judge(exchanges): Generator<Judgement> {
    const unknown = labelled(exchanges, "unknown");
    const answered = unknown && wrongStatus(unknown, "refusal", "a webhook that does not exist");
    if (answered !== undefined) yield answered;
    const known = labelled(exchanges, "known");
    if (known === undefined) return;
    const wrong = wrongStatus(known, [200], "a webhook read");
    if (wrong !== undefined) return yield wrong;
    const id = property(jsonOf(known), "id");
    if (sameId(id, known.call?.path?.["webhookId"])) return;
    yield violation({
      rule: "relation",
      message: "the answer is another webhook",
      exchange: known,
      pointer: "/id",
      expected: "the id of the path",
      actual: id === undefined ? "missing" : "another id",
    });
  },
});
