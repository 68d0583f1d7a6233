import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { empty } from "./support/answers.ts";
import { edit, property } from "./support/edit.ts";
import { sentNote } from "./support/notes.ts";
import { onAnswer, onSuccess, withJson } from "./support/wrappers.ts";

const replace = "replaceContactNote";

const asLatin1 = (text: unknown): string => Buffer.from(String(text), "utf8").toString("latin1");

const escaped = (text: unknown): string =>
  String(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const faults: readonly Fault[] = [
  defineFault({
    id: "replacing-a-note-answers-nothing",
    fact: "CRM-26",
    grade: "gross",
    title: "Replacing a note is answered 204",
    wrap: onAnswer(replace, (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
  }),
  defineFault({
    id: "replacing-a-note-answers-true",
    fact: "CRM-26",
    grade: "gross",
    title: "Replacing a note answers whether it was done",
    drags: {
      "CRM-08": "A flag stands where a ContactNote is stated.",
      "CRM-10": "A flag does not tell whether the note is private.",
    },
    wrap: onAnswer(replace, (outgoing) => (outgoing.status === 200 ? withJson(outgoing, true) : outgoing)),
  }),
  defineFault({
    id: "replacing-a-note-answers-accepted",
    fact: "CRM-26",
    grade: "structural",
    title: "Replacing a note is answered 202",
    wrap: onAnswer(replace, (outgoing) =>
      outgoing.status === 200 ? { ...outgoing, status: 202 } : outgoing,
    ),
  }),
  defineFault({
    id: "note-answers-another-id",
    fact: "CRM-26",
    grade: "structural",
    title: "The id of the answered note is that of a revision",
    wrap: onSuccess(replace, (body) => edit(body, "id", (id) => Number(id) + 5000)),
  }),
  defineFault({
    id: "note-types-come-back-in-lower-case",
    fact: "CRM-26",
    grade: "structural",
    title: "The type of the answered note is in lower case",
    wrap: onSuccess(replace, (body) => edit(body, "type", (type) => String(type).toLowerCase())),
  }),
  defineFault({
    id: "note-texts-are-cut",
    fact: "CRM-26",
    grade: "behavioural",
    title: "The text of a note is cut after 80 characters",
    wrap: onSuccess(replace, (body) => edit(body, "note", (note) => String(note).slice(0, 80))),
  }),
  defineFault({
    id: "note-texts-are-escaped",
    fact: "CRM-26",
    grade: "behavioural",
    title: "The text of a note comes back escaped for HTML",
    wrap: onSuccess(replace, (body) => edit(body, "note", escaped)),
  }),
  defineFault({
    id: "note-texts-are-read-as-latin-1",
    fact: "CRM-26",
    grade: "behavioural",
    title: "The text of a note loses every character beyond ASCII",
    wrap: onSuccess(replace, (body) => edit(body, "note", asLatin1)),
  }),
  defineFault({
    id: "note-importance-is-forgotten",
    fact: "CRM-26",
    grade: "behavioural",
    title: "important is not read, so no note is",
    wrap: onSuccess(replace, (body) => edit(body, "important", () => false)),
  }),
  defineFault({
    id: "note-dates-are-of-today",
    fact: "CRM-26",
    grade: "behavioural",
    title: "noteDate is the day of the request, whatever noteDateTime says",
    wrap: (next, surroundings) =>
      onSuccess(replace, (body, incoming) =>
        property(sentNote(incoming), "noteDateTime") === undefined
          ? body
          : edit(body, "noteDate", () => new Date(surroundings.now()).toISOString().slice(0, 10)),
      )(next, surroundings),
  }),
  defineFault({
    id: "replacing-a-note-answers-the-one-before",
    fact: "CRM-26",
    grade: "behavioural",
    title: "The answer is read before the replacement is stored",
    drags: {
      "CRM-08": "What the note before was put without is missing though it was sent now.",
      "CRM-10": "isPrivate is that of the note before.",
      "CRM-27": "What was left out stands in the note before.",
    },
    wrap: (next) => {
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
  }),
];
