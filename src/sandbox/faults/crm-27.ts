import { defineFault, type Fault } from "./fault.ts";
import { configured } from "./support/credentials.ts";
import { put } from "./support/edit.ts";
import { noteProperties, sending, sentNote, storing, type SentNote } from "./support/notes.ts";
import { onSuccess } from "./support/wrappers.ts";

const replace = "replaceContactNote";

const without = (sent: SentNote): readonly string[] =>
  noteProperties.filter((name) => sent[name] === undefined);

const keeping =
  (name: (typeof noteProperties)[number]) =>
  (sent: SentNote, before: SentNote): SentNote | undefined =>
    sent[name] === undefined && before[name] !== undefined ? { ...sent, [name]: before[name] } : undefined;

export const faults: readonly Fault[] = [
  defineFault({
    id: "note-replacement-merges",
    fact: "CRM-27",
    grade: "gross",
    title: "A put changes what it sends and keeps the rest",
    wrap: storing((sent, before) => ({ ...before, ...sent })),
  }),
  defineFault({
    id: "note-replacement-keeps-the-type",
    fact: "CRM-27",
    grade: "structural",
    title: "The type of a note stays when a put leaves it out",
    wrap: storing(keeping("type")),
  }),
  defineFault({
    id: "note-replacement-keeps-the-text",
    fact: "CRM-27",
    grade: "structural",
    title: "The text of a note stays when a put leaves it out",
    wrap: storing(keeping("note")),
  }),
  defineFault({
    id: "note-replacement-keeps-the-date",
    fact: "CRM-27",
    grade: "structural",
    title: "The date of a note stays when a put leaves it out",
    wrap: storing(keeping("noteDateTime")),
  }),
  defineFault({
    id: "note-replacement-keeps-the-importance",
    fact: "CRM-27",
    grade: "structural",
    title: "A note stays important when a put leaves that out",
    wrap: storing(keeping("important")),
  }),
  defineFault({
    id: "note-replacement-keeps-the-privacy",
    fact: "CRM-27",
    grade: "structural",
    title: "A note stays private when a put leaves that out",
    wrap: storing(keeping("private")),
  }),
  defineFault({
    id: "note-replacement-keeps-the-time-spent",
    fact: "CRM-27",
    grade: "structural",
    title: "timeSpent, which this service answers with, stays when a put leaves it out",
    wrap: (next, surroundings) => {
      let spent: unknown = 0;
      return onSuccess(replace, (body, incoming) => {
        spent = sentNote(incoming)["timeSpent"] ?? spent;
        return put(body, "timeSpent", spent);
      })(next, surroundings);
    },
  }),
  defineFault({
    id: "note-replacement-fills-in-the-default-type",
    fact: "CRM-27",
    grade: "behavioural",
    title: "A note whose type is left out falls back to the default type",
    wrap: (next, surroundings) => (incoming) => {
      const sent = sentNote(incoming);
      const isMeant = incoming.operation === replace && incoming.body?.startsWith("{") === true;
      const type = configured(surroundings, "crm", "scratch/noteType");
      return next(
        isMeant && sent["note"] !== undefined && sent["type"] === undefined
          ? sending(incoming, { ...sent, type })
          : incoming,
      );
    },
  }),
  defineFault({
    id: "note-replacement-dates-the-note-today",
    fact: "CRM-27",
    grade: "behavioural",
    title: "A note whose date is left out is dated today",
    wrap: (next, surroundings) =>
      onSuccess(replace, (body, incoming) =>
        sentNote(incoming)["noteDateTime"] === undefined
          ? put(body, "noteDate", new Date(surroundings.now()).toISOString().slice(0, 10))
          : body,
      )(next, surroundings),
  }),
  defineFault({
    id: "note-replacement-merges-from-two-on",
    fact: "CRM-27",
    grade: "behavioural",
    title: "A put that leaves out two properties or more counts as a patch",
    wrap: storing((sent, before) => (without(sent).length >= 2 ? { ...before, ...sent } : undefined)),
  }),
  defineFault({
    id: "note-replacement-keeps-privacy-of-what-is-not-important",
    fact: "CRM-27",
    grade: "behavioural",
    title: "A note stays private when important is left out together with private",
    wrap: storing((sent, before) =>
      sent["important"] === undefined && sent["private"] === undefined
        ? { ...sent, private: before["private"] === true }
        : undefined,
    ),
  }),
  defineFault({
    id: "empty-note-replacement-changes-nothing",
    fact: "CRM-27",
    grade: "behavioural",
    title: "A put without any property leaves the note as it is",
    wrap: storing((sent, before) => (Object.keys(sent).length === 0 ? before : undefined)),
  }),
  defineFault({
    id: "note-replacement-keeps-privacy-of-what-is-important",
    fact: "CRM-27",
    grade: "behavioural",
    title: "An important note stays private when a put leaves that out",
    wrap: storing((sent, before) =>
      sent["important"] === true && sent["private"] === undefined && before["private"] !== undefined
        ? { ...sent, private: before["private"] }
        : undefined,
    ),
  }),
];
