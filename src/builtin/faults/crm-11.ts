import type { JsonObject } from "../../core/model/json-object.ts";
import { type Fault, faultsOf, type FaultEnvironment } from "./fault.ts";
import { crmError, parse, withJson } from "./support/answers.ts";
import { configuredValue } from "./support/credentials.ts";
import { add, put } from "./support/edit.ts";
import { again, type Ask, onAnswer, sending } from "./support/rows.ts";
import { sends, sentBody } from "./support/requests.ts";
import { from } from "./support/rules.ts";

const note = "replaceContactNote";

const knownType = (here: FaultEnvironment): string =>
  String(configuredValue(here, "crm", "scratch/noteType"));

const asKnown: Ask = (incoming, here) => sending(add("type", knownType(here)))(incoming, here);

const asSent = (sent: unknown): unknown => sent;

/** Stores a note of a refused type as one of a configured type, and answers with `shown`. */
const taking = (
  isTaken: (sent: JsonObject, known: string) => boolean,
  shown: (sent: unknown, known: string) => unknown = asSent,
): Fault["wrap"] =>
  onAnswer(
    note,
    async (_outgoing, incoming, here) => {
      const taken = await here.next(asKnown(incoming, here));
      const type = shown(sentBody(incoming)["type"], knownType(here));
      return withJson(taken, put(parse(taken.body), "type", type));
    },
    422,
    (incoming, here) => isTaken(sentBody(incoming), knownType(here)),
  );

const hasType = sends(({ type }) => type !== undefined);

export const faults = faultsOf("CRM-11", {
  gross: {
    "any-note-type-is-taken": ["A note may have any type", taking(() => true)],
  },
  structural: {
    "unknown-note-types-break-a-foreign-key": [
      "An unknown note type is refused by the database alone, as a 500",
      onAnswer(note, crmError(500, "Something went wrong on our side."), 422, hasType),
      { alsoBreaks: { "CRM-26": "Any other refusal of a note is a server fault as well." } },
    ],
    "unknown-note-types-conflict": [
      "An unknown note type is refused with 409, which is stated for duplicates",
      onAnswer(note, crmError(409, "The organization has no note type of that name."), 422, hasType),
    ],
    "unknown-note-types-are-forbidden": [
      "An unknown note type is refused with 403, as if the key were at fault",
      onAnswer(note, crmError(403, "The organization has no note type of that name."), 422, hasType),
    ],
    "unknown-note-types-of-partial-notes-conflict": [
      "An unknown note type without anything else is refused with 409",
      onAnswer(
        note,
        crmError(409, "The note cannot be replaced."),
        422,
        hasType,
        sends((sent) => Object.keys(sent).length === 1),
      ),
    ],
  },
  behavioural: {
    "a-note-type-is-configured-once-it-was-refused": [
      "A note type that was refused four times is taken for one that is configured",
      onAnswer(note, again(asKnown), 422, from(5)),
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
      taking((sent, known) => String(sent["type"]).startsWith(known)),
    ],
    "note-types-of-partial-notes-are-not-looked-up": [
      "The type of a note without a text is not validated",
      taking((sent) => sent["note"] === undefined),
    ],
    "note-types-are-patterns": [
      "A note type is looked up by LIKE",
      taking((sent, known) =>
        new RegExp(`^${String(sent["type"]).replaceAll("_", ".").replaceAll("%", ".*")}$`).test(known),
      ),
    ],
  },
});
