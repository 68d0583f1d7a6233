import type { Exchange } from "../harness/model/exchange.ts";
import type { SchemaViolation } from "../harness/model/violation.ts";
import { at, isGone, property } from "./support/json.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { modelFields } from "./support/model-fields.ts";
import { noteAnswerNames } from "./support/note.ts";

const requestNames = new Map(noteAnswerNames.map(({ request, answer }) => [`/${answer}`, request]));

/** What was left out or sent as null or empty may be missing, null or empty in the answer: CRM-27 comes first. */
const wasRemoved = (broken: SchemaViolation, exchange: Exchange): boolean => {
  const sent = requestNames.get(broken.pointer);
  if (sent === undefined || !isGone(at(jsonOf(exchange), broken.pointer))) return false;
  const value = property(exchange.request.body, sent);
  return value === undefined || value === null || value === "";
};

export const contactNoteFields = modelFields({
  id: "contact-note-fields",
  fact: "CRM-08",
  interfaces: ["crm"],
  models: ["ContactNote"],
  title: "A contact note has its documented fields and types",
  why: "The answer to a replacement is the only place where a note can be read.",
  allows: wasRemoved,
});
