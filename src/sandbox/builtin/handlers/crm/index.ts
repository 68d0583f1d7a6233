import type { OperationIdsOf, ServedIdsOf } from "../../../../builtin/generated/operation-types.ts";
import type { HandlersOf } from "../../../pipeline/handler.ts";
import * as contacts from "./contacts.ts";
import * as events from "./events.ts";
import { issueToken } from "./issue-token.ts";
import { listPermissions } from "./permissions.ts";
import * as notes from "./notes.ts";
import { submitForm } from "./records.ts";
import * as reminders from "./reminders.ts";
import * as transactions from "./transactions.ts";
import * as webhooks from "./webhooks.ts";

/** What no declaration says: other operations are those of the resources in specs/beyond/crm.yaml. */
export const crmHandlers: HandlersOf<OperationIdsOf<"crm">> & Partial<HandlersOf<ServedIdsOf<"crm-beyond">>> =
  {
    issueToken,
    ...contacts,
    ...events,
    replaceContactNote: notes.replaceContactNote,
    createContactNote: notes.createContactNote,
    getContactNote: notes.getContactNote,
    deleteContactNote: notes.deleteContactNote,
    listContactNoteTypes: notes.listContactNoteTypes,
    createNoteFromEmail: notes.createNoteFromEmail,
    listPermissions,
    ...reminders,
    submitForm,
    ...transactions,
    ...webhooks,
  };
