import { defineCheck, send } from "../model/check.ts";
import { wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

export const userIsReadById = defineCheck({
  id: "user-is-read-by-id",
  facts: ["VOL-02"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.records.userId"],
  title: "A user is read by id",
  why: "Consumers follow an id from a group or a webhook to the person.",
  *plan(context) {
    const call = sampleCall("getUser", context, mainBearer("volunteer"));
    if (call !== undefined) yield* send(call);
  },
  *judge([exchange]) {
    const wrong = exchange && wrongStatus(exchange, "success", "a user read");
    if (wrong !== undefined) yield wrong;
  },
});
