import { faultsOf } from "./fault.ts";
import { configured } from "./support/credentials.ts";
import { put, edit } from "./support/edit.ts";
import { noteProperties, sending, sentNote, storing, type SentNote } from "./support/notes.ts";
import { onSuccess, parse, withJson } from "./support/wrappers.ts";
import { afterwardsRead, fromTime, refusalOf } from "./support/over-time.ts";

const replace = "replaceContactNote";

const without = (sent: SentNote): readonly string[] =>
  noteProperties.filter((name) => sent[name] === undefined);

const keeping =
  (name: (typeof noteProperties)[number]) =>
  (sent: SentNote, before: SentNote): SentNote | undefined =>
    sent[name] === undefined && before[name] !== undefined ? { ...sent, [name]: before[name] } : undefined;

export const faults = faultsOf("CRM-27", {
  gross: {
    "note-replacement-merges": [
      "A put changes what it sends and keeps the rest",
      storing((sent, before) => ({ ...before, ...sent })),
    ],
  },
  structural: {
    "note-replacement-keeps-the-type": [
      "The type of a note stays when a put leaves it out",
      storing(keeping("type")),
    ],
    "note-replacement-keeps-the-text": [
      "The text of a note stays when a put leaves it out",
      storing(keeping("note")),
    ],
    "note-replacement-keeps-the-date": [
      "The date of a note stays when a put leaves it out",
      storing(keeping("noteDateTime")),
    ],
    "note-replacement-keeps-the-importance": [
      "A note stays important when a put leaves that out",
      storing(keeping("important")),
    ],
    "note-replacement-keeps-the-privacy": [
      "A note stays private when a put leaves that out",
      storing(keeping("private")),
    ],
    "note-replacement-keeps-the-time-spent": [
      "timeSpent, which this service answers with, stays when a put leaves it out",
      (next, surroundings) => {
        let spent: unknown = 0;
        return onSuccess(replace, (body, incoming) => {
          spent = sentNote(incoming)["timeSpent"] ?? spent;
          return put(body, "timeSpent", spent);
        })(next, surroundings);
      },
    ],
  },
  behavioural: {
    "the-text-of-a-refused-note-comes-back": [
      "A replacement without a text takes that of a refused one before it",
      afterwardsRead(refusalOf(replace), [replace], (body, refused) => {
        const { note } = sentNote(refused);
        return body["note"] === undefined && note !== undefined ? { ...body, note } : body;
      }),
    ],
    "note-replacement-merges-from-the-eighth-on": [
      "From the eighth replacement on a note stays important when a put leaves that out",
      fromTime([replace], 8, (outgoing, incoming) =>
        sentNote(incoming)["important"] === undefined
          ? withJson(
              outgoing,
              edit(parse(outgoing.body), "important", () => true),
            )
          : outgoing,
      ),
    ],
    "note-replacement-fills-in-the-default-type": [
      "A note whose type is left out falls back to the default type",
      (next, surroundings) => (incoming) => {
        const sent = sentNote(incoming);
        const isMeant = incoming.operation === replace && incoming.body?.startsWith("{") === true;
        const type = configured(surroundings, "crm", "scratch/noteType");
        return next(
          isMeant && sent["note"] !== undefined && sent["type"] === undefined
            ? sending(incoming, { ...sent, type })
            : incoming,
        );
      },
    ],
    "note-replacement-dates-the-note-today": [
      "A note whose date is left out is dated today",
      (next, surroundings) =>
        onSuccess(replace, (body, incoming) =>
          sentNote(incoming)["noteDateTime"] === undefined
            ? put(body, "noteDate", new Date(surroundings.now()).toISOString().slice(0, 10))
            : body,
        )(next, surroundings),
    ],
    "note-replacement-merges-from-two-on": [
      "A put that leaves out two properties or more counts as a patch",
      storing((sent, before) => (without(sent).length >= 2 ? { ...before, ...sent } : undefined)),
    ],
    "note-replacement-keeps-privacy-of-what-is-not-important": [
      "A note stays private when important is left out together with private",
      storing((sent, before) =>
        sent["important"] === undefined && sent["private"] === undefined
          ? { ...sent, private: before["private"] === true }
          : undefined,
      ),
    ],
    "empty-note-replacement-changes-nothing": [
      "A put without any property leaves the note as it is",
      storing((sent, before) => (Object.keys(sent).length === 0 ? before : undefined)),
    ],
    "note-replacement-keeps-privacy-of-what-is-important": [
      "An important note stays private when a put leaves that out",
      storing((sent, before) =>
        sent["important"] === true && sent["private"] === undefined && before["private"] !== undefined
          ? { ...sent, private: before["private"] }
          : undefined,
      ),
    ],
  },
});
