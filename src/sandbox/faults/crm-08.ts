import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, editAll } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

export const faults: readonly Fault[] = [
  defineFault({
    id: "note-ids-are-strings",
    fact: "CRM-08",
    grade: "gross",
    title: "The ids of a note and its contact are strings",
    wrap: onSuccess(note, (body) => editAll(body, ["id", "contactId"], String)),
  }),
  defineFault({
    id: "note-dates-have-a-time",
    fact: "CRM-08",
    grade: "gross",
    title: "noteDate is a moment",
    wrap: onSuccess(note, (body) =>
      edit(body, "noteDate", (day) => (day === "" ? "" : `${String(day)}T00:00:00Z`)),
    ),
  }),
  defineFault({
    id: "note-dates-as-americans-write-them",
    fact: "CRM-08",
    grade: "structural",
    title: "noteDate is written as month/day/year",
    wrap: onSuccess(note, (body) =>
      edit(body, "noteDate", (day) => String(day).replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1")),
    ),
  }),
  defineFault({
    id: "note-without-its-authors-avatar",
    fact: "CRM-08",
    grade: "structural",
    title: "createdByAvatarUrl is missing",
    wrap: onSuccess(note, (body) => drop(body, "createdByAvatarUrl")),
  }),
  defineFault({
    id: "note-author-is-an-object",
    fact: "CRM-08",
    grade: "structural",
    title: "createdByUser is an object with a name",
    wrap: onSuccess(note, (body) => edit(body, "createdByUser", (name) => ({ name }))),
  }),
  defineFault({
    id: "note-editor-is-null",
    fact: "CRM-08",
    grade: "structural",
    title: "modifiedByUser is null where a key has modified the note",
    wrap: onSuccess(note, (body) => edit(body, "modifiedByUser", () => null)),
  }),
  defineFault({
    id: "note-flags-that-are-false-are-dropped",
    fact: "CRM-08",
    grade: "behavioural",
    title: "The serializer leaves out flags that are false",
    drags: {
      "CRM-10": "A note put as not private does not say so.",
      "CRM-26": "A note put as not important does not say so.",
    },
    wrap: onSuccess(note, (body) =>
      editAll(body, ["important", "isPrivate"], (flag) => (flag === false ? undefined : flag)),
    ),
  }),
];
