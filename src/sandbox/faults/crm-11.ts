import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { property, put } from "./support/edit.ts";
import { sending, sentNote, type SentNote } from "./support/notes.ts";
import { parse, withJson } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

/** Takes a note of a type that the sandbox refuses, as one of a configured type, and answers with `told`. */
const taking =
  (
    isTaken: (sent: SentNote, known: string) => boolean,
    told: (sent: string, known: string) => string,
  ): Wrap =>
  (next, surroundings) =>
  async (incoming: Incoming) => {
    const outgoing = await next(incoming);
    if (incoming.operation !== "replaceContactNote" || outgoing.status !== 422) return outgoing;
    const sent = sentNote(incoming);
    const known = String(configured(surroundings, "crm", "scratch/noteType"));
    if (!isTaken(sent, known)) return outgoing;
    const taken = await next(sending(incoming, { ...sent, type: known }));
    return withJson(taken, put(parse(taken.body), "type", told(String(sent["type"]), known)));
  };

const asSent = (sent: string): string => sent;

export const faults: readonly Fault[] = [
  defineFault({
    id: "any-note-type-is-taken",
    fact: "CRM-11",
    grade: "gross",
    title: "A note may have any type",
    wrap: taking(() => true, asSent),
  }),
  defineFault({
    id: "unknown-note-types-become-the-default",
    fact: "CRM-11",
    grade: "behavioural",
    title: "A note of an unknown type is stored under the default type",
    wrap: taking(
      () => true,
      (_, known) => known,
    ),
  }),
  defineFault({
    id: "note-types-need-only-begin-right",
    fact: "CRM-11",
    grade: "behavioural",
    title: "A note type is looked up by its beginning",
    wrap: taking((sent, known) => String(sent["type"]).startsWith(known), asSent),
  }),
  defineFault({
    id: "note-types-of-partial-notes-are-not-looked-up",
    fact: "CRM-11",
    grade: "behavioural",
    title: "The type of a note without a text is not validated",
    wrap: taking((sent) => sent["note"] === undefined, asSent),
  }),
  defineFault({
    id: "unknown-note-types-break-a-foreign-key",
    fact: "CRM-11",
    grade: "structural",
    title: "An unknown note type is refused by the database alone, as a 500",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      const isRefused = incoming.operation === "replaceContactNote" && outgoing.status === 422;
      return isRefused && property(parse(incoming.body), "type") !== undefined
        ? crmError(500, "INTERNAL_ERROR", "Something went wrong on our side.")
        : outgoing;
    },
  }),
];
