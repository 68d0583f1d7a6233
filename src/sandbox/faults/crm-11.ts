import { faultsOf, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { put } from "./support/edit.ts";
import { sending, sentNote, type SentNote } from "./support/notes.ts";
import { parse, withJson } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

/** Takes a note of a type that the sandbox refuses, as one of a configured type, and answers with `shown`. */
const taking =
  (
    isTaken: (sent: SentNote, known: string) => boolean,
    shown: (sent: string, known: string) => string,
  ): Wrap =>
  (next, surroundings) =>
  async (incoming: Incoming) => {
    const outgoing = await next(incoming);
    if (incoming.operation !== "replaceContactNote" || outgoing.status !== 422) return outgoing;
    const sent = sentNote(incoming);
    const known = String(configured(surroundings, "crm", "scratch/noteType"));
    if (!isTaken(sent, known)) return outgoing;
    const taken = await next(sending(incoming, { ...sent, type: known }));
    return withJson(taken, put(parse(taken.body), "type", shown(String(sent["type"]), known)));
  };

/** Puts another answer in place of the refusal of a note that has a type. */
const onRefusedType =
  (answer: (outgoing: Outgoing, incoming: Incoming) => Outgoing): Wrap =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const isRefused = incoming.operation === "replaceContactNote" && outgoing.status === 422;
    return isRefused && sentNote(incoming)["type"] !== undefined ? answer(outgoing, incoming) : outgoing;
  };

const asSent = (sent: string): string => sent;

export const faults = faultsOf("CRM-11", {
  gross: {
    "any-note-type-is-taken": ["A note may have any type", taking(() => true, asSent)],
  },
  structural: {
    "unknown-note-types-break-a-foreign-key": [
      "An unknown note type is refused by the database alone, as a 500",
      onRefusedType(() => crmError(500, "INTERNAL_ERROR", "Something went wrong on our side.")),
      { alsoBreaks: { "CRM-26": "Any other refusal of a note is a server fault as well." } },
    ],
    "unknown-note-types-conflict": [
      "An unknown note type is refused with 409, which is stated for duplicates",
      onRefusedType(() => crmError(409, "CONFLICT", "The organization has no note type of that name.")),
    ],
    "unknown-note-types-are-forbidden": [
      "An unknown note type is refused with 403, as if the key were at fault",
      onRefusedType(() => crmError(403, "FORBIDDEN", "The organization has no note type of that name.")),
    ],
    "unknown-note-types-of-partial-notes-conflict": [
      "An unknown note type without anything else is refused with 409",
      onRefusedType((outgoing, incoming) =>
        Object.keys(sentNote(incoming)).length === 1
          ? crmError(409, "CONFLICT", "The note cannot be replaced.")
          : outgoing,
      ),
    ],
  },
  behavioural: {
    "a-note-type-is-configured-once-it-was-refused": [
      "A note type that was refused four times is taken for one that is configured",
      (next, surroundings) => {
        let refused = 0;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "replaceContactNote" || outgoing.status !== 422) return outgoing;
          refused += 1;
          const type = configured(surroundings, "crm", "scratch/noteType");
          return refused > 4 ? next(sending(incoming, { ...sentNote(incoming), type })) : outgoing;
        };
      },
    ],
    "unknown-note-types-become-the-default": [
      "A note of an unknown type is stored under the default type",
      taking(
        () => true,
        (_, known) => known,
      ),
    ],
    "note-types-need-only-begin-right": [
      "A note type is looked up by its beginning",
      taking((sent, known) => String(sent["type"]).startsWith(known), asSent),
    ],
    "note-types-of-partial-notes-are-not-looked-up": [
      "The type of a note without a text is not validated",
      taking((sent) => sent["note"] === undefined, asSent),
    ],
  },
});
