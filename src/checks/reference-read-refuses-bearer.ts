import { defineCheck, sendAll, type Judgement } from "../model/check.ts";
import type { Call } from "../model/exchange.ts";
import { labelled, observation, statusOf, wrongStatus } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";

export const referenceReadRefusesBearer = defineCheck({
  id: "reference-read-refuses-bearer",
  facts: ["CRM-21"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.referenceId"],
  title: "The read by reference takes no bearer token",
  why: "It is meant for signed server-to-server calls only; a bearer token that opens it has too much power.",
  *plan(context) {
    const call: Call = {
      operation: "getContactByReference",
      path: { referenceId: idAt(context, "crm.records.referenceId") ?? "" },
      authorization: mainBearer("crm"),
      label: "bearer",
      asItComes: true,
    };
    const signs = context.has("crm.credentials.hmac.appKey") && context.has("crm.credentials.hmac.secret");
    yield* sendAll(signs ? [call, { ...call, authorization: { kind: "hmac" }, label: "signed" }] : [call]);
  },
  *judge(exchanges): Generator<Judgement> {
    const byBearer = labelled(exchanges, "bearer");
    const wrong = byBearer && wrongStatus(byBearer, [401], "a read by reference with a bearer token");
    if (wrong !== undefined) yield wrong;
    const signed = labelled(exchanges, "signed");
    // The signing scheme is open: a refusal of ours is an answer to the question, not a fault.
    if (signed !== undefined)
      yield observation("U-18", `a request signed as assumed is answered ${statusOf(signed)}`, signed);
  },
});
