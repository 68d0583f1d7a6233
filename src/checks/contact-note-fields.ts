import type { Exchange } from "../harness/model/exchange.ts";
import type { SchemaViolation } from "../harness/model/violation.ts";
import { at, has, isGone } from "./support/json.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { modelFields } from "./support/model-fields.ts";
import { noteAnswerNames } from "./support/note.ts";

const requestNames = new Map(noteAnswerNames.map(({ request, answer }) => [`/${answer}`, request]));

/** What a partial replacement removed may be missing, null or empty in the answer: CRM-27 comes first. */
const wasLeftOut = (broken: SchemaViolation, exchange: Exchange): boolean => {
  const sent = requestNames.get(broken.pointer);
  if (sent === undefined || !isGone(at(jsonOf(exchange), broken.pointer))) return false;
  const { body } = exchange.request;
  return body === undefined || !has(body, sent);
};

export const contactNoteFields = modelFields({
  id: "contact-note-fields",
  fact: "CRM-08",
  interfaces: ["crm"],
  models: ["ContactNote"],
  title: "A contact note has its documented fields and types",
  why: "The answer to a replacement is the only place where a note can be read.",
  allows: wasLeftOut,
});
