import { faultsOf, type Outgoing } from "./fault.ts";
import { empty } from "./support/answers.ts";
import { edit, property } from "./support/edit.ts";
import { sentNote } from "./support/notes.ts";
import { onAnswer, onSuccess, withJson } from "./support/wrappers.ts";
import { onCount, withStatus } from "./support/later.ts";

const replace = "replaceContactNote";

const asLatin1 = (text: unknown): string => Buffer.from(String(text), "utf8").toString("latin1");

const escaped = (text: unknown): string =>
  String(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const faults = faultsOf("CRM-26", {
  gross: {
    "replacing-a-note-answers-nothing": [
      "Replacing a note is answered 204",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
    ],
    "replacing-a-note-answers-true": [
      "Replacing a note answers whether it was done",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? withJson(outgoing, true) : outgoing)),
      {
        alsoBreaks: {
          "CRM-08": "The body is a flag, not a ContactNote.",
          "CRM-10": "A flag does not say whether the note is private.",
        },
      },
    ],
  },
  structural: {
    "replacing-a-note-answers-accepted": [
      "Replacing a note is answered 202",
      onAnswer(replace, (outgoing) => (outgoing.status === 200 ? { ...outgoing, status: 202 } : outgoing)),
    ],
    "note-answers-another-id": [
      "The id of the answered note is that of a revision",
      onSuccess(replace, (body) => edit(body, "id", (id) => Number(id) + 5000)),
    ],
    "note-types-come-back-in-lower-case": [
      "The type of the answered note is in lower case",
      onSuccess(replace, (body) => edit(body, "type", (type) => String(type).toLowerCase())),
    ],
  },
  behavioural: {
    "notes-are-accepted-for-later-from-the-fifth-on": [
      "From the fifth replacement on a note is answered with 202",
      onCount(["replaceContactNote"], (count) => count > 4, withStatus(202)),
    ],
    "note-texts-are-cut": [
      "The text of a note is cut after 80 characters",
      onSuccess(replace, (body) => edit(body, "note", (note) => String(note).slice(0, 80))),
    ],
    "note-texts-are-escaped": [
      "The text of a note comes back escaped for HTML",
      onSuccess(replace, (body) => edit(body, "note", escaped)),
    ],
    "note-texts-are-read-as-latin-1": [
      "The text of a note loses every character beyond ASCII",
      onSuccess(replace, (body) => edit(body, "note", asLatin1)),
    ],
    "note-importance-is-forgotten": [
      "important is not read, so no note is",
      onSuccess(replace, (body) => edit(body, "important", () => false)),
    ],
    "note-dates-are-of-today": [
      "noteDate is the day of the request, whatever noteDateTime says",
      (next, surroundings) =>
        onSuccess(replace, (body, incoming) =>
          property(sentNote(incoming), "noteDateTime") === undefined
            ? body
            : edit(body, "noteDate", () => new Date(surroundings.now()).toISOString().slice(0, 10)),
        )(next, surroundings),
    ],
    "replacing-a-note-answers-the-one-before": [
      "The answer is read before the replacement is stored",
      (next) => {
        const stored = new Map<string, Outgoing>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== replace || outgoing.status !== 200) return outgoing;
          const { pathname } = incoming.url;
          const before = stored.get(pathname) ?? outgoing;
          stored.set(pathname, outgoing);
          return before;
        };
      },
      {
        alsoBreaks: {
          "CRM-08": "What the note before was put without is missing though it was sent now.",
          "CRM-10": "isPrivate is that of the note before.",
          "CRM-27": "Omitted properties keep the value of the note before.",
        },
      },
    ],
  },
});
