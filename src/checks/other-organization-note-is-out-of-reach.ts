import { defineCheck, send } from "../harness/model/check.ts";
import { handedOut } from "./support/other-organization.ts";
import { scratchNote, without } from "./support/note-calls.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

export const otherOrganizationNoteIsOutOfReach = defineCheck({
  id: "other-organization-note-is-out-of-reach",
  facts: ["GEN-05"],
  // A note is seen by writing it, and another organization's is nobody's scratch record but in the sandbox.
  effect: "sandbox",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.otherOrganizationNoteId"],
  title: "A credential replaces only its own organization's notes",
  why: "A caller that can overwrite another organization's note also reads what the answer returns of it.",
  *plan(context) {
    const noteId = idAt(context, "crm.records.otherOrganizationNoteId") ?? "";
    yield* send(
      toBeRefused({
        operation: "replaceContactNote",
        sandbox: { interface: "crm", method: "PUT", path: "/crm/api/ContactNote/{noteId}" },
        path: { noteId },
        // Each organization has its own note types.
        body: { kind: "json", value: without(scratchNote(context), ["type"]) },
        authorization: mainBearer("crm"),
        label: "another organization's note",
      }),
    );
  },
  *judge([exchange]) {
    if (exchange !== undefined) yield* handedOut(exchange);
  },
});
