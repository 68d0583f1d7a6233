import { defineCheck, send } from "../model/check.ts";
import { wrongStatus } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { fillTemplate } from "./support/template.ts";

export const groupMembersInputIsValidated = defineCheck({
  id: "group-members-input-is-validated",
  facts: ["VOL-06"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.groupId", "volunteer.scratch.invalidMembers"],
  title: "Invalid members are refused with 422",
  why: "A list of members that holds somebody who does not exist counts wrong for ever.",
  *plan(context) {
    yield* send({
      operation: "setGroupMembers",
      path: { id: idAt(context, "volunteer.scratch.groupId") ?? "" },
      body: { kind: "json", value: fillTemplate(context.setting("volunteer.scratch.invalidMembers"), context) },
      authorization: mainBearer("volunteer"),
      label: "invalid members",
    });
  },
  *judge([exchange]) {
    const wrong = exchange && wrongStatus(exchange, [422], "invalid members");
    if (wrong !== undefined) yield wrong;
  },
});
